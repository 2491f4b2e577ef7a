import { readInt64 } from '../base/int64.js';
import { isHopByHop } from '../document/headers.js';
import type { Header } from '../document/message.js';
import { defineOptions, type InputsOf, type Readable, type ValuesOf } from './option.js';
import {
  baseUrl,
  booleanOption,
  filePath,
  readTexts,
  secret,
  secretText,
  wholeNumber,
} from './readers.js';

const int64: Readable<bigint, bigint | number | string> = {
  expected: 'an int64 in plain digits, such as 7',
  // A number may be rounded.
  read: (raw) =>
    typeof raw === 'number' && !Number.isSafeInteger(raw) ? undefined : readInt64(String(raw)),
};

/** Set by the checks, by `--api-key`, or by HTTP for each connection or body. */
const refusedHeaders = /^(?:accept|authorization|content-length|content-type|expect|host)$/i;

function readHeaderOption(raw: unknown): Header | undefined {
  const [, name = '', value = ''] =
    /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t -~]*[!-~])[ \t]*$/.exec(String(raw)) ?? [];
  const isRefused = name === '' || isHopByHop(name) || refusedHeaders.test(name);
  return isRefused ? undefined : [name, value];
}

/** `Name: value`, once or several times. */
const headers: Readable<readonly Header[], string | readonly string[]> = {
  expected:
    '"Name: value", and not a header that verify or HTTP sets: ' +
    'Authorization (--api-key sets it), Accept, Content-Type, Host, or one of the connection',
  read: (raw) => {
    const list = [raw].flat().map(readHeaderOption);
    return list.every((header) => header !== undefined) ? list : undefined;
  },
};

/** The table of the options of `verify`: flags, help, checks and types derive from it. */
export const verifyOptionTable = {
  ...defineOptions('Options', {
    url: {
      flag: '--url <url>',
      help: 'base URL of the provider',
      ...baseUrl(),
      required: true,
    },
    apiKey: {
      flag: '--api-key <key>',
      help: 'valid API key',
      ...secretText('a key'),
      required: true,
    },
    categoryId: {
      flag: '--category-id <id>',
      help: 'existing category',
      defaultText: 'that of a listed pet, or 1',
      ...int64,
    },
    header: {
      flag: '--header <name: value>',
      help: 'header of every request; reports hide its value',
      repeatable: true,
      ...secret(headers),
      default: [],
    },
    timeout: {
      flag: '--timeout <ms>',
      help: 'maximum time for a response, and list lag',
      default: 5_000,
      ...wholeNumber(1, 120_000, 'a whole number of milliseconds'),
    },
    deadline: {
      flag: '--deadline <ms>',
      help: 'maximum time for the verification',
      default: 600_000,
      ...wholeNumber(1, 86_400_000, 'a whole number of milliseconds'),
    },
    rereadAfter: {
      help: 'age at which a pet is read again; 0 leaves that out',
      default: 3_000,
      ...wholeNumber(0, 3_600_000, 'a whole number of milliseconds'),
    },
    maxPets: {
      flag: '--max-pets <count>',
      help: 'maximum number of created pets; 120 tests limit=100',
      // All checks together create so many pets in a store that has none.
      default: 45,
      ...wholeNumber(45, 1_000),
    },
    readOnly: {
      flag: '--read-only',
      help: 'GET requests only; createPet requirements are inconclusive',
      ...booleanOption,
    },
    only: {
      flag: '--only <section>',
      help: 'section, or words of a requirement, to test',
      defaultText: 'all',
      ...readTexts('a section such as 4.2, or words of a requirement'),
    },
  }),
};

/** The table of the options that verify pacts; Pact's verifier has options of its own. */
export const pactOptionTable = defineOptions(
  "Pacts of consumers, verified instead of the interface's requirements",
  {
    pact: {
      flag: '--pact <file|folder>',
      help: 'pact to verify',
      ...readTexts('a file or a folder'),
    },
    broker: {
      flag: '--broker <url>',
      help: 'verify the pacts of a Pact Broker',
      // All users of a machine can see arguments.
      ...baseUrl(
        'a URL without credentials (set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD)',
      ),
    },
    stateMap: {
      flag: '--state-map <file>',
      help: 'JSON file: provider states of other tools to known ones',
      ...filePath('a JSON file'),
    },
  },
);

export type ResolvedPactOptions = ValuesOf<typeof pactOptionTable>;

type Inputs = InputsOf<typeof verifyOptionTable>;

/** The options of a verification; most are also flags of `animal-store verify`. */
export interface VerifyOptions
  extends Omit<Inputs, 'url' | 'apiKey'>,
    Required<Pick<Inputs, 'url' | 'apiKey'>> {}

/** All options, checked; none is missing. */
export type ResolvedVerifyOptions = ValuesOf<typeof verifyOptionTable>;
