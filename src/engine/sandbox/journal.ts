import type { AllowedNote, Note } from '../choices/notes.js';
import type { SimulatorErrorCode } from '../interface/errors.js';
import type { ServiceRequest } from '../interface/message.js';
import type { OperationName } from '../interface/operations.js';

/** Bytes of a body that the journal keeps: a NewPet of usual length many times over. */
const maxKept = 4_096;

/** An exchange as the journal keeps it. */
export interface JournalEntry {
  /** Counted from 1, and never again from 1 in the same sandbox. */
  readonly number: number;
  /** Milliseconds since 1970 by the real clock, not by the sandbox's. */
  readonly time: number;
  readonly sandbox: string;
  readonly operation: OperationName | undefined;
  readonly method: string;
  /** As they were sent. */
  readonly path: string;
  readonly query: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  /** The first 4 KiB of the body. */
  readonly body: Uint8Array | undefined;
  readonly bodyCut: boolean;
  readonly status: number;
  /** The code of the simulator's own refusal, if it refused the request. */
  readonly refusal: SimulatorErrorCode | undefined;
  /** The message of an error response, unless it was forced. */
  readonly message: string | undefined;
  readonly notes: readonly Note[];
  /** The notes that were allowed at that time. */
  readonly allow: readonly AllowedNote[];
}

/** The result of a request. */
type Outcome = Pick<
  JournalEntry,
  'sandbox' | 'operation' | 'status' | 'refusal' | 'message' | 'notes' | 'allow'
>;

function keep(body: ServiceRequest['body']): Pick<JournalEntry, 'body' | 'bodyCut'> {
  if (body === undefined || body === 'too-large') {
    return { body: undefined, bodyCut: body === 'too-large' };
  }
  // A copy: a view, such as `slice` of a Buffer returns, would keep the whole body in memory.
  return body.length <= maxKept
    ? { body, bodyCut: false }
    : { body: new Uint8Array(body.subarray(0, maxKept)), bodyCut: true };
}

export type JournalListener = (entry: JournalEntry) => void;

/** A sandbox's record of its last exchanges, in their order. */
export class Journal {
  readonly #max: number;
  readonly #announce: JournalListener;
  /** A ring: the newest entry overwrites the oldest. */
  #entries: JournalEntry[] = [];
  /** The place of the next entry. */
  #next = 0;
  #number = 0;

  /** @param announce is called with every entry */
  constructor(max: number, announce: JournalListener) {
    this.#max = max;
    this.#announce = announce;
  }

  add(request: ServiceRequest, outcome: Outcome): void {
    const { body, bodyCut } = keep(request.body);
    // Field by field: spreading the two takes longer than the rest of an exchange.
    const entry: JournalEntry = {
      number: this.#number + 1,
      time: Date.now(),
      sandbox: outcome.sandbox,
      operation: outcome.operation,
      method: request.method,
      path: request.path,
      query: request.query,
      rawHeaders: request.rawHeaders,
      body,
      bodyCut,
      status: outcome.status,
      refusal: outcome.refusal,
      message: outcome.message,
      notes: outcome.notes,
      allow: outcome.allow,
    };
    this.#number += 1;
    if (this.#max > 0) {
      this.#entries[this.#next] = entry;
      this.#next = (this.#next + 1) % this.#max;
    }
    this.#announce(entry);
  }

  /** Lists the kept entries, the oldest first. */
  list(): JournalEntry[] {
    const oldest = this.#entries.length < this.#max ? 0 : this.#next;
    return [...this.#entries.slice(oldest), ...this.#entries.slice(0, oldest)];
  }

  /** How many entries it keeps. */
  get max(): number {
    return this.#max;
  }

  /** How many entries there were since the sandbox was created, kept or not. */
  get total(): number {
    return this.#number;
  }

  clear(): void {
    this.#entries = [];
    this.#next = 0;
  }
}
