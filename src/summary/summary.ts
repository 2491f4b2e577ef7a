import type { FindingKind } from '../engine/choices/notes.js';
import { type OpenPoint, openPoints } from '../engine/choices/open-points.js';
import type { OperationName } from '../engine/interface/operations.js';

/** A client that sent requests. */
export interface Caller {
  readonly sandbox: string;
  /** The header `User-Agent`; undefined when the client sent none. */
  readonly userAgent: string | undefined;
  readonly count: number;
}

/** The notes of all exchanges on one subject: an open point, a deprecation, or a violation. */
export interface SummarizedNote {
  readonly kind: FindingKind;
  /** The open point that requests used, where the kind is `open`. */
  readonly point: OpenPoint | undefined;
  /** Undefined where requests reached no operation. */
  readonly operation: OperationName | undefined;
  /** The section of the document that leaves it open, deprecates it or requires it. */
  readonly section: string;
  /** Number of exchanges with the note. */
  readonly count: number;
  /** Number of these that the sandbox allowed: `settings.set({ allow: ['violation'] })`. */
  readonly allowed: number;
  /** One of the requests, preferably one not allowed, without keys: `GET /v1/pets?limit=0`. */
  readonly example: string;
  /** The error message in the response to it; undefined when there was none. */
  readonly message: string | undefined;
  /** The first 100 clients of a deprecated or removed operation that were not allowed to call it. */
  readonly callers: readonly Caller[];
}

/** The requests that the simulator refused with one code (501). */
export interface SummarizedRefusal {
  /** `simulator_bad_preference` */
  readonly code: string;
  readonly count: number;
  /** One of the requests, without keys. */
  readonly example: string;
  /** The error message in the response to it. */
  readonly message: string;
}

/** The notes and refusals of all exchanges so far. */
export interface Summary {
  /** Number of exchanges with the service. */
  readonly exchanges: number;
  /** In the order of their first use. */
  readonly notes: readonly SummarizedNote[];
  /** Requests that the simulator answered instead of the service. */
  readonly refused: readonly SummarizedRefusal[];
}

/** Whether clients can avoid it: some open points show in responses to any request. */
export function isAvoidable({ point }: SummarizedNote): boolean {
  return point === undefined || openPoints[point].usedBy === 'request';
}

/** Whether all of it was allowed. */
export function isAllowed({ count, allowed }: SummarizedNote): boolean {
  return allowed === count;
}

/** Whether `--fail-on` fails a run for the note. */
export function isFailure(note: SummarizedNote, kind: FindingKind): boolean {
  return note.kind === kind && isAvoidable(note) && !isAllowed(note);
}
