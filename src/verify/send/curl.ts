import type { RawRequest } from './client.js';
import type { Keys, OtherCredential } from './credentials.js';
import { keyVariables } from './credentials.js';

/** A longer line helps nobody; the rest of the evidence describes the request. */
const maxLength = 4_096;

/** Nothing is special between single quotes but their end. */
const quoteWord = (text: string) => (text === '' ? '' : `'${text.replaceAll("'", "'\\''")}'`);

/** Formats bytes for `printf`: all but plain ASCII as octal escapes. */
function quoteBytes(bytes: Uint8Array): string {
  const escaped = [...bytes].map((byte) => {
    const isPlain = byte >= 0x20 && byte < 0x7f && !`%\\'`.includes(String.fromCharCode(byte));
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`;
  });
  return `'${escaped.join('')}'`;
}

const isPlain = (text: string) => /^[ -~]*$/.test(text);

/** What a curl line needs beside the request. */
interface CurlSettings {
  readonly url: string;
  readonly keys: Keys;
  readonly credential: OtherCredential;
  /** Names of the headers that each request has; a variable stands for each value. */
  readonly added: readonly string[];
  /** Hides the keys in a text. */
  readonly redact: (text: string) => string;
}

/** Quotes a header, a key in it as a variable. */
function quoteHeader(name: string, value: string, { keys, credential }: CurlSettings): string {
  const text = value === '' ? `${name};` : `${name}: ${value}`;
  const forms = [
    ...(credential.shell === undefined ? [] : [credential.shell]),
    { text: keys.valid, expression: `$${keyVariables.valid}` },
    { text: keys.invalid, expression: `$${keyVariables.invalid}` },
  ];
  const found = forms.find((form) => value.includes(form.text));
  if (found === undefined) {
    return quoteWord(text);
  }
  const at = text.lastIndexOf(found.text);
  const [start, end] = [text.slice(0, at), text.slice(at + found.text.length)];
  return end === '' && /^[\w: -]*$/.test(start)
    ? `"${start}${found.expression}"`
    : `${quoteWord(start)}"${found.expression}"${quoteWord(end)}`;
}

/** The variable for the value of a header: `X-Tenant` is `$X_TENANT`. */
const quoteAdded = (name: string) =>
  `"${name.replace(/["$`\\]/g, '\\$&')}: $${name.replace(/\W/g, '_').toUpperCase()}"`;

/**
 * Formats a request as a line for a POSIX shell, which sends the same request with curl. All of it is
 * quoted, so it is safe to run whatever the request has. The keys are variables.
 *
 * @returns undefined if the line would be too long or show the key
 */
export function formatCurl(
  { method, path, headers, body }: RawRequest,
  settings: CurlSettings,
): string | undefined {
  const target = new URL(`${settings.url}${path}`).href;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const isText = bytes !== undefined && isPlain(bytes.toString('latin1'));
  const data = isText ? `--data-raw ${quoteWord(bytes.toString()) || "''"}` : '--data-binary @-';
  // Otherwise curl adds that of a form.
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const words = [
    ...Object.entries(headers).map(([name, value]) => quoteHeader(name, value, settings)),
    ...settings.added.map(quoteAdded),
  ];
  const line = [
    ...(bytes === undefined || isText ? [] : [`printf ${quoteBytes(bytes)} |`]),
    'curl -i',
    // Brackets and braces would be patterns.
    ...(/[[\]{}]/.test(target) ? ['-g'] : []),
    ...(method === (bytes === undefined ? 'GET' : 'POST') ? [] : [`-X ${quoteWord(method)}`]),
    quoteWord(target),
    ...words.map((word) => `-H ${word}`),
    ...(bytes === undefined ? [] : [...(isTyped ? [] : ["-H 'Content-Type:'"]), data]),
  ].join(' ');
  return settings.redact(line) === line && line.length <= maxLength ? line : undefined;
}
