import { type OpenPoint, openPoints } from '../engine/service/open-points.js';
import type { OperationName } from '../engine/service/operations.js';

/** Who sent requests: all that is known of a client. */
export interface Caller {
  readonly sandbox: string;
  /** The header `User-Agent`; nothing when none was sent. */
  readonly userAgent: string | undefined;
  readonly count: number;
}

/** The notes of one kind about one operation, of all exchanges. */
export interface SummarizedNote {
  readonly kind: 'open' | 'deprecated' | 'violation';
  /** What came up, where the kind is `open`. */
  readonly point: OpenPoint | undefined;
  /** Nothing where a request came to no operation. */
  readonly operation: OperationName | undefined;
  /** The section of the document that is silent, or that says so. */
  readonly section: string;
  /** In how many exchanges. */
  readonly count: number;
  /** One of the requests: `GET /v1/pets?limit=0`. A key in it is left out. */
  readonly example: string;
  /** What it was told is wrong; nothing where it wasn't. */
  readonly message: string | undefined;
  /** Who called what is deprecated, or gone: the first 100 clients. Otherwise empty. */
  readonly callers: readonly Caller[];
}

/** What the simulator had to say about all exchanges so far. */
export interface Summary {
  /** How many exchanges with the service there were. */
  readonly exchanges: number;
  /** In the order in which they came up. */
  readonly notes: readonly SummarizedNote[];
}

/** What a client can be failed for. */
export const failures = ['open', 'deprecated', 'violation'] as const;
export type Failure = (typeof failures)[number];

/** Whether a note is what a failure is about: of open points, those that a request can do without. */
export function isFailure({ kind, point }: SummarizedNote, failure: Failure): boolean {
  const unavoidable = point !== undefined && openPoints[point].arisesFrom === 'answer';
  return kind === failure && !unavoidable;
}
