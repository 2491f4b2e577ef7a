import type { Header, ServiceRequest } from '../message.js';
import { acceptedHeaders, exposedHeaders } from './headers.js';

/** Origins that browser apps may call from; `*` is all, an empty list none. */
export type CorsOrigins = '*' | readonly string[];

/** How long a browser may remember a preflight, in seconds. */
const preflightAge = '600';

function allowedOrigin(request: ServiceRequest, origins: CorsOrigins): string | undefined {
  const origin = request.header('origin');
  if (origin === undefined || origins === '*') {
    return origin === undefined ? undefined : '*';
  }
  return origins.includes(origin) ? origin : undefined;
}

/** The CORS headers of an answer (Fetch standard, 3.3). */
export function corsHeaders(request: ServiceRequest, origins: CorsOrigins): Header[] {
  const origin = allowedOrigin(request, origins);
  const vary: Header[] = origins === '*' || origins.length === 0 ? [] : [['Vary', 'Origin']];
  if (origin === undefined) {
    return vary;
  }
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Expose-Headers', exposedHeaders.join(', ')],
    ...vary,
  ];
}

/** The further CORS headers of the answer to a preflight. */
export function preflightHeaders(
  request: ServiceRequest,
  origins: CorsOrigins,
  methods: string,
): Header[] {
  if (
    allowedOrigin(request, origins) === undefined ||
    request.header('access-control-request-method') === undefined
  ) {
    return [];
  }
  const asked = request.header('access-control-request-headers')?.split(',') ?? [];
  const legal = asked
    .map((name) => name.trim())
    .filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
  const headers: Header[] = [
    ['Access-Control-Allow-Methods', methods],
    // An app's own headers are let through too: the service says nothing against them.
    ['Access-Control-Allow-Headers', [...new Set([...acceptedHeaders, ...legal])].join(', ')],
    ['Access-Control-Max-Age', preflightAge],
  ];
  if (request.header('access-control-request-private-network') === 'true') {
    headers.push(['Access-Control-Allow-Private-Network', 'true']);
  }
  return headers;
}
