import type { FindingKind } from '../engine/choices/notes.js';
import { type OpenPoint, openPoints } from '../engine/choices/open-points.js';
import type { OperationName } from '../engine/interface/operations.js';

/** Who sent requests: all that is known of a client. */
export interface Caller {
  readonly sandbox: string;
  /** The header `User-Agent`; nothing when none was sent. */
  readonly userAgent: string | undefined;
  readonly count: number;
}

/** The notes of one kind about one operation, of all exchanges. */
export interface SummarizedNote {
  readonly kind: FindingKind;
  /** What came up, where the kind is `open`. */
  readonly point: OpenPoint | undefined;
  /** Nothing where a request came to no operation. */
  readonly operation: OperationName | undefined;
  /** The section of the document that is silent, or that says so. */
  readonly section: string;
  /** In how many exchanges. */
  readonly count: number;
  /** In how many of them the sandbox's test meant it: `settings.set({ allow: ['violation'] })`. */
  readonly allowed: number;
  /**
   * One of the requests: `GET /v1/pets?limit=0`. A key in it is left out. One that wasn't allowed,
   * where there is one.
   */
  readonly example: string;
  /** What it was told is wrong; nothing where it wasn't. */
  readonly message: string | undefined;
  /**
   * Who called what is deprecated, or gone, without intending it: the first 100 clients. Otherwise
   * empty.
   */
  readonly callers: readonly Caller[];
}

/** What the simulator itself refused (501), of all exchanges. */
export interface SummarizedRefusal {
  /** `simulator_bad_preference` */
  readonly code: string;
  readonly count: number;
  /** One of the requests, without keys. */
  readonly example: string;
  /** What it was told. */
  readonly message: string;
}

/** What the simulator had to say about all exchanges so far. */
export interface Summary {
  /** How many exchanges with the service there were. */
  readonly exchanges: number;
  /** In the order in which they came up. */
  readonly notes: readonly SummarizedNote[];
  /** What was neither answered as the document says nor as an open point was chosen. */
  readonly refused: readonly SummarizedRefusal[];
}

/** Whether requests can do without it: some open points show in answers whatever was sent. */
export function isAvoidable({ point }: SummarizedNote): boolean {
  return point === undefined || openPoints[point].usedBy === 'request';
}

/** Whether all of it was brought up on purpose. */
export function isAllowed({ count, allowed }: SummarizedNote): boolean {
  return allowed === count;
}

/** Whether a client can be failed for a note, by its kind. */
export function isFailure(note: SummarizedNote, kind: FindingKind): boolean {
  return note.kind === kind && isAvoidable(note) && !isAllowed(note);
}
