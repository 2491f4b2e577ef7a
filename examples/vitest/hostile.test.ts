import { expect, type SandboxOptions, test } from 'animal-store-simulator/vitest';
import { Shop } from './shop.js';

/** Every choice of this profile is correct: a test that fails relies on something not promised. */
const hostile = test.extend<{ sandboxOptions: SandboxOptions }>({
  sandboxOptions: { profile: 'hostile' },
});

hostile('works with the profile hostile', async ({ sandbox }) => {
  const shop = new Shop(sandbox.url, sandbox.apiKey);

  await shop.takeIn('Rex', 2);

  expect((await shop.forSale()).length).toBeGreaterThan(0);
});
