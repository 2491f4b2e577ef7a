import { escapeUnprintable } from '../../document/format.js';
import type { RawRequest } from './client.js';
import { type Keys, keyVariables } from './credentials.js';

/** A longer line helps nobody; the rest of the evidence describes the request. */
const maxLength = 4_096;

/** Nothing is special between single quotes but their end. */
const quoteWord = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** What a curl line needs beside the request. */
interface CurlSettings {
  readonly url: string;
  readonly keys: Keys;
  /** Whether the request has a part of the key. */
  readonly isSecret: boolean | undefined;
  /** Names of the headers that each request has; a variable stands for each value. */
  readonly added: readonly string[];
  /** Hides the keys in a text. */
  readonly hide: (text: string) => string;
}

/** Quotes a header, a key in it as a variable. */
function quoteHeader(name: string, value: string, keys: Keys): string {
  const text = value === '' ? `${name};` : `${name}: ${value}`;
  const key = [keys.valid, keys.invalid].find((one) => value.includes(one));
  if (key === undefined) {
    return quoteWord(text);
  }
  const variable = key === keys.valid ? keyVariables.valid : keyVariables.invalid;
  const at = text.lastIndexOf(key);
  const [start, end] = [text.slice(0, at), text.slice(at + key.length)];
  return end === '' && /^[\w: -]*$/.test(start)
    ? `"${start}$${variable}"`
    : `${quoteWord(start)}"$${variable}"${quoteWord(end)}`;
}

/** The variable for the value of a header: `X-Tenant` is `$X_TENANT`. */
const quoteAdded = (name: string) =>
  `"${name.replace(/["$`\\]/g, '\\$&')}: $${name.replace(/\W/g, '_').toUpperCase()}"`;

/**
 * Formats a request as a line for a POSIX shell, which sends the same request with curl. All of it is
 * quoted, so it is safe to run whatever the request has. The keys are variables.
 *
 * @returns undefined if the line would be too long, have unprintable characters, or show the key
 */
export function formatCurl(
  { method, path, headers, body }: RawRequest,
  { url, keys, isSecret, added, hide }: CurlSettings,
): string | undefined {
  const target = new URL(`${url}${path}`).href;
  // Otherwise curl adds the type of a form.
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const line = [
    'curl -i',
    // Brackets and braces would be patterns.
    ...(/[[\]{}]/.test(target) ? ['-g'] : []),
    ...(method === (body === undefined ? 'GET' : 'POST') ? [] : [`-X ${method}`]),
    quoteWord(target),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteHeader(name, value, keys)}`),
    ...added.map((name) => `-H ${quoteAdded(name)}`),
    ...(body === undefined || isTyped ? [] : ["-H 'Content-Type:'"]),
    ...(body === undefined ? [] : [`--data-raw ${quoteWord(`${body}`)}`]),
  ].join(' ');
  const isPlain = !(body instanceof Uint8Array) && escapeUnprintable(line) === line;
  return isPlain && !isSecret && hide(line) === line && line.length <= maxLength ? line : undefined;
}
