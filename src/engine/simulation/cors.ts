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

/** Whether a browser asks before it sends the request itself. */
export function isPreflight(request: ServiceRequest): boolean {
  return (
    request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
  );
}

/** What a preflight asks for, in so far as it is made of legal tokens (RFC 9110, 5.6.2). */
function askedFor(request: ServiceRequest, header: string): string[] {
  const asked = request.header(header)?.split(',') ?? [];
  return asked.map((name) => name.trim()).filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name));
}

/**
 * The further CORS headers of the answer to a preflight. Whatever is asked for is let through: an app
 * is to read the 404 or 405 of a wrong call, and may send headers of its own.
 */
export function preflightHeaders(
  request: ServiceRequest,
  origins: CorsOrigins,
  methods: readonly string[],
): Header[] {
  if (!isPreflight(request) || allowedOrigin(request, origins) === undefined) {
    return [];
  }
  const legalMethods = [...methods, ...askedFor(request, 'access-control-request-method')];
  const names = [...acceptedHeaders, ...askedFor(request, 'access-control-request-headers')];
  const headers: Header[] = [
    ['Access-Control-Allow-Methods', [...new Set(legalMethods)].join(', ')],
    ['Access-Control-Allow-Headers', [...new Set(names)].join(', ')],
    ['Access-Control-Max-Age', preflightAge],
  ];
  if (request.header('access-control-request-private-network') === 'true') {
    headers.push(['Access-Control-Allow-Private-Network', 'true']);
  }
  return headers;
}
