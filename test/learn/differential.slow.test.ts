import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../src/index.js';
import { learn } from '../../src/learn/learn.js';
import { createConfig } from '../../src/learn/report.js';
import { exampleOf, frameworks, startRealProvider } from '../real-providers/real-provider.js';
import { resolveOptions } from '../verify/providers/in-process.js';
import { anyTraits, listWorse } from './generated-service.js';
import { expectAlike } from './generated-simulator.js';
import { answersOf, requests } from './requests.js';

// No choice imitates these: FastAPI takes [] for {}; Sinatra's example -4 for a word, and a leading zero, but no plus.
const unlike = ['/pets?limit=-4', '["Rex"]'];
const usual = requests.filter(
  ({ path, body }) => !unlike.includes(path) && !unlike.includes(`${body}`),
);
const some = fc
  .sample(fc.constantFrom(...usual), { seed: 7, numRuns: 200 })
  .filter(({ path }) => path !== '/pets?limit=07');

/** What a simulator answers otherwise than a service, with the choices that were learned and without. */
async function compare(start: () => ReturnType<typeof startRealProvider>) {
  const asked = await start();
  const options = resolveOptions({ url: asked.url, apiKey: asked.apiKey });
  const learned = await learn(options).finally(asked.close);
  const { learned: _source, ...config } = createConfig(learned);
  // Both begin without a pet.
  const { url, apiKey, close } = await start();
  const ask = (send: (path: string, init: RequestInit) => Promise<Response>) =>
    answersOf(some, /^status$/, apiKey, send);
  const services = await ask((path, init) => fetch(url + path, init)).finally(close);
  const simulate = async (options: SimulatorOptions) => {
    const { fetch: call } = createSimulator({ apiKey, fixture: 'empty', ...options });
    const answers = await ask((path, init) => call(`http://a/v1${path}`, init));
    return answers.flatMap(({ type: _, ...simulator }, index) => {
      const { type, ...service } = services[index] as (typeof services)[number];
      const isSame = isDeepStrictEqual(simulator, service);
      return isSame ? [] : [{ sent: some[index], service, simulator }];
    });
  };
  return { before: await simulate({}), after: await simulate(config) };
}

/**
 * What no choice imitates: a service that accepts what is wrong, and so has other pets; that fails; or that reads
 * plain text, but refuses other media types.
 */
const isKnown = ({ sent, service }: Awaited<ReturnType<typeof compare>>['after'][number]) =>
  /200|201|500/.test(`${service.status}`) || sent?.type === 'text/plain';

test('nothing is worse than before learning, over generated services', async () => {
  await fc.assert(
    fc.asyncProperty(anyTraits, async (traits) => {
      const worse = await listWorse(traits);
      // The closest choice of a service that reads 0x10 as 0 ignores it, as it ignores words.
      expect(worse.filter(({ sent }) => sent.path !== '/pets?limit=0x10')).toEqual([]);
    }),
    { seed: 53, numRuns: 60 },
  );
});

test('a simulator that has learned answers like the service, over generated simulators', () =>
  expectAlike(5));

describe.each(frameworks)('$name', (framework) => {
  const { missing } = framework;

  test('a simulator that has learned from a correct service answers all requests alike', async ({
    skip,
  }) => {
    skip(missing !== undefined, missing);
    const compared = await compare(() =>
      startRealProvider(framework, exampleOf(framework, 'fixed')),
    );

    expect(compared.after).toEqual([]);
  });

  test('of a service that contradicts the document, what differs is known', async ({ skip }) => {
    skip(missing !== undefined, missing);
    const natural = exampleOf(framework, 'natural');
    const compared = await compare(() => startRealProvider(framework, natural));

    expect(compared.after.filter((one) => !isKnown(one))).toEqual([]);
  });
});
