import type { Header, ServiceRequest } from './message.js';

/** The header fields that are the simulator's own, or asked of it. */
export const sandboxHeader = 'Simulator-Sandbox';
export const notesHeader = 'Simulator-Notes';
export const preferHeader = 'Prefer';
export const preferenceAppliedHeader = 'Preference-Applied';

/** What a browser app may read of an answer, beside what CORS lets it read anyway. */
const exposedHeaders = [
  notesHeader,
  sandboxHeader,
  preferenceAppliedHeader,
  'Allow',
  'Deprecation',
  'Link',
  'Sunset',
  'WWW-Authenticate',
];

/** What a browser app may send, beside what CORS lets it send anyway. */
const acceptedHeaders = ['Authorization', 'Content-Type', preferHeader, sandboxHeader];

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
