import type { AllowedNote, Note } from '../choices/notes.js';
import type { SimulatorErrorCode } from '../interface/errors.js';
import type { ServiceRequest } from '../interface/message.js';
import type { OperationName } from '../interface/operations.js';

/** So much of a body is kept, in bytes: a NewPet of usual length many times over. */
const maxKept = 4_096;

/** An exchange as the journal keeps it. */
export interface JournalEntry {
  /** Counted from 1, and never again from 1 in the same sandbox. */
  readonly number: number;
  /** Milliseconds since 1970 by the real clock, whatever the sandbox's says. */
  readonly time: number;
  readonly sandbox: string;
  readonly operation: OperationName | undefined;
  readonly method: string;
  /** As they were sent. */
  readonly path: string;
  readonly query: string;
  /** Names and values by turns. */
  readonly rawHeaders: readonly string[];
  /** The first 4 KiB of the body. */
  readonly body: Uint8Array | undefined;
  readonly bodyCut: boolean;
  readonly status: number;
  /** How the simulator itself refused the request, if it did. */
  readonly refusal: SimulatorErrorCode | undefined;
  /** What the answer says is wrong, unless it was forced. */
  readonly message: string | undefined;
  readonly notes: readonly Note[];
  /** What the sandbox's test brought up on purpose at that time. */
  readonly allow: readonly AllowedNote[];
}

/** What became of a request. */
type Outcome = Pick<
  JournalEntry,
  'sandbox' | 'operation' | 'status' | 'refusal' | 'message' | 'notes' | 'allow'
>;

function keep(body: ServiceRequest['body']): Pick<JournalEntry, 'body' | 'bodyCut'> {
  if (body === undefined || body === 'too-large') {
    return { body: undefined, bodyCut: body === 'too-large' };
  }
  // A copy: the part of a large body would keep all of it in memory, and `slice` of a Buffer is a part.
  return body.length <= maxKept
    ? { body, bodyCut: false }
    : { body: new Uint8Array(body.subarray(0, maxKept)), bodyCut: true };
}

export type JournalListener = (entry: JournalEntry) => void;

/** A sandbox's record of exchanges: the last so many, in their order. */
export class Journal {
  readonly #most: number;
  readonly #announce: JournalListener;
  /** A ring: the oldest entry is overwritten. */
  #entries: JournalEntry[] = [];
  /** Where the next entry goes. */
  #next = 0;
  #number = 0;

  /** @param announce is told of every entry */
  constructor(most: number, announce: JournalListener) {
    this.#most = most;
    this.#announce = announce;
  }

  add(request: ServiceRequest, outcome: Outcome): void {
    const { body, bodyCut } = keep(request.body);
    // Field by field: to spread the two takes longer than all the rest of an exchange.
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
    if (this.#most > 0) {
      this.#entries[this.#next] = entry;
      this.#next = (this.#next + 1) % this.#most;
    }
    this.#announce(entry);
  }

  /** The entries that are kept, the oldest first. */
  list(): JournalEntry[] {
    const oldest = this.#entries.length < this.#most ? 0 : this.#next;
    return [...this.#entries.slice(oldest), ...this.#entries.slice(0, oldest)];
  }

  /** How many entries are kept. */
  get most(): number {
    return this.#most;
  }

  /** How many there were since the sandbox was made, kept or not. */
  get total(): number {
    return this.#number;
  }

  clear(): void {
    this.#entries = [];
    this.#next = 0;
  }
}
