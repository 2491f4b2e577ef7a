import type { Note } from '../choices/notes.js';
import type { Fault } from '../sandbox/preferences.js';
import type { OperationName } from './operations.js';

/** A request as plain values: what HTTP and `fetch` are both turned into. */
export interface ServiceRequest {
  readonly method: string;
  /** The path as it was sent, percent-encoding included: `/v1/pets` or `/sandboxes/a/v1/pets`. */
  readonly path: string;
  /** The query as it was sent, without the question mark. */
  readonly query: string;
  /** The body's bytes; `too-large` when there were more than the limit. */
  readonly body: Uint8Array | 'too-large' | undefined;
  /** Names and values of all headers by turns, as they were sent. */
  readonly rawHeaders: readonly string[];
  /** The simulator's own call: no journal tells of it, no rule answers it, no latency holds it up. */
  readonly ownCall?: boolean;
  /** A header by its lower-case name; one sent repeatedly is joined with `, ` (RFC 9110, 5.3). */
  header(name: string): string | undefined;
}

/** A path with its query, if it has one. */
export function formatTarget({ path, query }: Pick<ServiceRequest, 'path' | 'query'>): string {
  return query === '' ? path : `${path}?${query}`;
}

/** The values of a header by its lower-case name, as HTTP joins them (RFC 9110, 5.3). */
export function getHeader(rawHeaders: readonly string[], name: string): string | undefined {
  let joined: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index] as string;
    if (candidate.length === name.length && candidate.toLowerCase() === name) {
      const value = rawHeaders[index + 1] as string;
      joined = joined === undefined ? value : `${joined}, ${value}`;
    }
  }
  return joined;
}

export type Header = readonly [name: string, value: string];

/** An answer as plain values. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly Header[];
  /** JSON text, or nothing at all. */
  readonly body: string;
  /** Milliseconds to wait before the answer is sent. */
  readonly delay: number;
  /** How the answer is to be broken on its way. */
  readonly fault: Fault | undefined;
}

/** One request, its answer, and what the simulator has to say about the two. */
export interface Exchange {
  readonly request: ServiceRequest;
  readonly reply: Reply;
  readonly sandbox: string;
  readonly operation: OperationName | undefined;
  readonly notes: readonly Note[];
}
