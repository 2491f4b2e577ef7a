import { expect, onTestFinished, test } from 'vitest';
import { profileNames, startSimulator, verify } from '../../src/index.js';

test.each(profileNames)(
  'the simulator keeps its own contract under the profile %s',
  async (profile) => {
    const { url, apiKey, close } = await startSimulator({ profile });
    onTestFinished(() => close());

    const { promises } = await verify({ url, apiKey });

    expect(promises.filter(({ verdict }) => verdict !== 'held')).toEqual([]);
    expect(promises.length).toBeGreaterThan(50);
  },
);
