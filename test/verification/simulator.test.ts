import { describe, expect, onTestFinished, test } from 'vitest';
import {
  openPoints,
  profileNames,
  type SimulatorOptions,
  startSimulator,
  verify,
} from '../../src/index.js';
import { fixtureNames } from '../../src/options/table.js';

/** Starts a simulator and holds it to the interface; `path` leads to the service at its origin. */
async function verdictOn(options: SimulatorOptions, path = '/v1') {
  const { origin, apiKey, close } = await startSimulator(options);
  onTestFinished(() => close());
  const { promises } = await verify({ url: origin + path, apiKey });
  const sentences = (verdict: string) =>
    promises.filter((one) => one.verdict === verdict).map(({ promise }) => promise);
  return {
    held: sentences('held'),
    broken: sentences('broken'),
    notProved: sentences('not proved'),
  };
}

/** What can't be proved with a choice or a fixture that the document permits. */
const unproved: Readonly<Record<string, readonly string[]>> = {
  // Half a surrogate pair is legal JSON, and Pact can't read it.
  'tricky-names': ['a page has at most 100 pets when limit is 100'],
  // The only category that is known is that of a seeded pet.
  'unknown-category=reject': [
    'a categoryId comes back to its last digit, over the whole of int64',
    'a large categoryId comes back with every digit',
  ],
};

const choices = Object.entries(openPoints).flatMap(([point, entry]) =>
  entry.choices.map((choice) => ({ [point]: choice })),
);

describe('the simulator keeps its own contract', () => {
  test.each(profileNames)('under the profile %s', async (profile) => {
    const { held, broken, notProved } = await verdictOn({ profile });

    expect({ broken, notProved }).toEqual({ broken: [], notProved: [] });
    expect(held.length).toBeGreaterThan(0);
  });

  test.each(choices)('with the choice %j', async (choose) => {
    const [[point, choice] = []] = Object.entries(choose);

    const { broken, notProved } = await verdictOn({ choose });

    expect({ broken, notProved }).toEqual({
      broken: [],
      notProved: unproved[`${point}=${choice}`] ?? [],
    });
  });

  test.each(fixtureNames)('with the fixture %s', async (fixture) => {
    const { broken, notProved } = await verdictOn({ fixture });

    expect({ broken, notProved }).toEqual({ broken: [], notProved: unproved[fixture] ?? [] });
  });

  test('in a sandbox, at its own address', async () => {
    const { broken, notProved } = await verdictOn({}, '/sandboxes/checkout-7/v1');

    expect({ broken, notProved }).toEqual({ broken: [], notProved: [] });
  });
});
