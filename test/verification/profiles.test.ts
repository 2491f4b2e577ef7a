import { expect, onTestFinished, test } from 'vitest';
import { profileNames, startSimulator, verify } from '../../src/index.js';

test.each(profileNames)('the simulator passes with the profile %s', async (profile) => {
  const { url, apiKey, close } = await startSimulator({ profile });
  onTestFinished(() => close());

  const { requirements } = await verify({ url, apiKey });

  expect(requirements.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
  expect(requirements.length).toBeGreaterThan(50);
});
