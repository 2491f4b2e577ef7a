/** Ways in which a reply breaks: it loses its connection, sends its body in pieces, or sends another body. */
export const faultEffects = {
  reset: 'lost',
  empty: 'lost',
  truncate: 'pieces',
  garbage: 'other-body',
  hang: 'lost',
  dribble: 'pieces',
} as const;
export type Fault = keyof typeof faultEffects;
export const faults = Object.keys(faultEffects) as readonly Fault[];

export interface ServiceRequest {
  readonly method: string;
  /** The part of the called URL before the path: `https://shop.test`. */
  readonly base?: string | undefined;
  /** The path as it was sent, percent-encoding included: `/v1/pets` or `/sandboxes/a/v1/pets`. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** By lower-case names; the values of a repeated header are joined with `, ` (RFC 9110, 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as text; undefined when there is none. */
  readonly body?: string | undefined;
  /** The body as it was sent, where the text is not. */
  readonly bytes?: Uint8Array | undefined;
  /** Why the text is not all of what was sent. */
  readonly bodyProblem?: 'too-large' | 'not-utf8' | undefined;
  /** The message of the 404 that a server gave it, because its path isn't the service's. */
  readonly unrouted?: string | undefined;
}

export type RequestLine = Pick<ServiceRequest, 'method' | 'path' | 'query'>;

/** A path with its query, if it has one. */
export function formatTarget({ path, query }: Pick<ServiceRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`;
}

export type Header = readonly [name: string, value: string];

export function joinHeaders(headers: readonly Header[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    joined[key] = Object.hasOwn(joined, key) ? `${joined[key]}, ${value}` : value;
  }
  return joined;
}

export interface ServiceResponse {
  readonly status: number;
  /** Text, nearly always JSON; empty when there is no body. */
  readonly body: string;
  readonly headers?: readonly Header[];
  /** Default: application/json. */
  readonly mediaType?: string | undefined;
  /** The body as another service sent it; then the headers are complete. */
  readonly bytes?: Uint8Array | undefined;
  /** The body without its content coding, if that is known. */
  readonly decoded?: Uint8Array | undefined;
}

/** A response with everything that its sender must know; its headers are complete. */
export interface Reply extends ServiceResponse {
  readonly headers: readonly Header[];
  /** Milliseconds to wait before sending, or before the connection is reset if the fault is `hang`. */
  readonly delay: number;
  /** Milliseconds over which the body is sent if the fault is `dribble`. */
  readonly duration?: number | undefined;
  readonly fault: Fault | undefined;
}

/** The body of `fault=garbage`, which no JSON parser accepts. */
const garbageBody = '{"id":1,"name":"\u0000\uFFFD<html><body>502 Bad Gate';

/** The text that a reply sends. */
export const getBody = (body: string, fault: Fault | undefined) =>
  fault === 'garbage' ? garbageBody : body;
