import { expect, test } from 'vitest';
import { createSimulator } from '../../../src/index.js';

test('a restore keeps needs, as they belong to the test, and a reset replaces them', async () => {
  const sandbox = createSimulator().sandbox();
  const snapshot = await sandbox.snapshot();
  await sandbox.settings.set({ needs: { Pet: ['id'] } });
  await sandbox.restore(snapshot);
  expect(await sandbox.settings.read()).toMatchObject({ needs: { Pet: ['id'] } });
  await sandbox.reset({ needs: { Pet: ['name'] } });
  expect(await sandbox.settings.read()).toMatchObject({ needs: { Pet: ['name'] } });
});
