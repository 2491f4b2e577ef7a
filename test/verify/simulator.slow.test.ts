import { describe, expect, type TestContext, test } from 'vitest';
import {
  openPoints,
  profileNames,
  type SimulatorOptions,
  startSimulator,
  verify,
} from '../../src/index.js';
import { fixtureNames } from '../../src/options/table.js';

/** Verifies a simulator; `path` leads from its origin to the service. */
async function verifySimulator(
  options: SimulatorOptions,
  { onTestFinished }: TestContext,
  path = '/v1',
) {
  const { origin, apiKey, close } = await startSimulator(options);
  onTestFinished(() => close());
  const { requirements } = await verify({ url: origin + path, apiKey });
  const list = (verdict: string) =>
    requirements.filter((one) => one.verdict === verdict).map(({ requirement }) => requirement);
  const cases = requirements.flatMap((one) => one.cases);
  const advice = cases.filter(({ verdict }) => verdict === 'advice').map(({ name }) => name);
  return { failed: list('failed'), inconclusive: list('inconclusive'), advice };
}

/** Requirements that a permitted choice or fixture makes inconclusive. */
const untestable: Readonly<Record<string, readonly string[]>> = {
  // Only the categories of seeded pets exist.
  'unknown-category=reject': [
    'categoryId is returned with every digit, over the whole int64 range',
    'createPet returns a large categoryId with every digit',
  ],
};

/** The choices beside those of the profile default. */
const choices = Object.entries(openPoints).flatMap(([point, entry]) =>
  entry.choices.slice(1).map((choice) => [point, choice] as const),
);

describe.concurrent('the simulator passes', () => {
  test.for(profileNames)('with the profile %s', async (profile, context) => {
    expect(await verifySimulator({ profile }, context)).toEqual({
      failed: [],
      inconclusive: [],
      // Only this one rejects an empty name.
      advice: profile === 'strict' ? ['name with nothing but ""'] : [],
    });
  });

  test.for(choices)('with the choice %s=%s', async ([point, choice], context) => {
    expect(await verifySimulator({ choose: { [point]: choice } }, context)).toMatchObject({
      failed: [],
      inconclusive: untestable[`${point}=${choice}`] ?? [],
    });
  });

  test.for(fixtureNames)('with the fixture %s', async (fixture, context) => {
    expect(await verifySimulator({ fixture }, context)).toMatchObject({
      failed: [],
      inconclusive: untestable[fixture] ?? [],
    });
  });

  test('in a sandbox, at its own URL', async (context) => {
    expect(await verifySimulator({}, context, '/sandboxes/checkout-7/v1')).toMatchObject({
      failed: [],
      inconclusive: [],
    });
  });
});
