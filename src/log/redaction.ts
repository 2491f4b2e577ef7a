import { decodePercent } from '../engine/interface/format.js';

/** Control characters, and those that break lines or reverse text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be escaped
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Escapes what could forge a line of the log, or control a terminal. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** Replaces a key. */
export const redacted = '***';
/** Shorter keys are part of many words. */
const minKeyLength = 4;
/** Names of parameters and headers that hold a key. */
const secretName = /(?<!idempotency[-_]?)key|token|secret|password|auth/i;

/** The keys and the token that a simulator accepts. */
interface Secrets {
  readonly apiKey: readonly string[];
  readonly adminToken?: string | undefined;
}

/** Hides keys in everything that is shown or kept. */
export interface Redactor {
  /** Hides the simulator's own keys in any text. */
  text(text: string): string;
  /** Hides these keys in a query, and all values of parameters such as `token`. */
  query(query: string): string;
  /** Does the same in a path with or without a query. */
  target(target: string): string;
  /** Whether the name of a parameter or header says that it holds a key. */
  isSecret(name: string): boolean;
}

/** Creates a redactor for the keys and the token of a simulator. */
export function createRedactor({ apiKey, adminToken = '' }: Secrets): Redactor {
  const long = [...apiKey, adminToken].filter((key) => key.length >= minKeyLength);
  const known = [...new Set(long.flatMap((key) => [key, encodeURIComponent(key)]))]
    // Longest first, as one may begin with another.
    .sort((one, other) => other.length - one.length);
  // Checked before anything is replaced, as hardly any line of the log has a key.
  const hasKey = (shown: string) => known.some((key) => shown.includes(key));
  const text = (shown: string) =>
    hasKey(shown) ? known.reduce((rest, key) => rest.replaceAll(key, redacted), shown) : shown;
  const isSecret = (name: string) => secretName.test(decodePercent(name));
  const parameter = (sent: string) => {
    const [name = '', ...value] = sent.split('=');
    return isSecret(name) && value.length > 0 ? `${name}=${redacted}` : text(sent);
  };
  const isHarmless = (sent: string) =>
    !secretName.test(sent) && !sent.includes('%') && !hasKey(sent);
  const query = (sent: string) =>
    isHarmless(sent) ? sent : sent.split('&').map(parameter).join('&');
  const target = (sent: string) => {
    const mark = sent.indexOf('?');
    return mark < 0 ? text(sent) : `${text(sent.slice(0, mark))}?${query(sent.slice(mark + 1))}`;
  };
  return { text, isSecret, query, target };
}
