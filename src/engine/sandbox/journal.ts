import type { AllowedNote, Note } from '../choices/notes.js';
import type { SimulatorErrorCode } from '../interface/errors.js';
import type { ServiceRequest } from '../interface/message.js';
import type { OperationName } from '../interface/operations.js';
import type { JournalMemory } from './journal-memory.js';

/** Bytes of a body that the journal keeps: a NewPet of usual length many times over. */
const maxKept = 4_096;

/** The result of a request. */
interface Outcome {
  readonly sandbox: string;
  readonly operation: OperationName | undefined;
  readonly status: number;
  /** The code of the simulator's own refusal, if it refused the request. */
  readonly refusal: SimulatorErrorCode | undefined;
  /** The message of an error response, unless it was forced. */
  readonly message: string | undefined;
  readonly notes: readonly Note[];
  /** The notes that were allowed at that time. */
  readonly allow: readonly AllowedNote[];
}

/** No header has a line break (RFC 9110, 5.5). */
const headerSeparator = '\n';

/** An exchange as the journal keeps it. */
export class JournalEntry implements Outcome {
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
  /** The first 4 KiB of the body. */
  readonly body: Uint8Array | undefined;
  readonly bodyCut: boolean;
  readonly status: number;
  readonly refusal: SimulatorErrorCode | undefined;
  readonly message: string | undefined;
  readonly notes: readonly Note[];
  readonly allow: readonly AllowedNote[];
  /** One text: thousands of short ones would take ten times the memory. */
  readonly #headers: string;

  constructor(number: number, request: ServiceRequest, outcome: Outcome) {
    const { body } = request;
    // Field by field: spreading the two takes longer than the rest of an exchange.
    this.number = number;
    this.time = Date.now();
    this.sandbox = outcome.sandbox;
    this.operation = outcome.operation;
    this.method = request.method;
    this.path = request.path;
    this.query = request.query;
    this.#headers = request.rawHeaders.join(headerSeparator);
    // A copy: a view, such as Node.js hands on, keeps all of its buffer in memory.
    this.body = body instanceof Uint8Array ? new Uint8Array(body.subarray(0, maxKept)) : undefined;
    this.bodyCut = body === 'too-large' || (body !== undefined && body.length > maxKept);
    this.status = outcome.status;
    this.refusal = outcome.refusal;
    this.message = outcome.message === undefined ? undefined : copy(outcome.message);
    this.notes = outcome.notes;
    this.allow = outcome.allow;
  }

  /** Alternating names and values. */
  get rawHeaders(): readonly string[] {
    return this.#headers === '' ? [] : this.#headers.split(headerSeparator);
  }

  /** Bytes of memory, rounded up: texts of a request have one byte per character, others two. */
  get size(): number {
    const { method, path, query, notes, message = '', body } = this;
    const text = method.length + path.length + query.length + this.#headers.length;
    const bytes = body === undefined ? 0 : 200 + body.length;
    return 450 + text + 80 * notes.length + 2 * message.length + bytes;
  }
}

/** Copies a text: one that quotes a part of a body would keep all of the body in memory. */
function copy(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** Called with every entry, and with its request. */
export type JournalListener = (entry: JournalEntry, request: ServiceRequest) => void;

/** A sandbox's record of its last exchanges, in their order. */
export class Journal {
  /** How many entries it keeps at most. */
  readonly max: number;
  readonly #memory: JournalMemory;
  readonly #announce: JournalListener;
  /** The entries from the first one on are kept; their numbers follow one another. */
  #entries: (JournalEntry | undefined)[] = [];
  #first = 0;
  #size = 0;
  #total = 0;
  #dropped = 0;

  /** @param announce is called with every entry */
  constructor(max: number, memory: JournalMemory, announce: JournalListener) {
    this.max = max;
    this.#memory = memory;
    this.#announce = announce;
  }

  add(request: ServiceRequest, outcome: Outcome): void {
    this.#total += 1;
    const entry = new JournalEntry(this.#total, request, outcome);
    this.#entries.push(entry);
    this.#resize(entry.size);
    if (this.kept > this.max) {
      this.dropOldest();
    }
    this.#memory.makeRoom(this);
    this.#announce(entry, request);
  }

  /** Lists the entries after a number, the oldest first; also those that are added meanwhile. */
  *after(number: number): Generator<JournalEntry, void> {
    for (let next = number + 1; next <= this.#total; next += 1) {
      // Others may be dropped meanwhile.
      next = Math.max(next, this.#total - this.kept + 1);
      const entry = this.#entries[this.#entries.length - 1 - (this.#total - next)];
      if (entry !== undefined) {
        yield entry;
      }
    }
  }

  /** Lists the kept entries, the oldest first. */
  list(): JournalEntry[] {
    return [...this.after(0)];
  }

  /** How many entries it keeps. */
  get kept(): number {
    return this.#entries.length - this.#first;
  }

  /** How many entries there were since the sandbox was created, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** How many entries it dropped since it was last cleared. */
  get dropped(): number {
    return this.#dropped;
  }

  /** Bytes of memory. */
  get size(): number {
    return this.#size;
  }

  /** Drops the oldest entry. */
  dropOldest(): void {
    const oldest = this.#entries[this.#first];
    if (oldest === undefined) {
      return;
    }
    this.#entries[this.#first] = undefined;
    this.#first += 1;
    this.#dropped += 1;
    if (this.#first > this.kept) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
    this.#resize(-oldest.size);
  }

  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#dropped = 0;
    this.#resize(-this.#size);
  }

  #resize(bytes: number): void {
    const before = this.#size;
    this.#size += bytes;
    this.#memory.resize(this, before);
  }
}
