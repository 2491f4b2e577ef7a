import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PactV4 } from '@pact-foundation/pact';
import { stringify } from 'lossless-json';
import {
  describeInteraction,
  exampleCategory,
  type Injected,
  type Interaction,
} from '../../src/contract/interaction.js';
import type { Shape } from '../../src/contract/shapes.js';
import { requirements } from '../../src/document/requirements.js';

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

/** The interactions of a consumer. */
export const listInteractions = (consumer: Consumer): readonly Interaction[] =>
  requirements
    .filter(({ request }) => (request.isRaw === true) === (consumer === consumers.rawClient))
    .map((requirement) => describeInteraction(requirement));

const getFileName = (consumer: Consumer) => `${consumer}-${provider}.json`;

export const getCommittedFile = (consumer: Consumer) =>
  fileURLToPath(new URL(`../../contracts/${getFileName(consumer)}`, import.meta.url));

type Unsent = ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>;
type ResponseBuilder = Parameters<NonNullable<Parameters<Unsent['willRespondWith']>[1]>>[0];
type Rules = Parameters<ResponseBuilder['matchingRules']>[0];

/** pact-js takes plain texts, too, where its types want matchers. */
const createMatcher = (value: string | Injected) =>
  (typeof value === 'string'
    ? value
    : {
        'pact:matcher:type': 'regex',
        'pact:generator:type': 'ProviderState',
        regex: value.regex,
        expression: value.expression,
        value: value.example,
      }) as string;

/** Converts the rules to pact-js, which has another name for `match`. */
function convertRules({ rules }: Shape): Rules {
  const body = Object.entries(rules).map(([path, list]) => ({
    path,
    rules: list.map(({ match, ...rest }) => ({
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

/** An integer without quotes, although the provider state returns digits in quotes. */
const injectedCategory = stringify({
  'pact:matcher:type': 'integer',
  'pact:generator:type': 'ProviderState',
  expression: `\${categoryId}`,
  dataType: 'INTEGER',
  value: exampleCategory,
});

function writeBody({ body, hasInjectedCategory }: Interaction): string | undefined {
  const category = `"categoryId":${exampleCategory}`;
  return hasInjectedCategory ? body?.replace(category, `"categoryId":${injectedCategory}`) : body;
}

function addInteraction(pact: PactV4, interaction: Interaction): void {
  const { requirement, states, method, path, query, authorization, response } = interaction;
  const described = pact
    .addInteraction()
    .uponReceiving(requirement.sentence)
    // As JSON: 4.2 without quotes would become a number.
    .reference('interface', 'section', JSON.stringify(requirement.section));
  for (const { name, params } of states) {
    described.given(name, params);
  }
  const body = writeBody(interaction);
  described
    .withRequest(method, createMatcher(path), (builder) => {
      if (method === 'POST' && body === undefined) {
        builder.headers({ 'Content-Type': 'application/json' });
      }
      if (authorization !== undefined) {
        builder.headers({ Authorization: createMatcher(authorization) });
      }
      builder.query({ ...query });
      if (body !== undefined) {
        builder.jsonBody(body);
      }
    })
    .willRespondWith(response.status, (builder) => {
      builder
        .headers({ 'Content-Type': contentType })
        .jsonBody(stringify(response.body?.example))
        .matchingRules(convertRules(response.body as Shape));
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
