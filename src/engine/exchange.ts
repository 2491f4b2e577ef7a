import type { ErrorDetails } from '../document/errors.js';
import {
  type Fault,
  formatTarget,
  joinHeaders,
  type Reply,
  type ServiceRequest,
} from '../document/message.js';
import type { OperationName } from '../document/operations.js';
import type { Needs } from '../document/pet.js';
import type { AllowedNote, Note } from './notes.js';

/** An exchange as the journal keeps it: the parts that exist anyway. No part has a key: `admit` strips it. */
export interface JournalEntry {
  /** Starts at 1 in each sandbox; no number repeats. */
  readonly number: number;
  /** By the real clock and not by the sandbox's, in milliseconds since 1970. */
  readonly time: number;
  readonly sandbox: string;
  /** The name of the test that used the sandbox at that time. */
  readonly test: string | undefined;
  readonly operation: OperationName | undefined;
  readonly request: ServiceRequest;
  /** True if `body` isn't all that was sent. */
  readonly bodyCut: boolean;
  readonly reply: Pick<Reply, 'status' | 'headers' | 'body'>;
  readonly responseBodyCut: boolean;
  /** The message of an error response, unless it was forced. */
  readonly message: string | undefined;
  readonly details?: ErrorDetails | undefined;
  notes: readonly Note[];
  /** The notes that were allowed at that time. */
  readonly allow: readonly AllowedNote[];
  /** The fields that its test reads; undefined where the simulator's own needs count. */
  readonly needs: Needs | undefined;
  /** The identifier of the rule that applied. */
  readonly rule: string | undefined;
  /** Milliseconds from the request to the handover of its response; only the process that answered has it. */
  duration?: number | undefined;
}

/** The link to an exchange in the console, relative to its page. */
export const formatExchangeLink = ({ sandbox, number }: Pick<Exchange, 'sandbox' | 'number'>) =>
  `#/traffic/${sandbox}/${number}`;

/** One request with its reply and notes. */
export interface Exchange
  extends Readonly<Omit<JournalEntry, 'time' | 'request' | 'reply' | 'details'>> {
  /** ISO 8601, by the real clock and not by the sandbox's. */
  readonly time: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The URL that the client called. */
  readonly url: string;
  /** By lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4,096 characters of the body. */
  readonly body: string | undefined;
  readonly status: number;
  /** By lower-case names, without those of the connection. */
  readonly responseHeaders: Readonly<Record<string, string>>;
  /** The first 4,096 characters of the response's body, before a fault breaks it. */
  readonly responseBody: string | undefined;
}

export function readExchange(entry: JournalEntry): Exchange {
  const { request, reply, time, details: _details, ...rest } = entry;
  const { method, base = 'http://localhost', path, query, headers, body } = request;
  return {
    ...rest,
    time: new Date(time).toISOString(),
    method,
    path,
    query,
    url: base + formatTarget(request),
    headers,
    body,
    status: reply.status,
    responseHeaders: joinHeaders(reply.headers),
    responseBody: method === 'HEAD' || reply.body === '' ? undefined : reply.body,
  };
}

/** An answer at first sight: broken, refused by the simulator itself, or a class of status. */
export const outcomes = ['2xx', '4xx', '5xx', 'fault', 'refused', 'mismatch'] as const;
export type Outcome = (typeof outcomes)[number];

export const findFault = (notes: readonly Note[]): Fault | undefined =>
  notes.flatMap((note) => (note.kind === 'scenario' && note.fault) || [])[0];

export function findOutcome(status: number, notes: readonly Note[]): Outcome {
  const kinds = notes.map(({ kind }) => kind);
  const decisive = (['refused', 'mismatch'] as const).find((kind) => kinds.includes(kind));
  if (decisive !== undefined || findFault(notes) !== undefined) {
    return decisive ?? 'fault';
  }
  return status < 400 ? '2xx' : status < 500 ? '4xx' : '5xx';
}

/** About the characters of an exchange: the bodies vary, and the rest is alike. */
export function measureEntry({ request: { body = '', query }, reply }: JournalEntry): number {
  return 1_000 + body.length + reply.body.length + query.length;
}
