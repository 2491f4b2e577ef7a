import { expect, test, vi } from 'vitest';
import { connect } from '../../../src/index.js';
import { start } from '../../support/simulator.js';

test('controls a simulator where the test environment replaced fetch', async () => {
  const simulator = await start();
  const replaced = () => {
    throw new TypeError('Cross-Origin Request Blocked');
  };
  for (const name of ['fetch', 'Request', 'Response']) {
    vi.stubGlobal(name, replaced);
  }

  const sandbox = connect(simulator.url).sandbox('checkout-7');
  await sandbox.pets.add({ name: 'Zoë 🐕', categoryId: 2 });

  expect((await sandbox.pets.list()).at(-1)?.name).toBe('Zoë 🐕');
});
