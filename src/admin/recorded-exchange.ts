import { joinHeaders } from '../engine/interface/headers.js';
import { type JsonValue, omitUndefined, tryReadJsonValue } from '../engine/interface/json.js';
import type { JournalEntry } from '../engine/sandbox/journal-entry.js';
import { replaceValues } from '../log/redact-json.js';
import { type Redactor, redacted } from '../log/redaction.js';
import type { RecordedExchange } from './schemas.js';

/** Calls a function with the strings and numbers in a JSON value that a secret field has. */
function visitSecrets(
  value: JsonValue,
  isSecret: (name: string) => boolean,
  visit: (secret: string) => void,
  within = false,
): void {
  if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      visitSecrets(inner, isSecret, visit, within || isSecret(name));
    }
  } else if (within) {
    visit(String(value));
  }
}

/** Creates the function that hides the credentials of an exchange where a difference quotes them. */
export function createDifferenceRedactor(
  entry: JournalEntry,
  redactor: Redactor,
): (difference: string) => string {
  const shown = new Map<string, string>();
  const hide = (value: string) => shown.set(value, redacted);
  for (const [name, value] of joinHeaders(entry.rawHeaders)) {
    const text = redactor.isSecret(name) ? redacted : redactor.header(name, value);
    if (text !== value) {
      shown.set(value, text);
    }
  }
  for (const [name, value] of new URLSearchParams(entry.query)) {
    if (redactor.isSecret(name)) {
      hide(value);
    }
  }
  const json = entry.bodyCut ? undefined : tryReadJsonValue(new TextDecoder().decode(entry.body));
  if (json !== undefined) {
    visitSecrets(json, redactor.isSecret, hide);
  }
  return (difference) => redactor.text(replaceValues(difference, shown));
}

function readBody(body: Uint8Array | undefined, isCut: boolean, redactor: Redactor) {
  return body && redactor.body(new TextDecoder().decode(body), isCut);
}

function readHeaders(rawHeaders: readonly string[], redactor: Redactor): Record<string, string> {
  const headers = [...joinHeaders(rawHeaders)].map(([name, value]) => [
    redactor.text(name),
    redactor.header(name, value),
  ]);
  return Object.fromEntries(headers);
}

/** Rounds to microseconds, which is what the clock of Node.js can tell apart. */
export function roundDuration(milliseconds: number): number {
  return Math.round(milliseconds * 1_000) / 1_000;
}

/** An exchange of the journal without its credentials, and with its body as JSON if it is JSON. */
export function toRecordedExchange(entry: JournalEntry, redactor: Redactor): RecordedExchange {
  const { number, time, sandbox, operation, method, path, query, status, message, notes } = entry;
  const { duration, rule, test, bodyCut, responseBodyCut } = entry;
  const body = readBody(entry.body, bodyCut, redactor);
  const json = body === undefined || bodyCut ? undefined : tryReadJsonValue(body);
  const responseBody = readBody(entry.responseBody, responseBodyCut, redactor);
  return {
    number,
    time: new Date(time).toISOString(),
    sandbox,
    ...omitUndefined({ test: test && redactor.text(test), operation }),
    method: redactor.text(method),
    path: redactor.target(path),
    query: redactor.query(query),
    headers: readHeaders(entry.rawHeaders, redactor),
    ...omitUndefined({ body, bodyCut: bodyCut || undefined, json }),
    status,
    ...omitUndefined({ message: message && redactor.text(message) }),
    ...omitUndefined({ duration: duration && roundDuration(duration), rule }),
    responseHeaders: readHeaders(entry.rawResponseHeaders, redactor),
    ...omitUndefined({ responseBody, responseBodyCut: responseBodyCut || undefined }),
    notes: [...notes],
  };
}
