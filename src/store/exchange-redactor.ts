import type { KeptExchange } from '../engine/sandbox/journal-entry.js';
import type { Redactor } from '../log/redaction.js';

/** How many headers are kept in memory as they are shown, since they recur. */
const maxRecurring = 1_000;

/** Redacts exchanges as the admin interface shows them, before they reach the store. */
export class ExchangeRedactor {
  readonly #redactor: Redactor;
  readonly #headers = new Map<string, readonly [name: string, value: string]>();

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  text(text: string): string {
    return this.#redactor.text(text);
  }

  redact(exchange: KeptExchange): KeptExchange {
    const { text, target, query } = this.#redactor;
    const { message, test, body, bodyCut, responseBody, responseBodyCut } = exchange;
    return {
      ...exchange,
      method: text(exchange.method),
      path: target(exchange.path),
      query: query(exchange.query),
      rawHeaders: this.#redactHeaders(exchange.rawHeaders),
      rawResponseHeaders: this.#redactHeaders(exchange.rawResponseHeaders),
      body: this.#redactBody(body, bodyCut),
      responseBody: this.#redactBody(responseBody, responseBodyCut),
      message: message === undefined ? undefined : text(message),
      test: test === undefined ? undefined : text(test),
    };
  }

  /** @param headers alternating names and values */
  #redactHeaders(headers: readonly string[]): readonly string[] {
    const shown: string[] = [];
    for (let place = 0; place < headers.length; place += 2) {
      const [name = '', value = ''] = headers.slice(place, place + 2);
      const key = `${name}\n${value}`;
      let pair = this.#headers.get(key);
      if (pair === undefined) {
        pair = [this.#redactor.text(name), this.#redactor.header(name.toLowerCase(), value)];
        if (this.#headers.size >= maxRecurring) {
          this.#headers.clear();
        }
        this.#headers.set(key, pair);
      }
      shown.push(...pair);
    }
    return shown;
  }

  /** Bytes beyond ASCII stay as they are, also where they are no UTF-8. */
  #redactBody<Body extends Uint8Array | undefined>(
    body: Body,
    isCut: boolean,
  ): Body | Uint8Array<ArrayBuffer> {
    if (body === undefined) {
      return body;
    }
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1');
    const shown = this.#redactor.body(text, isCut);
    return shown === text ? body : new Uint8Array(Buffer.from(shown, 'latin1'));
  }
}
