import { expect, test } from 'vitest';
import { type VerificationReport, verify } from '../../src/index.js';
import { interactions, statesOf } from './contract-file.js';
import { openService, recording } from './providers.js';

/** A read-only verification of a service, and what it was called with. */
async function readOnly(base?: Parameters<typeof recording>[0]) {
  const { service, recorded } = recording(base);
  const { url, apiKey } = await openService(service);
  const report = await verify({ url, apiKey, readOnly: true });
  return { report, recorded };
}

const verdictOn = ({ promises }: VerificationReport, sentence: string) =>
  promises.find(({ promise }) => promise === sentence)?.verdict;

/** What createPet promises, by the sentences of the contract. */
const ofCreatePet = interactions
  .filter(({ request }) => request.method === 'POST')
  .map(({ description }) => description);

test('nothing is sent but GET', async () => {
  const { recorded } = await readOnly();

  expect([...new Set(recorded.map(({ call }) => call.method))]).toEqual(['GET']);
});

test('no pet is announced, and none created', async () => {
  const { service } = recording();
  const { url, apiKey } = await openService(service);
  let announced: number | undefined;

  const { createdPets } = await verify(
    { url, apiKey, readOnly: true },
    { begins: ({ maxPets }) => (announced = maxPets) },
  );

  expect([announced, createdPets]).toEqual([0, 0]);
});

test('what takes a createPet is not proved, and says so', async () => {
  const { report } = await readOnly();

  const judged = report.promises.filter(({ promise }) => ofCreatePet.includes(promise));
  expect(judged).toHaveLength(ofCreatePet.length);
  for (const { verdict, reason } of judged) {
    expect([verdict, reason]).toEqual([
      'not proved',
      'it takes a createPet, and --read-only was asked for',
    ]);
  }
});

test('what reading proves is held', async () => {
  const { report } = await readOnly();

  expect(verdictOn(report, 'a page has at most 1 pet when limit is 1')).toBe('held');
  expect(verdictOn(report, 'reading a pet with a wrong API key is refused')).toBe('held');
  expect(report.outcome).toBe('held');
});

test('where there is no pet, what takes one is not proved', async () => {
  const { service } = recording();
  const { report } = await readOnly(
    class extends service {
      protected override firstPets() {
        return [];
      }
    },
  );

  const ofPets = interactions.filter((interaction) =>
    statesOf(interaction).some(({ state }) => state === 'a pet exists'),
  );
  const verdicts = ofPets.map(({ description }) => verdictOn(report, description));
  expect(verdicts).toEqual(verdicts.map(() => 'not proved'));
  expect(verdicts.length).toBeGreaterThan(0);
  expect(report.outcome).toBe('held');
});
