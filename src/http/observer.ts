import type { Exchange } from '../engine/message.js';

/** Told of what takes place. */
export interface Observer {
  /** An exchange of the service whose answer is on its way, and how long it took. */
  exchanged(exchange: Exchange, milliseconds: number): void;
  /** An answer that isn't the service's: a document, or a request that couldn't be read. */
  answered(answer: PlainAnswer): void;
  /** Something that should not have happened. */
  failed(error: unknown): void;
}

interface PlainAnswer {
  readonly method: string;
  /** The target as it was sent. */
  readonly target: string;
  readonly status: number;
  readonly milliseconds: number;
}
