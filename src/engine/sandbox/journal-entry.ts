import type { AllowedNote, Note } from '../choices/notes.js';
import type { SimulatorErrorCode } from '../interface/errors.js';
import { maxEncoded } from '../interface/format.js';
import type { Header, Reply, ResponseBody, ServiceRequest } from '../interface/message.js';
import type { OperationName } from '../interface/operations.js';
import type { Needs } from '../interface/response-fields.js';
import { type ByteRing, spare } from './byte-ring.js';

/** Bytes of each body that the journal keeps: a NewPet of usual length many times over. */
export const maxKept = 4_096;

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
  /** The fields that its test reads; undefined where the simulator's own needs count. */
  readonly needs?: Needs | undefined;
  /** The identifier of the rule that applied. */
  readonly rule: string | undefined;
  /** The name of the test that used the sandbox at that time. */
  readonly test: string | undefined;
}

/** The parts of a request that the journal keeps. */
export type RecordedRequest = Omit<ServiceRequest, 'header'>;

/** The parts of a reply that the journal keeps. */
export type RecordedReply = Pick<Reply, 'headers' | 'body'>;

/** The facts of an exchange that the journal keeps as values, not as bytes. */
export interface RecordedOutcome extends Omit<Outcome, 'message' | 'rule' | 'test' | 'needs'> {
  /** Counts from 1, and never starts again in the same sandbox. */
  readonly number: number;
  /** Milliseconds since 1970 by the real clock, not by the sandbox's. */
  readonly time: number;
}

/** An exchange as the journal keeps it. */
export interface JournalEntry extends RecordedOutcome, Omit<Outcome, 'needs'> {
  readonly method: string;
  /** As they were sent. */
  readonly path: string;
  readonly query: string;
  /** Alternating names and values. */
  readonly rawHeaders: readonly string[];
  /** The first 4 KiB of the body. */
  readonly body: Uint8Array | undefined;
  readonly bodyCut: boolean;
  /** Alternating names and values. */
  readonly rawResponseHeaders: readonly string[];
  /** The first 4 KiB of the response's body; undefined when there is none. */
  readonly responseBody: Uint8Array<ArrayBuffer> | undefined;
  readonly responseBodyCut: boolean;
  /** Milliseconds from the request to the handover of its response; undefined until then. */
  readonly duration: number | undefined;
  /** Bytes of memory. */
  readonly size: number;
}

/** An exchange as plain data. */
export type KeptExchange = Omit<JournalEntry, 'size'>;

/** What can't be known from a request and its reply later. */
export type RecordedFacts = Pick<KeptExchange, 'time' | 'duration' | 'bodyCut' | 'responseBodyCut'>;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Holds an exchange on its way into a ring; larger ones have a buffer of their own. */
const shared = new Uint8Array(16_384);
/** Separates texts: no method, path, query, header or name of a test has a line break (RFC 9110, 5.5). */
const separator = '\n';
const noBody: ResponseBody = '';

