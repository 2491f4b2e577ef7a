import type { JournalEntry } from '../engine/simulation/journal.js';
import { type JsonValue, readJsonValue } from '../engine/simulation/json-value.js';
import { headerOf } from '../engine/simulation/request-pattern.js';
import type { RecordedExchange } from './schemas.js';

/** What stands in for a key. */
const redacted = '***';
/** Shorter ones would be found in all kinds of words. */
const shortestKey = 4;
/** Headers that say who sends, whatever is in them: keys of other services are sent by mistake. */
const secretHeaders = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'simulator-admin-token',
];

/** Hides keys: the simulator's own wherever they stand, and whatever says who sends. */
export type Redact = (text: string) => string;

export function redactorOf(keys: readonly string[]): Redact {
  const known = keys
    .filter((key) => key.length >= shortestKey)
    .flatMap((key) => [key, encodeURIComponent(key)])
    // One may be the beginning of another.
    .sort((one, other) => other.length - one.length);
  return (text) => known.reduce((rest, key) => rest.replaceAll(key, redacted), text);
}

/** A header's value as it is told: of one that says who sends, no more than the scheme. */
function tellHeader(name: string, value: string, redact: Redact): string {
  if (!secretHeaders.includes(name)) {
    return redact(value);
  }
  const scheme = /^[A-Za-z]+(?= )/.exec(value)?.[0];
  return scheme === undefined ? redacted : `${scheme} ${redacted}`;
}

function headersOf({ rawHeaders }: JournalEntry, redact: Redact): Record<string, string> {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  const unique = [...new Set(names.map((name) => name.toLowerCase()))];
  return Object.fromEntries(
    unique.map((name) => [name, tellHeader(name, headerOf(rawHeaders, name) ?? '', redact)]),
  );
}

/** Hides what says who sent an exchange where differences from it quote it, and keys as everywhere. */
export function tellDifference(
  { rawHeaders }: JournalEntry,
  difference: string,
  redact: Redact,
): string {
  const secrets = secretHeaders.flatMap((name) => headerOf(rawHeaders, name) ?? []);
  const told = secrets.reduce(
    (rest, secret) => rest.replaceAll(JSON.stringify(secret), `"${redacted}"`),
    difference,
  );
  return redact(told);
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
