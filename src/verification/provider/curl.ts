import type { Keys } from './credentials.js';
import type { RawRequest } from './transport.js';

/** The variables of a curl line that stand for the keys, which no report may show. */
const [validKey, invalidKey] = ['ANIMAL_STORE_API_KEY', 'INVALID_API_KEY'];

/** A longer line helps nobody; the rest of the evidence describes the request. */
const maxLength = 4_096;

const minForm = 4;

const pipeKey = (format: string, command: string) =>
  `$(printf ${format} "$${validKey}" | ${command})`;

/** The keys and the forms of the valid one that checks send, and how a shell makes each. */
function listKeyForms({ valid, invalid }: Keys): [form: string, expression: string][] {
  const all: [string, string][] = [
    [valid, `$${validKey}`],
    [invalid, `$${invalidKey}`],
    [Buffer.from(`${valid}:`).toString('base64'), pipeKey('%s:', "base64 | tr -d '\\n'")],
    [[...valid].reverse().join(''), pipeKey('%s', 'rev')],
    [valid.toUpperCase(), pipeKey('%s', 'tr a-z A-Z')],
    [valid.toLowerCase(), pipeKey('%s', 'tr A-Z a-z')],
    [valid.slice(0, -1), `\${${validKey}%?}`],
    [valid.slice(1), `\${${validKey}#?}`],
  ];
  // A shorter one would be found in any word.
  return all.filter(([form], index) => index < 2 || form.length >= minForm);
}

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

/** Quotes a header, a key in it as a variable; undefined if a part of it could show the key. */
function quoteHeader(
  name: string,
  value: string,
  keys: Keys,
  mask: (text: string) => string,
): string | undefined {
  const text = value === '' ? `${name};` : `${name}: ${value}`;
  if (!isPlain(text)) {
    // A header is sent in Latin-1.
    return mask(text) === text
      ? `"$(printf ${quoteBytes(Buffer.from(text, 'latin1'))})"`
      : undefined;
  }
  const found = listKeyForms(keys).find(([form]) => value.includes(form));
  if (found === undefined) {
    return mask(text) === text ? quoteWord(text) : undefined;
  }
  const [form, expression] = found;
  const at = text.lastIndexOf(form);
  const [start, end] = [text.slice(0, at), text.slice(at + form.length)];
  if (mask(start) !== start || mask(end) !== end) {
    return undefined;
  }
  return end === '' && /^[\w: -]*$/.test(start)
    ? `"${start}${expression}"`
    : `${quoteWord(start)}"${expression}"${quoteWord(end)}`;
}

/** What a curl line needs beside the request. */
interface CurlSettings {
  readonly url: string;
  readonly keys: Keys;
  /** Names of the headers that each request has; a variable stands for each value. */
  readonly added: readonly string[];
  /** Hides the keys in a text. */
  readonly mask: (text: string) => string;
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
  { url, keys, added, mask }: CurlSettings,
): string | undefined {
  const target = new URL(`${url}${path}`).href;
  const bytes = body === undefined ? undefined : Buffer.from(body);
  // A generator of a pact can put the key of its state there.
  if ([target, bytes?.toString('latin1') ?? ''].some((text) => mask(text) !== text)) {
    return undefined;
  }
  const words = Object.entries(headers).map(([name, value]) =>
    quoteHeader(name, value, keys, mask),
  );
  const isText = bytes !== undefined && isPlain(bytes.toString('latin1'));
  const data = isText ? `--data-raw ${quoteWord(bytes.toString()) || "''"}` : '--data-binary @-';
  // Otherwise curl adds that of a form.
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  const line = [
    ...(bytes === undefined || isText ? [] : [`printf ${quoteBytes(bytes)} |`]),
    'curl -i',
    // Brackets and braces would be patterns.
    ...(/[[\]{}]/.test(target) ? ['-g'] : []),
    ...(method === (bytes === undefined ? 'GET' : 'POST') ? [] : [`-X ${quoteWord(method)}`]),
    quoteWord(target),
    ...[...words, ...added.map(quoteAdded)].map((word) => `-H ${word}`),
    ...(bytes === undefined ? [] : [...(isTyped ? [] : ["-H 'Content-Type:'"]), data]),
  ].join(' ');
  return words.includes(undefined) || line.length > maxLength ? undefined : line;
}
