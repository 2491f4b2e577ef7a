import { expect } from 'vitest';
import { type Controlled, callService, controlled } from './open.js';

/** Room for one pet of that length, and not for two. */
const options = { maxPetMemory: 4_000 };
const large = { name: 'R'.repeat(1_000), categoryId: 1 };

function create(simulator: Controlled, name: string) {
  const call = { method: 'POST', path: '/pets', body: JSON.stringify(large) };
  return callService(simulator, simulator.sandbox(name), call);
}

controlled('rejects a pet beyond the memory limit', async (open) => {
  const simulator = await open(options);
  expect((await create(simulator, 'one')).status).toBe(201);

  const refused = await create(simulator, 'other');

  expect(refused.status).toBe(501);
  const { code, message, status } = JSON.parse(refused.text);
  expect([code, status]).toEqual(['simulator_full', 501]);
  expect(message).toMatch(/may take 4000 bytes .* max-pet-memory.* Reset or delete sandboxes/);
  expect(await simulator.sandbox('other').pets.list()).toHaveLength(50);
});

controlled('dropping a sandbox frees its memory', async (open) => {
  const simulator = await open(options);
  await create(simulator, 'one');

  await simulator.sandbox('one').drop();

  expect((await create(simulator, 'other')).status).toBe(201);
});

controlled('resetting a sandbox frees its memory', async (open) => {
  const simulator = await open(options);
  await create(simulator, 'one');

  await simulator.sandbox('one').reset();

  expect((await create(simulator, 'one')).status).toBe(201);
});

controlled('evicting a sandbox frees its memory', async (open) => {
  const simulator = await open({ ...options, maxSandboxes: 2 });
  await create(simulator, 'one');

  expect((await create(simulator, 'other')).status).toBe(201);
});

controlled('rejects a snapshot beyond the memory limit, and loses nothing', async (open) => {
  const simulator = await open({ ...options, clock: '2030-01-01' });
  await create(simulator, 'one');
  const snapshot = await simulator.sandbox('one').snapshot();
  const other = simulator.sandbox('other');
  const before = await other.snapshot();

  await expect(other.restore(snapshot)).rejects.toThrow(/max-pet-memory/);

  expect(await other.snapshot()).toEqual(before);
});

controlled('counts seeded pets only when they are not shared', async (open) => {
  const simulator = await open(options);
  const { sandbox } = simulator;

  await expect(sandbox('one').reset({ seed: 2 })).rejects.toThrow(/max-pet-memory/);

  for (const name of ['a', 'b', 'c']) {
    expect(await sandbox(name).pets.list()).toHaveLength(50);
  }
  expect((await create(simulator, 'a')).status).toBe(201);
});

controlled('counts pets that a test adds', async (open) => {
  const { sandbox } = await open(options);
  await sandbox('one').pets.add({ ...large, categoryId: 1n });

  await expect(sandbox('one').pets.add({ ...large, categoryId: 1n })).rejects.toThrow(
    /max-pet-memory/,
  );
});
