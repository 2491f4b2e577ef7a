import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PactV4 } from '@pact-foundation/pact';
import { stringify } from 'lossless-json';
import type { Injected, Interaction, MatchingRule, Shape } from './interaction.js';

// Pact tells an analytics host of each use, unless this is said before its first call.
process.env.PACT_DO_NOT_TRACK = 'true';

const consumer = 'animal-store-client';
const provider = 'animal-store';
const fileName = `${consumer}-${provider}.json`;

export const committedFile = fileURLToPath(new URL(`../../contracts/${fileName}`, import.meta.url));

/** How long the mock server may take to note that it got what it expected. */
const patience = 30_000;

type Unsent = ReturnType<ReturnType<PactV4['addInteraction']>['withRequest']>;
type AnswerBuilder = Parameters<NonNullable<Parameters<Unsent['willRespondWith']>[1]>>[0];
type Rules = Parameters<AnswerBuilder['matchingRules']>[0];

function injected(value: string | Injected) {
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

/** The same rules under the name that pact-js has for `match`. */
function rulesOf({ rules }: Shape): Rules {
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

/** A contract in the making, in a folder of its own. */
export class Contract {
  readonly folder = mkdtempSync(join(tmpdir(), 'animal-store-contract-'));
  readonly file = join(this.folder, fileName);
  readonly #pact = new PactV4({ consumer, provider, dir: this.folder, logLevel: 'error' });

  /** Adds an interaction when `send`, which gets the address of a mock server, has had its answer. */
  async addSent(interaction: Interaction, send: (url: string) => Promise<void>): Promise<void> {
    await this.#describe(interaction).executeTest(async ({ url, port }) => {
      await send(url);
      await this.#matched(port);
    });
  }

  /** Adds an interaction that no mock server could compare, such as malformed JSON. */
  addUnsent(interaction: Interaction): void {
    this.#describe(interaction);
    this.#core.writePactFile(this.folder);
    this.#pact.setup();
  }

  /** pact-js has no way of its own to ask for a match, or to write what wasn't sent. */
  get #core() {
    // biome-ignore lint/complexity/useLiteralKeys: it is private, and only so can it be reached
    return this.#pact['pact'];
  }

  /** The mock server answers before it notes what it was asked (pact-reference#535). */
  async #matched(port: number): Promise<void> {
    const end = Date.now() + patience;
    while (!this.#core.mockServerMatchedSuccessfully(port) && Date.now() < end) {
      await sleep(5);
    }
  }

  #describe({ promise, section, authorization, states, request, status, body }: Interaction) {
    const described = this.#pact
      .addInteraction()
      .uponReceiving(promise)
      // As JSON: 4.2 without quotes would become a number.
      .reference('interface', 'section', JSON.stringify(section));
    for (const { name, parameters } of [...authorization.states, ...states]) {
      described.given(name, parameters);
    }
    return described
      .withRequest(request.method, injected(request.path) as string, (builder) => {
        builder.headers({ ...request.headers });
        if (authorization.value !== undefined) {
          builder.headers({ Authorization: injected(authorization.value) as string });
        }
        if (request.query !== undefined) {
          builder.query({ ...request.query });
        }
        if (request.body !== undefined) {
          builder.jsonBody(request.body);
        }
      })
      .willRespondWith(status, (builder) => {
        builder
          .headers({ 'Content-Type': contentType as unknown as string })
          .jsonBody(stringify(body.example))
          .matchingRules(rulesOf(body));
      });
  }
}
