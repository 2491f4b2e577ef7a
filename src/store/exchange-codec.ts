import { isUtf8 } from 'node:buffer';
import type { AllowedNote, Note } from '../engine/choices/notes.js';
import type { KeptExchange } from '../engine/sandbox/journal-entry.js';
import type { RecordedExchange } from '../engine/sandbox/log-entry.js';

type Separate = 'sandbox' | 'notes' | 'allow' | 'body' | 'responseBody';

/** An exchange as JSON, without the name of its sandbox; its bodies follow as they are. */
export type StoredExchange = Omit<KeptExchange, Separate> & {
  readonly notes: string;
  readonly allow: string;
  readonly body?: StoredBody | undefined;
  readonly responseBody?: StoredBody | undefined;
};

/** How many characters a body has; they are Base64 if its bytes are no UTF-8. */
type StoredBody = readonly [length: number, isBase64: boolean];

/** How many lists of notes are kept in memory once, as they recur. */
const maxRecurring = 1_000;

/** Writes lists that recur as JSON, and reads equal ones as the same list. */
class RecurringLists<Item> {
  readonly #texts = new WeakMap<readonly Item[], string>();
  readonly #lists = new Map<string, readonly Item[]>();

  write(list: readonly Item[]): string {
    let text = this.#texts.get(list);
    if (text === undefined) {
      text = JSON.stringify(list);
      this.#texts.set(list, text);
    }
    return text;
  }

  read(text: string): readonly Item[] {
    let list = this.#lists.get(text);
    if (list === undefined) {
      list = JSON.parse(text) as readonly Item[];
      if (this.#lists.size >= maxRecurring) {
        this.#lists.clear();
      }
      this.#lists.set(text, list);
    }
    return list;
  }
}

const noteLists = new RecurringLists<Note>();
const allowedLists = new RecurringLists<AllowedNote>();

function writeBody(body: Uint8Array | undefined): readonly [text: string, StoredBody | undefined] {
  if (body === undefined) {
    return ['', undefined];
  }
  const isText = isUtf8(body);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length);
  const text = bytes.toString(isText ? 'utf8' : 'base64');
  return [text, [text.length, !isText]];
}

function readBody(
  stored: StoredBody | undefined,
  text: string,
): Uint8Array<ArrayBuffer> | undefined {
  if (stored === undefined) {
    return undefined;
  }
  const [length, isBase64] = stored;
  return new Uint8Array(Buffer.from(text.slice(0, length), isBase64 ? 'base64' : 'utf8'));
}

function writeResponse(body: RecordedExchange['responseBody']): ReturnType<typeof writeBody> {
  return typeof body === 'string' ? [body, [body.length, false]] : writeBody(body);
}

/** Writes an exchange as JSON, and its bodies as a text that follows. */
export function encodeExchange(
  exchange: RecordedExchange,
): readonly [StoredExchange, bodies: string] {
  const { notes, allow, body, responseBody } = exchange;
  const [text, stored] = writeBody(body);
  const [responseText, storedResponse] = writeResponse(responseBody);
  // Field by field: copying them all at once takes several times as long.
  return [
    {
      number: exchange.number,
      time: exchange.time,
      duration: exchange.duration,
      operation: exchange.operation,
      method: exchange.method,
      path: exchange.path,
      query: exchange.query,
      rawHeaders: exchange.rawHeaders,
      body: stored,
      bodyCut: exchange.bodyCut,
      status: exchange.status,
      refusal: exchange.refusal,
      message: exchange.message,
      notes: noteLists.write(notes),
      allow: allowedLists.write(allow),
      rule: exchange.rule,
      test: exchange.test,
      rawResponseHeaders: exchange.rawResponseHeaders,
      responseBody: storedResponse,
      responseBodyCut: exchange.responseBodyCut,
    },
    text + responseText,
  ];
}

export function decodeExchange(
  sandbox: string,
  { notes, allow, body, responseBody, ...facts }: StoredExchange,
  bodies: string,
): KeptExchange {
  return {
    ...facts,
    sandbox,
    notes: noteLists.read(notes),
    allow: allowedLists.read(allow),
    body: readBody(body, bodies),
    responseBody: readBody(responseBody, bodies.slice(body?.[0] ?? 0)),
  };
}
