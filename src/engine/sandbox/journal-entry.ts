import type { AllowedNote, Note } from '../choices/notes.js';
import type { SimulatorErrorCode } from '../interface/errors.js';
import type { ServiceRequest } from '../interface/message.js';
import type { OperationName } from '../interface/operations.js';
import { maxEncoded } from '../interface/utf8.js';
import { type ByteRing, spare } from './byte-ring.js';

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

/** The facts of an exchange that the journal keeps as values, not as bytes. */
export interface RecordedOutcome extends Omit<Outcome, 'message'> {
  /** Counts from 1, and never starts again in the same sandbox. */
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
/** Holds an exchange on its way into a ring; larger ones have a buffer of their own. */
const shared = new Uint8Array(16_384);
/** Separates texts: no method, path, query or header has a line break (RFC 9110, 5.5). */
const separator = '\n';

/**
 * A slot of the journal, which is reused when its exchange is dropped. The garbage collector would copy new
 * objects for each exchange before they are dropped, and requests wait meanwhile.
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
  /** Its place in the bytes of the journal: the texts, then the body. */
  #place = 0;
  #textsLength = 0;
  #bodyLength = 0;
  #hasBody = false;
  #bodyCut = false;
  /** In characters. */
  #headersLength = 0;
  #hasMessage = false;

  write(number: number, request: ServiceRequest, outcome: Outcome, ring: ByteRing): void {
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
    const headers = rawHeaders.join(separator);
    this.#headersLength = headers.length;
    this.#hasMessage = message !== undefined;
    this.#hasBody = body instanceof Uint8Array;
    const length = body instanceof Uint8Array ? body.length : 0;
    this.#bodyCut = body === 'too-large' || length > maxKept;
    const texts = `${request.method}\n${request.path}\n${request.query}\n${headers}\n${message ?? ''}`;
    this.#bodyLength = Math.min(length, maxKept);
    const max = texts.length * maxEncoded + this.#bodyLength;
    const bytes = max > shared.length ? new Uint8Array(max) : shared;
    this.#textsLength = encoder.encodeInto(texts, bytes).written;
    if (body instanceof Uint8Array) {
      bytes.set(length > maxKept ? body.subarray(0, maxKept) : body, this.#textsLength);
    }
    this.#place = ring.append(bytes.subarray(0, this.#textsLength + this.#bodyLength));
  }

  /** The place after its bytes. */
  get end(): number {
    return this.#place + this.#textsLength + this.#bodyLength;
  }

  /** Bytes of memory, as measured. */
  get size(): number {
    const bytes = this.#textsLength + this.#bodyLength;
    return 250 + 80 * this.notes.length + Math.ceil(bytes * spare);
  }

  /** Reads its exchange; the entry stays as it is when the slot is reused. */
  read(ring: ByteRing): JournalEntry {
    const { number, time, sandbox, operation, status, refusal, notes, allow, size } = this;
    const bytes = ring.read(this.#place, this.#textsLength + this.#bodyLength);
    const texts = decoder.decode(bytes.subarray(0, this.#textsLength));
    const [method = '', path = '', query = ''] = texts.split(separator, 3);
    const headersStart = method.length + path.length + query.length + 3;
    const headersEnd = headersStart + this.#headersLength;
    const headers = texts.slice(headersStart, headersEnd);
    return {
      number,
      time,
      sandbox,
      operation,
      method,
      path,
      query,
      // Split on demand: thousands of short strings would take ten times the memory of one.
      get rawHeaders() {
        return headers === '' ? [] : headers.split(separator);
      },
      body: this.#hasBody ? bytes.slice(this.#textsLength) : undefined,
      bodyCut: this.#bodyCut,
      status,
      refusal,
      message: this.#hasMessage ? texts.slice(headersEnd + 1) : undefined,
      notes,
      allow,
      size,
    };
  }
}
