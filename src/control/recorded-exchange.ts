import type { JournalEntry } from '../engine/simulation/journal.js';
import { type JsonValue, readJsonValue } from '../engine/simulation/json-value.js';
import { headerOf } from '../engine/simulation/request-pattern.js';
import { type Redactor, redacted } from '../redaction.js';
import type { RecordedExchange } from './schemas.js';

/** Headers that say who sends, whatever is in them: keys of other services are sent by mistake. */
const secretHeaders = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'simulator-admin-token',
];

/** A header's value as it is told: of one that says who sends, no more than the scheme. */
function tellHeader(name: string, value: string, redactor: Redactor): string {
  if (!secretHeaders.includes(name)) {
    return redactor.text(value);
  }
  const scheme = /^[A-Za-z]+(?= )/.exec(value)?.[0];
  return scheme === undefined ? redacted : `${scheme} ${redacted}`;
}

function headersOf({ rawHeaders }: JournalEntry, redactor: Redactor): Record<string, string> {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  const unique = [...new Set(names.map((name) => name.toLowerCase()))];
  return Object.fromEntries(
    unique.map((name) => [name, tellHeader(name, headerOf(rawHeaders, name) ?? '', redactor)]),
  );
}

/** Hides what says who sent an exchange where differences from it quote it, and keys as everywhere. */
export function tellDifference(
  { rawHeaders }: JournalEntry,
  difference: string,
  redactor: Redactor,
): string {
  const secrets = secretHeaders.flatMap((name) => headerOf(rawHeaders, name) ?? []);
  const told = secrets.reduce(
    (rest, secret) => rest.replaceAll(JSON.stringify(secret), `"${redacted}"`),
    difference,
  );
  return redactor.text(told);
}

function jsonOf(text: string): { readonly json?: JsonValue } {
  try {
    return { json: readJsonValue(text) };
  } catch {
    return {};
  }
}

function bodyOf({ body, bodyCut }: JournalEntry, redactor: Redactor) {
  if (body === undefined) {
    return bodyCut ? { bodyCut } : {};
  }
  const text = redactor.text(new TextDecoder().decode(body));
  return bodyCut ? { body: text, bodyCut } : { body: text, ...jsonOf(text) };
}

/** An exchange of the journal as it is told: without keys, and with its body as JSON if it is. */
export function tellExchange(entry: JournalEntry, redactor: Redactor): RecordedExchange {
  const { number, time, sandbox, operation, method, path, query, status, message, notes } = entry;
  return {
    number,
    time: new Date(time).toISOString(),
    sandbox,
    ...(operation === undefined ? {} : { operation }),
    method,
    path: redactor.text(path),
    query: redactor.query(query),
    headers: headersOf(entry, redactor),
    ...bodyOf(entry, redactor),
    status,
    ...(message === undefined ? {} : { message: redactor.text(message) }),
    notes: [...notes],
  };
}
