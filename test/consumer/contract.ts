import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PactV4 } from '@pact-foundation/pact';
import { stringify } from 'lossless-json';
import { writeInteraction } from '../../src/contract/interaction.js';
import { type Requirement, requirements } from '../../src/document/requirements.js';

// Otherwise Pact calls an analytics host. Must be set before its first call.
process.env.PACT_DO_NOT_TRACK = 'true';

const provider = 'animal-store';

/**
 * The consumers of the contract, one for each of its parts: a Pact Broker keeps one Pact of a consumer
 * version and a provider.
 */
export const consumers = {
  /** Its requests survive verifiers that parse and rewrite JSON. */
  client: 'animal-store-client',
  /** Its requests must arrive byte for byte. */
  rawClient: 'animal-store-raw-client',
} as const;

export type Consumer = (typeof consumers)[keyof typeof consumers];

interface Matched {
  readonly matchers: readonly { readonly match: string; readonly regex?: string }[];
}

interface Generator {
  readonly type: string;
  readonly expression: string;
}

/** What pact-js takes over from an interaction of Pact V4. */
interface Interaction {
  readonly description: string;
  readonly comments: { readonly references: { readonly interface: { readonly section: string } } };
  readonly providerStates?: readonly {
    readonly name: string;
    readonly params?: Readonly<Record<string, string | number>>;
  }[];
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly query?: Readonly<Record<string, string[]>>;
    readonly headers?: { readonly Authorization?: readonly [string] };
    readonly body?: { readonly content: unknown; readonly encoded: false | 'base64' };
    readonly matchingRules?: {
      readonly path?: Matched;
      readonly header?: { readonly Authorization: Matched };
    };
    readonly generators?: {
      readonly path?: Generator;
      readonly header?: { readonly Authorization: Generator };
      readonly body?: { readonly '$.categoryId': Generator };
    };
  };
  readonly response: {
    readonly status: number;
    readonly body: { readonly content: unknown };
    readonly matchingRules: { readonly body: Readonly<Record<string, Matched>> };
  };
}

/**
 * Whether a body must arrive byte for byte: parsing it fails, or loses digits. pact-js announces the two bytes of an
 * empty object and never sends them.
 */
const isRaw = ({ state: { categoryId = 'any' }, request: { body } }: Requirement) =>
  categoryId !== 'any' || (typeof body === 'string' && !/^[[{].+[\]}]$/.test(body));

/** The interactions of a consumer. */
export const listInteractions = (consumer: Consumer): readonly Interaction[] =>
  requirements
    .filter((requirement) => isRaw(requirement) === (consumer === consumers.rawClient))
    .map((requirement) => writeInteraction(requirement) as unknown as Interaction);

const getFileName = (consumer: Consumer) => `${consumer}-${provider}.json`;

export const getCommittedFile = (consumer: Consumer) =>
  fileURLToPath(new URL(`../../contracts/${getFileName(consumer)}`, import.meta.url));

type Unsent = ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>;
type ResponseBuilder = Parameters<NonNullable<Parameters<Unsent['willRespondWith']>[1]>>[0];
type Rules = Parameters<ResponseBuilder['matchingRules']>[0];

/** pact-js takes plain texts, too, where its types want matchers. */
const createMatcher = (value: string, matched?: Matched, generator?: Generator) =>
  (matched === undefined
    ? value
    : {
        'pact:matcher:type': 'regex',
        'pact:generator:type': 'ProviderState',
        regex: matched.matchers[0]?.regex,
        expression: generator?.expression,
        value,
      }) as string;

/** Converts the rules to pact-js, which has another name for `match`. */
function convertRules(rules: Readonly<Record<string, Matched>>): Rules {
  const body = Object.entries(rules).map(([path, { matchers }]) => ({
    path,
    rules: matchers.map(({ match, ...rest }) => ({
      'pact:matcher:type': match,
      ...rest,
    })),
  }));
  return { body } as unknown as Rules;
}

const contentType = {
  'pact:matcher:type': 'regex',
  regex: '(?i)^application/json *(;.*)?$',
  value: 'application/json',
} as unknown as string;

function writeBody({ body, generators }: Interaction['request']): string | undefined {
  if (body === undefined) {
    return undefined;
  }
  const text = body.encoded === false ? stringify(body.content) : atob(`${body.content}`);
  const { '$.categoryId': generator } = generators?.body ?? {};
  if (generator === undefined) {
    return text;
  }
  const { type: _type, ...ofState } = generator;
  // An integer without quotes, although the provider state returns digits in quotes.
  const category = stringify({
    'pact:matcher:type': 'integer',
    'pact:generator:type': 'ProviderState',
    ...ofState,
    value: 2,
  });
  return text?.replace('"categoryId":2', () => `"categoryId":${category}`);
}

function addInteraction(pact: PactV4, interaction: Interaction): void {
  const { description, comments, providerStates = [], request, response } = interaction;
  const { method, path, query, headers, matchingRules, generators } = request;
  const described = pact
    .addInteraction()
    .uponReceiving(description)
    // As JSON: 4.2 without quotes would become a number.
    .reference('interface', 'section', JSON.stringify(comments.references.interface.section));
  for (const { name, params } of providerStates) {
    described.given(name, params);
  }
  const body = writeBody(request);
  described
    .withRequest(method, createMatcher(path, matchingRules?.path, generators?.path), (builder) => {
      if (method === 'POST' && body === undefined) {
        builder.headers({ 'Content-Type': 'application/json' });
      }
      if (headers?.Authorization !== undefined) {
        const { Authorization: rule } = matchingRules?.header ?? {};
        const { Authorization: generator } = generators?.header ?? {};
        builder.headers({
          Authorization: createMatcher(headers.Authorization[0], rule, generator),
        });
      }
      builder.query({ ...query });
      if (body !== undefined) {
        builder.jsonBody(body);
      }
    })
    .willRespondWith(response.status, (builder) => {
      builder
        .headers({ 'Content-Type': contentType })
        .jsonBody(stringify(response.body.content))
        .matchingRules(convertRules(response.matchingRules.body));
    });
}

/**
 * Writes the contract of one consumer to a temporary folder. No mock server receives its requests: one can't
 * compare malformed JSON, and what is expected of responses only a verifier checks.
 */
export function writeContract(consumer: Consumer) {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-contract-'));
  const pact = new PactV4({ consumer, provider, dir: folder, logLevel: 'error' });
  for (const interaction of listInteractions(consumer)) {
    addInteraction(pact, interaction);
    // biome-ignore lint/complexity/useLiteralKeys: pact-js has no public method to write without a mock server
    pact['pact'].writePactFile(folder);
    pact.setup();
  }
  const file = join(folder, getFileName(consumer));
  return { folder, file, text: readFileSync(file, 'utf8') };
}
