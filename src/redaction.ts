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
export function redactorOf({ apiKey, adminToken = '' }: Secrets): Redactor {
  const known = [...apiKey, adminToken]
    .filter((key) => key.length >= shortestKey)
    .flatMap((key) => [key, encodeURIComponent(key)])
    // One may be the beginning of another.
    .sort((one, other) => other.length - one.length);
  const text = (shown: string) =>
    known.reduce((rest, key) => rest.replaceAll(key, redacted), shown);
  const isSecret = (name: string) => secretName.test(decoded(name));
  const parameter = (sent: string) => {
    const [name = '', ...value] = sent.split('=');
    return isSecret(name) && value.length > 0 ? `${name}=${redacted}` : text(sent);
  };
  const query = (sent: string) => sent.split('&').map(parameter).join('&');
  const target = (sent: string) => {
    const [path = '', ...rest] = sent.split('?');
    return rest.length === 0 ? text(path) : `${text(path)}?${query(rest.join('?'))}`;
  };
  return { text, isSecret, query, target };
}