/** Writes alternating names and values. */
function writeHeaders(headers: readonly Header[]): string {
  let text = '';
  for (const [name, value] of headers) {
    text += `${text === '' ? '' : separator}${name}${separator}${value}`;
  }
  return text;
}

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
  /** In milliseconds; not a number until the response is sent. */
  duration = Number.NaN;
  /** Its place in the bytes of the journal: the texts, then the bodies. */
  #place = 0;
  #textsLength = 0;
  #bodyLength = 0;
  #hasBody = false;
  #bodyCut = false;
  #responseBodyLength = 0;
  #responseBodyCut = false;
  /** In characters. */
  #headersLength = 0;
  /** In characters. */
  #responseHeadersLength = 0;
  #hasMessage = false;

  /** @param facts what another journal kept of it, if it isn't new */
  write(
    number: number,
    request: RecordedRequest,
    outcome: Outcome,
    reply: RecordedReply,
    ring: ByteRing,
    facts?: RecordedFacts,
  ): void {
    const { body, method, rawHeaders } = request;
    const { message, rule = '', test = '' } = outcome;
    this.number = number;
    this.time = facts?.time ?? Date.now();
    this.duration = facts?.duration ?? Number.NaN;
    this.sandbox = outcome.sandbox;
    this.operation = outcome.operation;
    this.status = outcome.status;
    this.refusal = outcome.refusal;
    this.notes = outcome.notes;
    this.allow = outcome.allow;
    const headers = rawHeaders.join(separator);
    const responseHeaders = writeHeaders(reply.headers);
    this.#headersLength = headers.length;
    this.#responseHeadersLength = responseHeaders.length;
    this.#hasMessage = message !== undefined;
    this.#hasBody = body instanceof Uint8Array;
    const length = body instanceof Uint8Array ? body.length : 0;
    this.#bodyCut = facts?.bodyCut ?? (body === 'too-large' || length > maxKept);
    const texts = `${method}\n${request.path}\n${request.query}\n${rule}\n${test}\n${headers}\n${responseHeaders}\n${message ?? ''}`;
    this.#bodyLength = Math.min(length, maxKept);
    const max = texts.length * maxEncoded + this.#bodyLength + maxKept;
    const bytes = max > shared.length ? new Uint8Array(max) : shared;
    this.#textsLength = encoder.encodeInto(texts, bytes).written;
    if (body instanceof Uint8Array) {
      bytes.set(length > maxKept ? body.subarray(0, maxKept) : body, this.#textsLength);
    }
    const bodiesStart = this.#textsLength + this.#bodyLength;
    this.#copyResponseBody(method === 'HEAD' ? noBody : reply.body, bytes, bodiesStart);
    this.#responseBodyCut = facts?.responseBodyCut ?? this.#responseBodyCut;
    this.#place = ring.append(bytes.subarray(0, this.#length));
  }

  #copyResponseBody(body: ResponseBody, bytes: Uint8Array, place: number): void {
    if (typeof body === 'string') {
      const { read, written } = encoder.encodeInto(body, bytes.subarray(place, place + maxKept));
      this.#responseBodyLength = written;
      this.#responseBodyCut = read < body.length;
      return;
    }
    let length = 0;
    let room = maxKept;
    for (const part of body) {
      bytes.set(part.length > room ? part.subarray(0, room) : part, place + maxKept - room);
      length += part.length;
      room -= Math.min(part.length, room);
    }
    this.#responseBodyLength = maxKept - room;
    this.#responseBodyCut = length > maxKept;
  }

  /** Its bytes in the journal. */
  get #length(): number {
    return this.#textsLength + this.#bodyLength + this.#responseBodyLength;
  }

  /** The place after its bytes. */
  get end(): number {
    return this.#place + this.#length;
  }

  /** Bytes of memory, as measured. */
  get size(): number {
    return 300 + 80 * this.notes.length + Math.ceil(this.#length * spare);
  }

  /** Reads its exchange; the entry stays as it is when the slot is reused. */
  read(ring: ByteRing): JournalEntry {
    const { number, time, sandbox, operation, status, refusal, notes, allow, size, duration } =
      this;
    const bytes = ring.read(this.#place, this.#length);
    const texts = decoder.decode(bytes.subarray(0, this.#textsLength));
    const names = texts.split(separator, 5);
    const [method = '', path = '', query = '', rule, test] = names;
    const headersStart = names.reduce((sum, name) => sum + name.length + 1, 0);
    const headersEnd = headersStart + this.#headersLength;
    const headers = texts.slice(headersStart, headersEnd);
    const responseHeadersEnd = headersEnd + 1 + this.#responseHeadersLength;
    const responseHeaders = texts.slice(headersEnd + 1, responseHeadersEnd);
    const bodyEnd = this.#textsLength + this.#bodyLength;
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
      body: this.#hasBody ? bytes.slice(this.#textsLength, bodyEnd) : undefined,
      bodyCut: this.#bodyCut,
      status,
      refusal,
      message: this.#hasMessage ? texts.slice(responseHeadersEnd + 1) : undefined,
      notes,
      allow,
      rule: rule || undefined,
      test: test || undefined,
      get rawResponseHeaders() {
        return responseHeaders === '' ? [] : responseHeaders.split(separator);
      },
      responseBody: this.#responseBodyLength > 0 ? bytes.slice(bodyEnd) : undefined,
      responseBodyCut: this.#responseBodyCut,
      duration: Number.isNaN(duration) ? undefined : duration,
      size,
    };
  }
}
