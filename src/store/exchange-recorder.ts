import type { Decision } from '../engine/exchange.js';
import type { Header, ResponseBody } from '../engine/interface/message.js';
import { type KeptExchange, maxKept } from '../engine/sandbox/journal-entry.js';
import type { Redactor } from '../log/redaction.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** How many headers are kept in memory as they are shown, since they recur. */
const maxRecurring = 1_000;

const encoder = new TextEncoder();

/** The first bytes of a text; no character is cut in half. */
function encodeStart(text: string): { readonly bytes: Bytes; readonly isCut: boolean } {
  const bytes = new Uint8Array(Math.min(maxKept, 3 * text.length));
  const { read, written } = encoder.encodeInto(text, bytes);
  return { bytes: bytes.subarray(0, written), isCut: read < text.length };
}

function joinStart(parts: readonly Bytes[]): { readonly bytes: Bytes; readonly isCut: boolean } {
  const [first = new Uint8Array()] = parts;
  if (parts.length === 1) {
    return { bytes: first.subarray(0, maxKept), isCut: first.length > maxKept };
  }
  const bytes = new Uint8Array(maxKept);
  let length = 0;
  let isCut = false;
  for (const part of parts) {
    const fitting = part.subarray(0, maxKept - length);
    bytes.set(fitting, length);
    length += fitting.length;
    isCut ||= fitting.length < part.length;
  }
  return { bytes: bytes.subarray(0, length), isCut };
}

/** Records exchanges as the admin interface shows them: without keys, before they reach the store. */
export class ExchangeRecorder {
  readonly #redactor: Redactor;
  readonly #headers = new Map<string, readonly [name: string, value: string]>();
  /** By the first part of a page, which many responses share. */
  readonly #pages = new WeakMap<Bytes, { readonly bytes: Bytes; readonly isCut: boolean }>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  record({ request, outcome, reply }: Decision, number: number, duration: number): KeptExchange {
    const { text, target, query } = this.#redactor;
    const { message, test } = outcome;
    const body = request.body instanceof Uint8Array ? request.body : undefined;
    const bodyCut = request.body === 'too-large' || (body?.length ?? 0) > maxKept;
    const response = this.#recordResponse(request.method === 'HEAD' ? '' : reply.body);
    return {
      ...outcome,
      number,
      time: Date.now(),
      duration,
      method: text(request.method),
      path: target(request.path),
      query: query(request.query),
      rawHeaders: this.#redactHeaders(request.rawHeaders),
      body: body && this.#redactBody(body.subarray(0, maxKept), bodyCut),
      bodyCut,
      rawResponseHeaders: this.#redactPairs(reply.headers),
      responseBody: response.bytes.length > 0 ? response.bytes : undefined,
      responseBodyCut: response.isCut,
      message: message === undefined ? undefined : text(message),
      test: test === undefined ? undefined : text(test),
    };
  }

  #recordResponse(body: ResponseBody): { readonly bytes: Bytes; readonly isCut: boolean } {
    if (typeof body === 'string') {
      const { bytes, isCut } = encodeStart(body);
      return { bytes: this.#redactBody(bytes, isCut), isCut };
    }
    const [page] = body;
    const known = page && this.#pages.get(page);
    if (known !== undefined) {
      return known;
    }
    const { bytes, isCut } = joinStart(body);
    const recorded = { bytes: this.#redactBody(bytes, isCut), isCut };
    // The parts of other pages may be shared by pages that differ.
    if (page !== undefined && body.length === 1) {
      this.#pages.set(page, recorded);
    }
    return recorded;
  }

  #redactPairs(headers: readonly Header[]): readonly string[] {
    return headers.flatMap(([name, value]) => this.#redactHeader(name, value));
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
