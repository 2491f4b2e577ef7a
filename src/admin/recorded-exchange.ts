import { joinHeaders } from '../engine/interface/headers.js';
import { tryReadJsonValue } from '../engine/interface/json.js';
import type { JournalEntry } from '../engine/sandbox/journal.js';
import { type Redactor, redacted } from '../log/redaction.js';
import { omitUndefined, type RecordedExchange } from './schemas.js';

/** Headers that identify the client, although their names don't look like it. */
const secretHeaders = ['cookie', 'set-cookie'];

const isSecretHeader = (name: string, redactor: Redactor) =>
  secretHeaders.includes(name) || redactor.isSecret(name);

/** Hides a credential, except for its scheme. */
function redactHeader(name: string, value: string, redactor: Redactor): string {
  if (!isSecretHeader(name, redactor)) {
    return name === 'referer' ? redactor.target(value) : redactor.text(value);
  }
  const scheme = /^[A-Za-z]+(?= )/.exec(value)?.[0];
  return scheme === undefined ? redacted : `${scheme} ${redacted}`;
}

/** Hides the credentials of an exchange where a difference quotes them. */
export function redactDifference(
  entry: JournalEntry,
  difference: string,
  redactor: Redactor,
): string {
  const headers = [...joinHeaders(entry.rawHeaders)].filter(([name]) =>
    isSecretHeader(name, redactor),
  );
  const parameters = [...new URLSearchParams(entry.query)];
  const secrets = [
    ...headers.map(([, value]) => value),
    ...parameters.flatMap(([name, value]) => (redactor.isSecret(name) ? [value] : [])),
  ];
  return redactor.text(
    secrets.reduce(
      (text, secret) => text.replaceAll(JSON.stringify(secret), `"${redacted}"`),
      difference,
    ),
  );
}

function readBody({ body, bodyCut }: JournalEntry, redactor: Redactor) {
  const cut = bodyCut ? { bodyCut } : {};
  if (body === undefined) {
    return cut;
  }
  const text = redactor.text(new TextDecoder().decode(body));
  const json = bodyCut ? undefined : tryReadJsonValue(text);
  return { body: text, ...cut, ...(json === undefined ? {} : { json }) };
}

/** An exchange of the journal without its credentials, and with its body as JSON if it is JSON. */
export function toRecordedExchange(entry: JournalEntry, redactor: Redactor): RecordedExchange {
  const { number, time, sandbox, operation, method, path, query, status, message, notes } = entry;
  const headers = [...joinHeaders(entry.rawHeaders)].map(([name, value]) => [
    name,
    redactHeader(name, value, redactor),
  ]);
  return {
    number,
    time: new Date(time).toISOString(),
    sandbox,
    ...omitUndefined({ operation }),
    method,
    path: redactor.text(path),
    query: redactor.query(query),
    headers: Object.fromEntries(headers),
    ...readBody(entry, redactor),
    status,
    ...(message === undefined ? {} : { message: redactor.text(message) }),
    notes: [...notes],
  };
}
