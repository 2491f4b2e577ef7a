import { UsageError } from '../options/usage-error.js';

/** How a Pact Broker is reached. Its secrets come from variables only: all users can see arguments. */
export interface BrokerSettings {
  /** Without credentials, and with a slash at its end. */
  readonly url: URL;
  /** The header Authorization, if there are credentials. */
  readonly authorization: string | undefined;
  /** What messages call the credentials: `the token of PACT_BROKER_TOKEN`. */
  readonly credentials: string | undefined;
  /** Texts that no message may have. */
  readonly secrets: readonly string[];
  /** Maximum milliseconds of a request with all its retries. */
  readonly timeout: number;
  readonly retries: number;
}

/** Reads a variable without white space at its ends; an empty one counts as unset. */
export const readVariable = (name: string): string | undefined =>
  process.env[name]?.trim() || undefined;

function readNumber(name: string, normal: number, max: number, what: string): number {
  const text = readVariable(name);
  const value = text === undefined ? normal : Number(text);
  if (!(value >= 0 && value <= max)) {
    throw new UsageError(`${name} must be a number of ${what} up to ${max}; got "${text}".`);
  }
  return value;
}

/** Decodes user or password of a URL; malformed percent-encoding stays as it is. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const toBasic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

type Credentials = Pick<BrokerSettings, 'authorization' | 'credentials' | 'secrets'>;

function readCredentials(url: URL, label: string): Credentials {
  const token = readVariable('PACT_BROKER_TOKEN');
  const [user, password = ''] = [
    readVariable('PACT_BROKER_USERNAME'),
    readVariable('PACT_BROKER_PASSWORD'),
  ];
  if (token !== undefined) {
    const credentials = 'the token of PACT_BROKER_TOKEN';
    return { authorization: `Bearer ${token}`, credentials, secrets: [token] };
  }
  if (user !== undefined) {
    const authorization = toBasic(user, password);
    const credentials = 'PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD';
    return { authorization, credentials, secrets: [password, authorization.slice(6)] };
  }
  if (url.username !== '') {
    const own = decode(url.password);
    const authorization = toBasic(decode(url.username), own);
    const secrets = [own, url.password, authorization.slice(6)];
    return { authorization, credentials: `the user in ${label}`, secrets };
  }
  return { authorization: undefined, credentials: undefined, secrets: [] };
}

function readLimits(): Pick<BrokerSettings, 'timeout' | 'retries'> {
  return {
    timeout: readNumber('PACT_BROKER_TIMEOUT', 30, 3_600, 'seconds') * 1_000,
    retries: Math.floor(readNumber('PACT_BROKER_HTTP_RETRIES', 2, 10, 'retries')),
  };
}

/** How to reach another server, which gets no credentials. */
export const createOpenSettings = (origin: string): BrokerSettings => ({
  url: new URL(origin),
  authorization: undefined,
  credentials: undefined,
  secrets: [],
  ...readLimits(),
});

/**
 * Reads how to reach the broker, from the flag --broker and the usual variables.
 *
 * @param flag the URL of --broker, which overrides PACT_BROKER_BASE_URL
 * @param example a command that sets the URL
 * @throws {UsageError} when there is no URL, or a variable is wrong
 */
export function readBrokerSettings(flag: string | undefined, example: string): BrokerSettings {
  const label = flag === undefined ? 'PACT_BROKER_BASE_URL' : '--broker';
  const text = flag?.trim() ?? readVariable('PACT_BROKER_BASE_URL');
  if (text === undefined) {
    throw new UsageError(
      'The URL of the Pact Broker is required. Set --broker or PACT_BROKER_BASE_URL:\n' +
        `  PACT_BROKER_BASE_URL=https://broker.example ${example}`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `${label} must begin with http:// or https://; got "${text.replace(/^.*@/s, '***@')}".`,
    );
  }
  const plain = new URL(`${url.origin}${url.pathname.replace(/\/*$/, '/')}`);
  return {
    url: plain,
    ...readCredentials(url, label),
    ...readLimits(),
  };
}

/** The variables of all commands that use a broker, for their help. */
export const brokerVariables = `  PACT_BROKER_BASE_URL         URL of the broker, such as https://broker.example
  PACT_BROKER_TOKEN            token
  PACT_BROKER_USERNAME         user, instead of a token
  PACT_BROKER_PASSWORD         password of the user
  PACT_BROKER_HTTP_RETRIES     retries of a failed request (default: 2)
  PACT_BROKER_TIMEOUT          maximum seconds for a request (default: 30)`;
