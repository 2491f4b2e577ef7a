import type { Header, ServiceRequest } from './message.js';

/** The headers of the simulator's own interface. */
export const notesHeader = 'Simulator-Notes';
export const preferHeader = 'Prefer';
export const preferenceAppliedHeader = 'Preference-Applied';

/** Response headers that browser apps may read, besides those that CORS always exposes. */
const exposedHeaders = [
  notesHeader,
  preferenceAppliedHeader,
  'Allow',
  'Deprecation',
  'Link',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
].join(', ');

/** Request headers that browser apps may send, besides those that CORS always accepts. */
const acceptedHeaders = ['Authorization', 'Content-Type', preferHeader];

/** Origins of browser apps that may call; `*` allows all, an empty list none. */
export type CorsOrigins = '*' | readonly string[];

/** Who may call from a browser. */
export interface CorsSettings {
  readonly corsOrigins: CorsOrigins;
  /** Whether requests may have cookies; only with a list of origins, as browsers refuse `*` then. */
  readonly corsCredentials: boolean;
}

/** Seconds for which a browser may cache a preflight. */
const preflightAge = '600';

function allowedOrigin(request: ServiceRequest, origins: CorsOrigins): string | undefined {
  const origin = request.headers.origin;
  if (origin === undefined || origins === '*') {
    return origin === undefined ? undefined : '*';
  }
  return origins.includes(origin) ? origin : undefined;
}

/** Creates the CORS headers of a response (Fetch standard, 3.3). */
export function createCorsHeaders(
  request: ServiceRequest,
  { corsOrigins: origins, corsCredentials }: CorsSettings,
): Header[] {
  const origin = allowedOrigin(request, origins);
  const headers: Header[] = origins === '*' || origins.length === 0 ? [] : [['Vary', 'Origin']];
  if (origin !== undefined) {
    headers.push(
      ['Access-Control-Allow-Origin', origin],
      ['Access-Control-Expose-Headers', exposedHeaders],
    );
    if (corsCredentials) {
      headers.push(['Access-Control-Allow-Credentials', 'true']);
    }
  }
  return headers;
}

/** Whether a browser asks for permission before it sends the actual request. */
export function isPreflight(request: ServiceRequest): boolean {
  return (
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  );
}

/**
 * Creates the further CORS headers of a preflight's response. It allows whatever the browser asks for:
 * an app must be able to read the 404 or 405 of a wrong call, and may send headers of its own.
 */
export function createPreflightHeaders(
  request: ServiceRequest,
  origins: CorsOrigins,
  methods: readonly string[],
): Header[] {
  if (!isPreflight(request) || allowedOrigin(request, origins) === undefined) {
    return [];
  }
  const { headers } = request;
  const method = headers['access-control-request-method'] as string;
  const names = [...acceptedHeaders, headers['access-control-request-headers'] ?? []].flat();
  return [
    ['Access-Control-Allow-Methods', [...new Set([...methods, method])].join(', ')],
    ['Access-Control-Allow-Headers', names.join(', ')],
    ['Access-Control-Max-Age', preflightAge],
  ];
}
