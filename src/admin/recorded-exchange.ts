import { type JsonValue, readJsonValue } from '../engine/interface/json.js';
import { getHeader } from '../engine/interface/message.js';
import type { JournalEntry } from '../engine/sandbox/journal.js';
import { type Redactor, redacted } from '../log/redaction.js';
import type { RecordedExchange } from './schemas.js';

/** Headers that say who sends, beside those whose names say so. */
const secretHeaders = ['cookie', 'set-cookie'];

const isSecretHeader = (name: string, redactor: Redactor) =>
  secretHeaders.includes(name) || redactor.isSecret(name);

/** A header's value as it is told: of one that says who sends, no more than the scheme. */
function tellHeader(name: string, value: string, redactor: Redactor): string {
  if (!isSecretHeader(name, redactor)) {
    return name === 'referer' ? redactor.target(value) : redactor.text(value);
  }
  const scheme = /^[A-Za-z]+(?= )/.exec(value)?.[0];
  return scheme === undefined ? redacted : `${scheme} ${redacted}`;
}

function uniqueNames(rawHeaders: readonly string[]): string[] {
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  return [...new Set(names.map((name) => name.toLowerCase()))];
}

function headersOf({ rawHeaders }: JournalEntry, redactor: Redactor): Record<string, string> {
  return Object.fromEntries(
    uniqueNames(rawHeaders).map((name) => [
      name,
      tellHeader(name, getHeader(rawHeaders, name) ?? '', redactor),
    ]),
  );
}

/** Hides what says who sent an exchange where differences from it quote it, and keys as everywhere. */
export function tellDifference(
  { rawHeaders, query }: JournalEntry,
  difference: string,
  redactor: Redactor,
): string {
  const headers = uniqueNames(rawHeaders).filter((name) => isSecretHeader(name, redactor));
  const parameters = [...new URLSearchParams(query)].filter(([name]) => redactor.isSecret(name));
  const secrets = [
    ...headers.flatMap((name) => getHeader(rawHeaders, name) ?? []),
    ...parameters.map(([, value]) => value),
  ];
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
