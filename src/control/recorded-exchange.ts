import type { JournalEntry } from '../engine/simulation/journal.js';
import { type JsonValue, readJsonValue } from '../engine/simulation/json-value.js';
import { headerOf } from '../engine/simulation/request-pattern.js';
import type { RecordedExchange } from './schemas.js';

/** What stands in for a key. */
const redacted = '***';
/** Shorter ones would be found in all kinds of words. */
const shortestKey = 4;
/** Headers that say who sends, whatever is in them: keys of other services are sent by mistake. */
const secretHeaders = ['authorization', 'proxy-authorization', 'cookie'];

/** Hides keys: the simulator's own wherever they stand, and whatever says who sends. */
export type Redact = (text: string) => string;

export function redactorOf(keys: readonly string[]): Redact {
  const known = keys.filter((key) => key.length >= shortestKey);
  return (text) => known.reduce((rest, key) => rest.replaceAll(key, redacted), text);
}

function headersOf({ rawHeaders }: JournalEntry, redact: Redact): Record<string, string> {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  const headers: [string, string][] = [...new Set(names.map((name) => name.toLowerCase()))].map(
    (name) => {
      const value = headerOf(rawHeaders, name) ?? '';
      const scheme = /^[A-Za-z]+(?= )/.exec(value)?.[0];
      const secret = scheme === undefined ? redacted : `${scheme} ${redacted}`;
      return [name, secretHeaders.includes(name) ? secret : redact(value)];
    },
  );
  return Object.fromEntries(headers);
}

function jsonOf(text: string): { readonly json?: JsonValue } {
  try {
    return { json: readJsonValue(text) };
  } catch {
    return {};
  }
}

function bodyOf({ body, bodyCut }: JournalEntry, redact: Redact) {
  if (body === undefined) {
    return bodyCut ? { bodyCut } : {};
  }
  const text = redact(new TextDecoder().decode(body));
  return bodyCut ? { body: text, bodyCut } : { body: text, ...jsonOf(text) };
}

/** An exchange of the journal as it is told: without keys, and with its body as JSON if it is. */
export function tellExchange(entry: JournalEntry, redact: Redact): RecordedExchange {
  const { number, time, sandbox, operation, method, path, query, status, notes } = entry;
  return {
    number,
    time: new Date(time).toISOString(),
    sandbox,
    ...(operation === undefined ? {} : { operation }),
    method,
    path: redact(path),
    query: redact(query),
    headers: headersOf(entry, redact),
    ...bodyOf(entry, redact),
    status,
    notes: [...notes],
  };
}
