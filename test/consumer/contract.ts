import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PactV4 } from '@pact-foundation/pact';
import { stringify } from 'lossless-json';
import type { Shape } from '../../src/contract/shapes.js';
import type { Injected, Interaction } from './interactions.js';

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

const getFileName = (consumer: Consumer) => `${consumer}-${provider}.json`;

export const getCommittedFile = (consumer: Consumer) =>
  fileURLToPath(new URL(`../../contracts/${getFileName(consumer)}`, import.meta.url));

type Unsent = ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>;
type AnswerBuilder = Parameters<NonNullable<Parameters<Unsent['willRespondWith']>[1]>>[0];
type Rules = Parameters<AnswerBuilder['matchingRules']>[0];

function createMatcher(value: string | Injected) {
  return typeof value === 'string'
    ? value
    : {
        'pact:matcher:type': 'regex',
        'pact:generator:type': 'ProviderState',
        regex: value.regex,
        expression: value.expression,
        value: value.example,
      };
}

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
};

function addInteraction(
  pact: PactV4,
  { row, states, path, authorization, body, response }: Interaction,
): void {
  const described = pact
    .addInteraction()
    .uponReceiving(row.requirement)
    // As JSON: 4.2 without quotes would become a number.
    .reference('interface', 'section', JSON.stringify(row.section));
  for (const { name, parameters } of states) {
    described.given(name, parameters);
  }
  described
    .withRequest(row.method, createMatcher(path) as string, (builder) => {
      if (row.method === 'POST' && body === undefined) {
        builder.headers({ 'Content-Type': 'application/json' });
      }
      if (authorization !== undefined) {
        builder.headers({ Authorization: createMatcher(authorization) as string });
      }
      for (const [name, value] of Object.entries(row.query ?? {})) {
        builder.query({ [name]: String(value) });
      }
      if (body !== undefined) {
        builder.jsonBody(body);
      }
    })
    .willRespondWith(row.status, (builder) => {
      builder
        .headers({ 'Content-Type': contentType as unknown as string })
        .jsonBody(stringify(response.example))
        .matchingRules(convertRules(response));
    });
}

/**
 * Writes the part of one consumer to a temporary folder. No mock server receives its requests: one can't compare
 * malformed JSON, and what is expected of responses only a verifier checks.
 */
export function writeContract(consumer: Consumer, members: readonly Interaction[]) {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-contract-'));
  const pact = new PactV4({ consumer, provider, dir: folder, logLevel: 'error' });
  for (const member of members) {
    addInteraction(pact, member);
    // biome-ignore lint/complexity/useLiteralKeys: pact-js has no public method to write without a mock server
    pact['pact'].writePactFile(folder);
    pact.setup();
  }
  const file = join(folder, getFileName(consumer));
  return { folder, file, text: readFileSync(file, 'utf8') };
}
