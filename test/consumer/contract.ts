import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PactV4 } from '@pact-foundation/pact';
import { stringify } from 'lossless-json';
import type { Injected, Interaction } from './interactions.js';
import type { MatchingRule, Shape } from './shapes.js';

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

/** Maximum time until the mock server has recorded a request, in milliseconds. */
const maxWait = 30_000;

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
    rules: list.map(({ match, ...rest }: MatchingRule) => ({
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

/** Writes the part of one consumer to a temporary folder. */
export class Contract {
  readonly folder = mkdtempSync(join(tmpdir(), 'animal-store-contract-'));
  readonly consumer: Consumer;
  readonly file: string;
  readonly committedFile: string;
  readonly #pact: PactV4;

  constructor(consumer: Consumer) {
    this.consumer = consumer;
    this.file = join(this.folder, getFileName(consumer));
    this.committedFile = getCommittedFile(consumer);
    this.#pact = new PactV4({ consumer, provider, dir: this.folder, logLevel: 'error' });
  }

  /** Adds an interaction after `send`, which receives the URL of a mock server, has succeeded. */
  async addSent(interaction: Interaction, send: (url: string) => Promise<void>): Promise<void> {
    await this.#describe(interaction).executeTest(async ({ url, port }) => {
      await send(url);
      await this.#waitForMatch(port);
    });
  }

  /** Adds an interaction that the mock server cannot compare, such as malformed JSON. */
  addUnsent(interaction: Interaction): void {
    this.#describe(interaction);
    this.#core.writePactFile(this.folder);
    this.#pact.setup();
  }

  /** pact-js has no public method to query a match, or to write an interaction that was not sent. */
  get #core() {
    // biome-ignore lint/complexity/useLiteralKeys: it is private, and cannot be reached otherwise
    return this.#pact['pact'];
  }

  /** The mock server responds before it records the request (pact-reference#535). */
  async #waitForMatch(port: number): Promise<void> {
    const end = Date.now() + maxWait;
    while (!this.#core.mockServerMatchedSuccessfully(port) && Date.now() < end) {
      await sleep(5);
    }
  }

  #describe({ row, states, path, authorization, body, response }: Interaction) {
    const described = this.#pact
      .addInteraction()
      .uponReceiving(row.requirement)
      // As JSON: 4.2 without quotes would become a number.
      .reference('interface', 'section', JSON.stringify(row.section));
    for (const { name, parameters } of states) {
      described.given(name, parameters);
    }
    return described
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
}
