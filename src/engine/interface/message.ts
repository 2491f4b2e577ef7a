/** How a reply can break on its way; `hang` sends nothing, and `dribble` sends the body bit by bit. */
export const faults = ['reset', 'empty', 'truncate', 'garbage', 'hang', 'dribble'] as const;
export type Fault = (typeof faults)[number];

/** A request as plain values, from HTTP or from `fetch`. */
export interface ServiceRequest {
  readonly method: string;
  /** The path as it was sent, percent-encoding included: `/v1/pets` or `/sandboxes/a/v1/pets`. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The body's bytes; `too-large` beyond the limit. */
  readonly body: Uint8Array | 'too-large' | undefined;
  /** Alternating names and values of all headers, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** A header by its lower-case name; one sent repeatedly is joined with `, ` (RFC 9110, 5.3). */
  header(name: string): string | undefined;
}

/** A path with its query, if it has one. */
export function formatTarget({ path, query }: Pick<ServiceRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`;
}

export type Header = readonly [name: string, value: string];

/** JSON text, or its bytes in parts where responses share them; empty when there is none. */
export type ResponseBody = string | readonly Uint8Array<ArrayBuffer>[];

export function readBodyText(body: ResponseBody): string {
  if (typeof body === 'string') {
    return body;
  }
  const decoder = new TextDecoder();
  return body.map((part) => decoder.decode(part, { stream: true })).join('');
}

/** A response of the service as plain values. */
export interface ServiceResponse {
  readonly status: number;
  readonly body: ResponseBody;
  readonly headers?: readonly Header[];
  /** Default: application/json. */
  readonly mediaType?: string | undefined;
}

/** A response with everything that its sender must know. */
export interface Reply extends ServiceResponse {
  readonly headers: readonly Header[];
  /** Milliseconds to wait before sending, or before the connection is reset if the fault is `hang`. */
  readonly delay: number;
  /** Milliseconds over which the body is sent if the fault is `dribble`. */
  readonly duration?: number | undefined;
  readonly fault: Fault | undefined;
}
