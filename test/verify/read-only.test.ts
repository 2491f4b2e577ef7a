import { expect, test } from 'vitest';
import { requirements } from '../../src/document/requirements.js';
import type { VerificationReport } from '../../src/index.js';
import { recording } from './open-provider.js';
import { verifyService } from './providers/in-process.js';
import { startingWith } from './providers/variant.js';
import { decidingCase } from './results.js';

/** Runs a read-only verification, and records its requests. */
async function readOnly(base?: Parameters<typeof recording>[0]) {
  const { service, recorded } = recording(base);
  const report = await verifyService(new service(), { readOnly: true });
  return { report, recorded };
}

const findVerdict = ({ requirements }: VerificationReport, wanted: string) =>
  requirements.find(({ requirement }) => requirement === wanted)?.verdict;

const ofCreatePet = requirements
  .filter(({ request }) => request.operation === 'createPet')
  .map(({ sentence }) => sentence);

test('sends GET only, so requirements that need createPet are inconclusive', async () => {
  const { recorded, report } = await readOnly();

  expect([...new Set(recorded.map(({ call }) => call.method))]).toEqual(['GET']);
  expect(report.createdPets).toBe(0);
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

test('without a listed pet, requirements that need one are inconclusive', async () => {
  const { report } = await readOnly(startingWith(() => []));

  const ofPets = requirements.filter(({ state }) => state.pet !== undefined);
  const verdicts = ofPets.map(({ sentence }) => findVerdict(report, sentence));
  expect(verdicts).toEqual(verdicts.map(() => 'inconclusive'));
  expect(verdicts.length).toBeGreaterThan(0);
  expect(report.outcome).toBe('inconclusive');
});
