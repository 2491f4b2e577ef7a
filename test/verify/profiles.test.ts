import { expect, onTestFinished, test } from 'vitest';
import { profileNames, startSimulator, verify } from '../../src/index.js';

/** The profile strict rejects it. */
const emptyName = {
  name: 'name with nothing but ""',
  verdict: 'advice',
};

test.each(profileNames)('the simulator passes with the profile %s', async (profile) => {
  const { url, apiKey, close } = await startSimulator({ profile });
  onTestFinished(() => close());

  const { requirements } = await verify({ url, apiKey });

  const others = requirements.flatMap(({ cases }) =>
    cases.filter((one) => one.verdict !== 'passed'),
  );
  expect(others).toEqual(profile === 'strict' ? [expect.objectContaining(emptyName)] : []);
  expect(requirements.length).toBeGreaterThan(50);
});
