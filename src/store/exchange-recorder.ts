import type { Decision } from '../engine/exchange.js';
import { maxEncoded } from '../engine/interface/format.js';
import { type Header, type ResponseBody, readBodyText } from '../engine/interface/message.js';
import { maxKept } from '../engine/sandbox/journal-entry.js';
import type { RecordedExchange } from '../engine/sandbox/log-entry.js';
import type { Redactor } from '../log/redaction.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** How many headers are kept in memory as they are shown, since they recur. */
const maxRecurring = 1_000;

const encoder = new TextEncoder();
const shared = new Uint8Array(maxKept);

interface RecordedResponse {
  readonly text: string;
  readonly isCut: boolean;
}

/** The first bytes of a text; no character is cut in half. */
function cut(text: string): RecordedResponse {
  if (text.length * maxEncoded <= maxKept) {
    return { text, isCut: false };
  }
  const { read } = encoder.encodeInto(text, shared);
  return { text: text.slice(0, read), isCut: read < text.length };
}

/** Records exchanges as the admin interface shows them: without keys, before they reach the store. */
export class ExchangeRecorder {
  readonly #redactor: Redactor;
  readonly #headers = new Map<string, readonly [name: string, value: string]>();
  /** By the first part of a page, which many responses share. */
  readonly #pages = new WeakMap<Bytes, RecordedResponse>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  readonly text = (text: string): string => this.#redactor.text(text);

  record(
    { request, outcome, reply }: Decision,
    number: number,
    duration: number,
  ): RecordedExchange {
    const { text, target, query } = this.#redactor;
    const { message, test } = outcome;
    const body = request.body instanceof Uint8Array ? request.body : undefined;
    const bodyCut = request.body === 'too-large' || (body?.length ?? 0) > maxKept;
    const response = this.#recordResponse(request.method === 'HEAD' ? '' : reply.body);
    return {
      number,
      time: Date.now(),
      sandbox: outcome.sandbox,
      duration,
      operation: outcome.operation,
      method: text(request.method),
      path: target(request.path),
      query: query(request.query),
      rawHeaders: this.#redactHeaders(request.rawHeaders),
      body: body && this.#redactBody(body.subarray(0, maxKept), bodyCut),
      bodyCut,
      status: outcome.status,
      refusal: outcome.refusal,
      message: message === undefined ? undefined : text(message),
      notes: outcome.notes,
      allow: outcome.allow,
      rule: outcome.rule,
      test: test === undefined ? undefined : text(test),
      rawResponseHeaders: this.#redactPairs(reply.headers),
      responseBody: response.text === '' ? undefined : response.text,
      responseBodyCut: response.isCut,
    };
  }

  #recordResponse(body: ResponseBody): RecordedResponse {
    if (typeof body === 'string') {
      return this.#redactResponse(body);
    }
    const [page] = body;
    let recorded = page && this.#pages.get(page);
    if (recorded === undefined) {
      recorded = this.#redactResponse(readBodyText(body));
      // The parts of other pages may be shared by pages that differ.
      if (page !== undefined && body.length === 1) {
        this.#pages.set(page, recorded);
      }
    }
    return recorded;
  }

  #redactResponse(body: string): RecordedResponse {
    const { text, isCut } = cut(body);
    return { text: this.#redactor.body(text, isCut), isCut };
  }

  #redactPairs(headers: readonly Header[]): readonly string[] {
    const shown: string[] = [];
    for (const [name, value] of headers) {
      const [shownName, shownValue] = this.#redactHeader(name, value);
      shown.push(shownName, shownValue);
    }
    return shown;
  }

  /** @param headers alternating names and values */
  #redactHeaders(headers: readonly string[]): readonly string[] {
    const shown: string[] = [];
    for (let place = 0; place < headers.length; place += 2) {
      const [name, value] = this.#redactHeader(headers[place] ?? '', headers[place + 1] ?? '');
      shown.push(name, value);
    }
    return shown;
  }

  #redactHeader(name: string, value: string): readonly [name: string, value: string] {
    const key = `${name}\n${value}`;
    let shown = this.#headers.get(key);
    if (shown === undefined) {
      shown = [this.#redactor.text(name), this.#redactor.header(name.toLowerCase(), value)];
      if (this.#headers.size >= maxRecurring) {
        this.#headers.clear();
      }
      this.#headers.set(key, shown);
    }
    return shown;
  }

  /** Bytes beyond ASCII stay as they are, also where they are no UTF-8. */
  #redactBody<Body extends Uint8Array>(body: Body, isCut: boolean): Body | Bytes {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
    const shown = this.#redactor.body(text, isCut);
    return shown === text ? body : new Uint8Array(Buffer.from(shown, 'latin1'));
  }
}
