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

test('settings refuse fields that responses do not have', async () => {
  const sandbox = createSimulator().sandbox();
  const needs = { Pet: ['size' as 'id'] };
  await expect(sandbox.settings.set({ needs })).rejects.toThrow(
    'needs.Pet[0] of the body must be one of id, name, categoryId, status; got "size" (a string).',
  );
});
