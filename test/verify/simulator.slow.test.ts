import { describe, expect, test } from 'vitest';
import { listCommon } from '../../src/document/open-points.js';
import {
  createSimulator,
  type OpenPoint,
  openPoints,
  profileNames,
  type SimulatorOptions,
} from '../../src/index.js';
import { fixtureNames } from '../../src/options/fixture-names.js';
import { runVerification } from '../../src/verify/run.js';
import { resolveOptions } from './providers/in-process.js';

/** Verifies a simulator of this process; `path` leads from its origin to the service. */
async function verifySimulator(options: SimulatorOptions, path = '/v1') {
  const { apiKey, fetch } = createSimulator(options);
  const target = resolveOptions({ url: `http://localhost${path}`, apiKey, rereadAfter: 0 });
  const { requirements } = await runVerification(target, undefined, fetch);
  const failed = requirements.filter(({ verdict }) => verdict === 'failed');
  const cases = requirements.flatMap((one) => one.cases);
  const untested = requirements.filter(
    ({ verdict, cases: tried }) =>
      verdict === 'inconclusive' &&
      tried.some(
        (one) =>
          one.verdict === verdict && !/100 would show it|no list was empty/.test(`${one.reason}`),
      ),
  );
  const inconclusive = untested.map(({ requirement }) => requirement);
  const advice = cases.filter(({ verdict }) => verdict === 'advice').map(({ name }) => name);
  return { failed, inconclusive, advice };
}

/** Inconclusive where only the categories of seeded pets exist, beside what few pets can't show. */
const largeCategory =
  'createPet returns a pet without a status and with a category beyond 2^53 as it was sent, with an id';

/** What profiles do that a service had better not. */
const advised: Readonly<Record<string, readonly string[]>> = {
  strict: ['name with nothing in it', 'long name'],
  lenient: ['status null'],
  hostile: ['long name'],
};

/** The choices beside those of the profile default. */
const choices = Object.keys(openPoints).flatMap((point) =>
  listCommon(point as OpenPoint)
    .slice(1)
    .map((choice): SimulatorOptions => ({ choices: { [point]: choice } })),
);

const fixtures = fixtureNames.map((fixture): SimulatorOptions => ({ fixture }));

describe('the simulator passes', () => {
  test.for(profileNames)('with the profile %s', async (profile) => {
    expect(await verifySimulator({ profile })).toEqual({
      failed: [],
      inconclusive: [],
      advice: advised[profile] ?? [],
    });
  });

  test.for([...choices, ...fixtures])('with %o', async (options) => {
    const category = options.choices?.['unknown-category'];
    expect(await verifySimulator(options)).toMatchObject({
      failed: [],
      inconclusive: category === 'reject' ? [largeCategory] : [],
    });
  });

  test('in a sandbox, at its own URL', async () => {
    expect(await verifySimulator({}, '/sandboxes/checkout-7/v1')).toMatchObject({
      failed: [],
      inconclusive: [],
    });
  });
});
