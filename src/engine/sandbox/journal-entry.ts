import type { AllowedNote, Note } from '../choices/notes.js';
import type { SimulatorErrorCode } from '../interface/errors.js';
import type { ServiceRequest } from '../interface/message.js';
import type { OperationName } from '../interface/operations.js';

/** Bytes of a body that the journal keeps: a NewPet of usual length many times over. */
const maxKept = 4_096;

/** The result of a request. */
export interface Outcome {
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

/** What can be told of an exchange without reading its texts. */
export interface RecordedOutcome extends Omit<Outcome, 'message'> {
  /** Counted from 1, and never again from 1 in the same sandbox. */
  readonly number: number;
  /** Milliseconds since 1970 by the real clock, not by the sandbox's. */
  readonly time: number;
}

/** An exchange as the journal keeps it. */
export interface JournalEntry extends RecordedOutcome, Outcome {
  readonly method: string;
  /** As they were sent. */
  readonly path: string;
  readonly query: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  /** The first 4 KiB of the body. */
  readonly body: Uint8Array | undefined;
  readonly bodyCut: boolean;
  /** Bytes of memory. */
  readonly size: number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** No character of a text takes more bytes in UTF-8. */
const maxEncoded = 3;
/** Buffers differ by this many bytes at least, so that most can be used again. */
const step = 256;
/** Separates texts: no method, path, query or header has a line break (RFC 9110, 5.5). */
const separator = '\n';

/**
 * A place of the journal, which is written again when its exchange is dropped. New objects for each
 * exchange would all be copied by the garbage collector before they are dropped, while everybody waits.
 */
export class JournalSlot implements RecordedOutcome {
  number = 0;
  time = 0;
  sandbox = '';
  operation: OperationName | undefined;
  status = 0;
  refusal: SimulatorErrorCode | undefined;
  notes: readonly Note[] = [];
  allow: readonly AllowedNote[] = [];
  /** Texts, and behind them the body. */
  #bytes = new Uint8Array();
  #bodyStart = 0;
  #bodyEnd = 0;
  #hasBody = false;
  #bodyCut = false;
  #headers = 0;
  #hasMessage = false;

  write(number: number, request: ServiceRequest, outcome: Outcome): void {
    const { body, rawHeaders } = request;
    const { message } = outcome;
    this.number = number;
    this.time = Date.now();
    this.sandbox = outcome.sandbox;
    this.operation = outcome.operation;
    this.status = outcome.status;
    this.refusal = outcome.refusal;
    this.notes = outcome.notes;
    this.allow = outcome.allow;
    this.#headers = rawHeaders.length;
    this.#hasMessage = message !== undefined;
    this.#hasBody = body instanceof Uint8Array;
    const length = body instanceof Uint8Array ? body.length : 0;
    this.#bodyCut = body === 'too-large' || length > maxKept;
    const texts =
      `${request.method}\n${request.path}\n${request.query}\n` +
      `${rawHeaders.join(separator)}\n${message ?? ''}`;
    const kept = Math.min(length, maxKept);
    this.#bodyStart = this.#writeTexts(texts, kept);
    this.#bodyEnd = this.#bodyStart + kept;
    if (body instanceof Uint8Array) {
      this.#bytes.set(length > kept ? body.subarray(0, kept) : body, this.#bodyStart);
    }
  }

  /** @returns how many bytes they take */
  #writeTexts(texts: string, bodyLength: number): number {
    this.#reserve(texts.length + bodyLength);
    let { read, written } = encoder.encodeInto(texts, this.#bytes);
    if (read < texts.length || written + bodyLength > this.#bytes.length) {
      // Some characters are not ASCII.
      this.#reserve(texts.length * maxEncoded + bodyLength);
      ({ read, written } = encoder.encodeInto(texts, this.#bytes));
    }
    return written;
  }

  /** Takes a buffer of about that many bytes. */
  #reserve(bytes: number): void {
    const length = Math.ceil(bytes / step) * step;
    if (this.#bytes.length < length || this.#bytes.length > length * 2) {
      this.#bytes = new Uint8Array(length);
    }
  }

  /** Bytes of memory, rounded up. */
  get size(): number {
    return 550 + 80 * this.notes.length + this.#bytes.length;
  }

  /** Reads its exchange, which stays as it is when the place is written again. */
  read(): JournalEntry {
    const { number, time, sandbox, operation, status, refusal, notes, allow, size } = this;
    const texts = decoder.decode(this.#bytes.subarray(0, this.#bodyStart)).split(separator);
    const [method = '', path = '', query = ''] = texts;
    const headersEnd = 3 + this.#headers;
    return {
      number,
      time,
      sandbox,
      operation,
      method,
      path,
      query,
      rawHeaders: texts.slice(3, headersEnd),
      body: this.#hasBody ? this.#bytes.slice(this.#bodyStart, this.#bodyEnd) : undefined,
      bodyCut: this.#bodyCut,
      status,
      refusal,
      message: this.#hasMessage ? texts.slice(Math.max(headersEnd, 4)).join(separator) : undefined,
      notes,
      allow,
      size,
    };
  }
}
