/** What a terminal or a line-based tool could take for something else. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to be escaped
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Nobody's text can forge a line, or steer a terminal. */
export function escapeUnprintable(text: string): string {
  return text.replace(unprintable, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

/** What stands in for a key. */
export const redacted = '***';
/** Shorter ones would be found in all kinds of words. */
const shortestKey = 4;
/** What parameters and headers are called that some clients send a key in. */
const secretName = /(?<!idempotency[-_]?)key|token|secret|password|auth/i;

/** What lets somebody in. */
interface Secrets {
  readonly apiKey: readonly string[];
  readonly adminToken?: string | undefined;
}

/** Hides keys in what is shown or kept. */
export interface Redactor {
  /** Hides the simulator's own keys, wherever they stand. */
  text(text: string): string;
  /** Hides, in a query as it was sent, also what parameters have whose names say that it is a key. */
  query(query: string): string;
  /** The same of a path with its query, if it has one. */
  target(target: string): string;
  /** Whether a parameter or header has a name that says that it is a key. */
  isSecret(name: string): boolean;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Hides the keys and the token that a simulator was started with. */
export function createRedactor({ apiKey, adminToken = '' }: Secrets): Redactor {
  const long = [...apiKey, adminToken].filter((key) => key.length >= shortestKey);
  const known = [...new Set(long.flatMap((key) => [key, encodeURIComponent(key)]))]
    // One may be the beginning of another.
    .sort((one, other) => other.length - one.length);
  // Asked before anything is replaced: every line of the log comes here, and hardly any has a key.
  const hasKey = (shown: string) => known.some((key) => shown.includes(key));
  const text = (shown: string) =>
    hasKey(shown) ? known.reduce((rest, key) => rest.replaceAll(key, redacted), shown) : shown;
  const isSecret = (name: string) => secretName.test(decoded(name));
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
