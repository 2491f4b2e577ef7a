import { readInt64 } from '../engine/interface/int64.js';
import { readPrintableText, readWholeNumber } from './readers.js';
import { type RawOption, readOption, UsageError } from './resolve.js';

/** Everything that can be said of a verification; each is also a flag of `animal-store verify`. */
export interface VerifyOptions {
  /** The provider's address, to which `/pets` is appended; it usually ends in `/v1`. */
  readonly url: string;
  /** A key that the provider accepts. */
  readonly apiKey: string;
  /** A key that it does not accept. Default: one that nobody has. */
  readonly invalidApiKey?: string;
  /** A category that it accepts. Default: those of pets which it lists are tried, and 1. */
  readonly categoryId?: bigint | number | string;
  /**
   * Milliseconds that one answer may take, and that a store may lag behind what was created, from 1 to
   * 120000. Default: 5000.
   */
  readonly timeout?: number;
  /** Sends nothing but GET; what takes a createPet is then not proved. Default: false. */
  readonly readOnly?: boolean;
}

/** The options, complete and checked. */
export interface ResolvedVerifyOptions {
  readonly url: string;
  readonly apiKey: string;
  readonly invalidApiKey: string;
  readonly categoryId: bigint | undefined;
  readonly timeout: number;
  readonly readOnly: boolean;
}

/** An address without query, fragment or credentials; a slash at its end is one too many. */
function readAddress(raw: unknown): string | undefined {
  if (typeof raw !== 'string' || !URL.canParse(raw)) {
    return undefined;
  }
  const { protocol, username, password, search, hash, origin, pathname } = new URL(raw);
  const plain = username === '' && password === '' && search === '' && hash === '';
  return /^https?:$/.test(protocol) && plain ? origin + pathname.replace(/\/+$/, '') : undefined;
}

function readCategory(raw: unknown): bigint | undefined {
  if (typeof raw === 'number') {
    return Number.isSafeInteger(raw) ? BigInt(raw) : undefined;
  }
  return readInt64(String(raw));
}

const key = { legal: 'a key of printable characters without spaces', read: readPrintableText };

/** The one table of the options of `verify`: flags, environment, help and checks derive from it. */
export const verifyOptionTable = {
  url: {
    flag: '--url <address>',
    help: "the provider's address, to which /pets is appended: https://staging.example/v1",
    legal: 'an address such as https://staging.example/v1, without query or credentials',
    read: readAddress,
    required: true,
    default: undefined,
  },
  apiKey: {
    ...key,
    flag: '--api-key <key>',
    help: 'a key that the provider accepts',
    required: true,
    default: undefined,
  },
  invalidApiKey: {
    ...key,
    flag: '--invalid-api-key <key>',
    help: 'a key that it does not accept (default: one that nobody has)',
    default: 'animal-store-verify-key-of-nobody',
  },
  categoryId: {
    flag: '--category-id <id>',
    help: 'a category that it accepts (default: those of pets which it lists are tried, and 1)',
    legal: 'an int64 in plain digits, such as 7',
    read: readCategory,
    default: undefined,
  },
  timeout: {
    flag: '--timeout <ms>',
    help: 'milliseconds that one answer may take, and that a list may lag behind (default: 5000)',
    legal: 'a whole number from 1 to 120000',
    read: readWholeNumber(1, 120_000),
    default: 5_000,
  },
  readOnly: {
    flag: '--read-only',
    help: 'send nothing but GET; what takes a createPet is then not proved',
    legal: 'true or false',
    read: (raw: unknown) => ({ true: true, false: false })[String(raw)],
    default: false,
  },
} as const;

export type VerifyOptionName = keyof typeof verifyOptionTable;
export const verifyOptionNames = Object.keys(verifyOptionTable) as readonly VerifyOptionName[];

export type RawVerifyOptions = Partial<Record<VerifyOptionName, RawOption>>;

/**
 * Reads and checks all options once.
 *
 * @throws {UsageError} that names the option and the legal values
 */
export function resolveVerifyOptions(
  raw: RawVerifyOptions,
  callIt: (name: VerifyOptionName) => string,
): ResolvedVerifyOptions {
  const entries = verifyOptionNames.map((name) => {
    const entry = verifyOptionTable[name];
    const option = raw[name];
    if (option !== undefined) {
      return [name, readOption<unknown>(entry, option)];
    }
    if ('required' in entry) {
      throw new UsageError(`${callIt(name)} is missing: it must be ${entry.legal}.`);
    }
    return [name, entry.default];
  });
  const options = Object.fromEntries(entries) as ResolvedVerifyOptions;
  const { url } = options;
  if (url.endsWith('/pets')) {
    throw new UsageError(
      `${raw.url?.label} is ${url}, and /pets is appended to it; did you mean ` +
        `${url.slice(0, -'/pets'.length)}?`,
    );
  }
  if (options.apiKey === options.invalidApiKey) {
    throw new UsageError(
      `${callIt('apiKey')} and ${callIt('invalidApiKey')} are the same key. Give one that the ` +
        'provider accepts and one that it does not.',
    );
  }
  return Object.freeze(options);
}
