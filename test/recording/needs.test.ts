import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';

const everything = ['id', 'name', 'categoryId'];

/** The fields of the pet in the contract of a simulator with one use, after tests in sandboxes of their own. */
async function recordFields(tests: readonly (object | undefined)[], needs?: object) {
  const simulator = createSimulator();
  for (const settings of tests) {
    const sandbox = simulator.sandbox();
    if (settings !== undefined) {
      await sandbox.settings.set(settings);
    }
    await simulator.fetch(`${sandbox.url}/pets/1`, {
      headers: { Authorization: `Bearer ${simulator.apiKey}` },
    });
  }
  const { text } = await simulator.pact({ consumer: 'shop', ...(needs && { needs }) });
  const { interactions } = JSON.parse(text);
  return Object.keys(interactions[0].response.body.content);
}

const needsId = { needs: { Pet: ['id'] } };
const needsName = { needs: { Pet: ['name'] } };

test('without needs, the contract requires every field', async () => {
  expect(await recordFields([undefined])).toEqual(expect.arrayContaining(everything));
});

test('the contract requires the fields that any test needs', async () => {
  expect(await recordFields([needsId])).toEqual(['id']);
  expect(await recordFields([needsId, needsName])).toEqual(['id', 'name']);
  expect(await recordFields([needsName, needsId])).toEqual(['id', 'name']);
});

test('the needs of the contract are those of tests that set none', async () => {
  expect(await recordFields([needsId, undefined], { Pet: ['name'] })).toEqual(['id', 'name']);
  expect(await recordFields([needsId], { Pet: ['name'] })).toEqual(['id']);
});

test('a test can need nothing of a pet', async () => {
  expect(await recordFields([{ needs: { Pet: [] } }])).toEqual([]);
});

test('needs of errors leave a pet as it is', async () => {
  expect(await recordFields([{ needs: { Error: ['status'] } }])).toEqual(
    expect.arrayContaining(everything),
  );
});

test('settings show needs, and a reset changes them', async () => {
  const sandbox = createSimulator().sandbox();
  await sandbox.settings.set({ needs: { Pet: ['id'] } });
  expect(await sandbox.settings.read()).toMatchObject(needsId);
  await sandbox.reset({ needs: { Pet: ['name'] } });
  expect(await sandbox.settings.read()).toMatchObject(needsName);
  await sandbox.reset();
  expect(await sandbox.settings.read()).not.toHaveProperty('needs');
});

test('a restore keeps needs, as they belong to the test', async () => {
  const sandbox = createSimulator().sandbox();
  const snapshot = await sandbox.snapshot();
  await sandbox.settings.set({ needs: { Pet: ['id'] } });
  await sandbox.restore(snapshot);
  expect(await sandbox.settings.read()).toMatchObject(needsId);
});

test('settings refuse fields that responses do not have', async () => {
  const sandbox = createSimulator().sandbox();
  const needs = { Pet: ['size' as 'id'] };
  await expect(sandbox.settings.set({ needs })).rejects.toThrow(
    'needs.Pet[0] of the body must be one of id, name, categoryId, status; got "size" (a string).',
  );
});
