import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openPoints,
  profileNames,
  type SimulatorOptions,
  startSimulator,
  verify,
} from '../../src/index.js';
import { namedFixtures } from '../../src/options/config-file.js';

/** Verifies a simulator; `path` leads from its origin to the service. */
async function verifySimulator(options: SimulatorOptions, path = '/v1') {
  const { origin, apiKey, close } = await startSimulator(options);
  onTestFinished(() => close());
  const { requirements } = await verify({ url: origin + path, apiKey });
  const list = (verdict: string) =>
    requirements.filter((one) => one.verdict === verdict).map(({ requirement }) => requirement);
  return {
    passed: list('passed'),
    failed: list('failed'),
    inconclusive: list('inconclusive'),
  };
}

/** Requirements that a permitted choice or fixture makes inconclusive. */
const untestable: Readonly<Record<string, readonly string[]>> = {
  // Half a surrogate pair is legal JSON, but Pact cannot parse it.
  'tricky-names': ['a page with limit 100 has at most 100 pets'],
  // Only the categories of seeded pets exist.
  'unknown-category=reject': [
    'categoryId is returned with every digit, over the whole int64 range',
    'createPet returns a large categoryId with every digit',
  ],
};

const choices = Object.entries(openPoints).flatMap(([point, entry]) =>
  entry.choices.map((choice) => ({ [point]: choice })),
);

describe('the simulator passes', () => {
  test.each(profileNames)('with the profile %s', async (profile) => {
    const { passed, failed, inconclusive } = await verifySimulator({ profile });

    expect({ failed, inconclusive }).toEqual({ failed: [], inconclusive: [] });
    expect(passed.length).toBeGreaterThan(0);
  });

  test.each(choices)('with the choice %j', async (choose) => {
    const [[point, choice] = []] = Object.entries(choose);

    const { failed, inconclusive } = await verifySimulator({ choose });

    expect({ failed, inconclusive }).toEqual({
      failed: [],
      inconclusive: untestable[`${point}=${choice}`] ?? [],
    });
  });

  test.each(namedFixtures())('with the fixture %s', async (fixture) => {
    const { failed, inconclusive } = await verifySimulator({ fixture });

    expect({ failed, inconclusive }).toEqual({
      failed: [],
      inconclusive: untestable[fixture] ?? [],
    });
  });

  test('in a sandbox, at its own URL', async () => {
    const { failed, inconclusive } = await verifySimulator({}, '/sandboxes/checkout-7/v1');

    expect({ failed, inconclusive }).toEqual({ failed: [], inconclusive: [] });
  });
});
