import type { Header, ServiceRequest } from './message.js';

/** The headers of the simulator's own interface. */
export const notesHeader = 'Simulator-Notes';
export const preferHeader = 'Prefer';
export const preferenceAppliedHeader = 'Preference-Applied';

/** True for headers of one connection, which nothing passes on (RFC 9110, 7.6.1). */
export const isHopByHop = (name: string): boolean =>
  /^(?:connection|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i.test(name);

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

/** Origins of browser apps that may call; `*` allows all, an empty list none. */
export type CorsOrigins = '*' | readonly string[];

export interface CorsSettings {
  readonly corsOrigin: CorsOrigins;
  /** True if requests may have cookies; only with a list of origins, as browsers refuse `*` then. */
  readonly corsCredentials: boolean;
}

type Asking = Pick<ServiceRequest, 'method' | 'headers'>;

export function isPreflight(request: Asking): boolean {
  return (
    request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
  );
}

/**
 * Creates the CORS headers of a response (Fetch standard, 3.3). To a preflight it allows whatever the browser asks for:
 * an app must be able to read the 404 or 405 of a wrong call, and may send headers of its own.
 */
export function createCorsHeaders(
  request: Asking,
  { corsOrigin: origins, corsCredentials }: CorsSettings,
): Header[] {
  const {
    origin,
    'access-control-request-method': method = '',
    'access-control-request-headers': names = '',
  } = request.headers;
  const isAny = origins === '*';
  const headers: Header[] = isAny || origins.length === 0 ? [] : [['Vary', 'Origin']];
  if (origin === undefined || !(isAny || origins.includes(origin))) {
    return headers;
  }
  headers.push(
    ['Access-Control-Allow-Origin', isAny ? '*' : origin],
    ['Access-Control-Expose-Headers', exposedHeaders],
  );
  if (corsCredentials) {
    headers.push(['Access-Control-Allow-Credentials', 'true']);
  }
  if (isPreflight(request)) {
    headers.push(
      ['Access-Control-Allow-Methods', method],
      ...(names ? ([['Access-Control-Allow-Headers', names]] as const) : []),
      // Seconds for which a browser may cache it.
      ['Access-Control-Max-Age', '600'],
    );
  }
  return headers;
}
