import { expect, test } from 'vitest';
import { type VerificationReport, verify } from '../../src/index.js';
import { rows } from '../../src/verify/rows.js';
import { openService, recording } from './open-provider.js';
import { decidingCase } from './results.js';

/** Runs a read-only verification and records its requests. */
async function readOnly(base?: Parameters<typeof recording>[0]) {
  const { service, recorded } = recording(base);
  const { url, apiKey } = await openService(service);
  const report = await verify({ url, apiKey, readOnly: true });
  return { report, recorded };
}

const findVerdict = ({ requirements }: VerificationReport, wanted: string) =>
  requirements.find(({ requirement }) => requirement === wanted)?.verdict;

/** The rows of createPet. */
const ofCreatePet = rows
  .filter(({ method }) => method === 'POST')
  .map(({ requirement }) => requirement);

test('sends GET only', async () => {
  const { recorded } = await readOnly();

  expect([...new Set(recorded.map(({ call }) => call.method))]).toEqual(['GET']);
});

test('announces and creates no pet', async () => {
  const { service } = recording();
  const { url, apiKey } = await openService(service);
  let announced: number | undefined;

  const { createdPets } = await verify(
    { url, apiKey, readOnly: true },
    { onStart: ({ maxPets }) => (announced = maxPets) },
  );

  expect([announced, createdPets]).toEqual([0, 0]);
});

test('requirements that need createPet are inconclusive', async () => {
  const { report } = await readOnly();

  const results = report.requirements.filter(({ requirement }) =>
    ofCreatePet.includes(requirement),
  );
  expect(results).toHaveLength(ofCreatePet.length);
  for (const result of results) {
    expect([result.verdict, decidingCase(result)?.reason]).toEqual([
      'inconclusive',
      'testing it needs createPet, which --read-only excludes',
    ]);
  }
});

test('requirements of GET pass', async () => {
  const { report } = await readOnly();

  expect(findVerdict(report, 'a page with limit 1 has at most 1 pet')).toBe('passed');
  expect(findVerdict(report, 'getPet with an invalid API key is rejected')).toBe('passed');
  expect(report.outcome).toBe('passed');
});

test('without a listed pet, requirements that need one are inconclusive', async () => {
  const { service } = recording();
  const { report } = await readOnly(
    class extends service {
      protected override firstPets() {
        return [];
      }
    },
  );

  const ofPets = rows.filter(({ state }) => state.pet !== undefined);
  const verdicts = ofPets.map(({ requirement }) => findVerdict(report, requirement));
  expect(verdicts).toEqual(verdicts.map(() => 'inconclusive'));
  expect(verdicts.length).toBeGreaterThan(0);
  expect(report.outcome).toBe('inconclusive');
});
