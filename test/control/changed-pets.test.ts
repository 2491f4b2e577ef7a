import { expect } from 'vitest';
import { callService, controlled } from './open.js';

const largest = 9_223_372_036_854_775_807n;

controlled('shows a changed pet in its place', async (open) => {
  const simulator = await open({ fixture: 'every-status' });
  const sandbox = simulator.sandbox();
  const before = await sandbox.pets.list();
  const [first] = before;
  const id = first?.id ?? 0n;

  const sold = await sandbox.pets.update(id, { status: 'sold' });
  const renamed = await sandbox.pets.update(id, { name: 'Rex', categoryId: largest });

  expect(sold).toEqual({ ...first, status: 'sold' });
  expect(renamed).toEqual({ id, name: 'Rex', categoryId: largest, status: 'sold' });
  expect(await sandbox.pets.list()).toEqual([renamed, ...before.slice(1)]);
  const text = `{"id":${id},"name":"Rex","categoryId":${largest},"status":"sold"}`;
  expect((await callService(simulator, sandbox, { path: `/pets/${id}` })).text).toBe(text);
  const list = await callService(simulator, sandbox, { path: '/pets?status=sold' });
  expect(list.text.startsWith(`[${text}`)).toBe(true);
});

controlled('lists a sold pet as sold, and no longer as available', async (open) => {
  const simulator = await open({ fixture: 'empty' });
  const sandbox = simulator.sandbox();
  const listed = async (status: string) =>
    (await callService(simulator, sandbox, { path: `/pets?status=${status}` })).text;
  const rex = await sandbox.pets.add({ name: 'Rex', categoryId: 1, status: 'available' });
  expect(await listed('available')).toContain('Rex');

  await sandbox.pets.update(rex.id, { status: 'sold' });

  expect([await listed('available'), await listed('pending')]).toEqual(['[]', '[]']);
  expect(await listed('sold')).toContain('Rex');
});

controlled('removes a status with null', async (open) => {
  const { sandbox } = await open({ fixture: 'empty' });
  const rex = await sandbox('a').pets.add({ name: 'Rex', categoryId: 1, status: 'available' });

  const changed = await sandbox('a').pets.update(rex.id, { status: null });

  expect(changed).toEqual({ id: rex.id, name: 'Rex', categoryId: 1n });
});

controlled('keeps the fields of a pet that are beyond the document', async (open) => {
  const simulator = await open({ fixture: 'empty', choose: { 'unknown-field': 'echo' } });
  const sandbox = simulator.sandbox();
  const body = '{"name":"Rex","categoryId":1,"weight":1.50}';
  await callService(simulator, sandbox, { method: 'POST', path: '/pets', body });

  await sandbox.pets.update(1, { name: 'Max' });

  const { text } = await callService(simulator, sandbox, { path: '/pets/1' });
  expect(text).toBe('{"id":1,"name":"Max","categoryId":1,"weight":1.50}');
});

controlled('a removed pet is gone, and its id is not assigned again', async (open) => {
  const simulator = await open({ pets: 3 });
  const sandbox = simulator.sandbox();
  const [one, two, three] = await sandbox.pets.list();
  const added = await sandbox.pets.add({ name: 'Rex', categoryId: 1 });

  await sandbox.pets.remove(two?.id ?? 0n);
  await sandbox.pets.remove(added.id);
  const next = await sandbox.pets.add({ name: 'Max', categoryId: 1 });

  expect(next.id).toBe(5n);
  expect(await sandbox.pets.list()).toEqual([one, three, next]);
  expect((await callService(simulator, sandbox, { path: '/pets/2' })).status).toBe(404);
});

controlled('a change concerns its own sandbox only', async (open) => {
  const simulator = await open({ pets: 2 });
  const [sandbox, other] = [simulator.sandbox(), simulator.sandbox()];
  const before = await other.pets.list();

  await sandbox.pets.update(1, { name: 'Rex' });
  await sandbox.pets.remove(2);

  expect(await other.pets.list()).toEqual(before);
  await sandbox.reset();
  expect(await sandbox.pets.list()).toEqual(before);
});

controlled('adds a pet with a chosen id, unless a pet has it', async (open) => {
  const simulator = await open({ pets: 2 });
  const sandbox = simulator.sandbox('checkout-7');

  const rex = await sandbox.pets.add({ id: largest, name: 'Rex', categoryId: 1 });
  const third = await sandbox.pets.add({ id: 3, name: 'Max', categoryId: 1 });
  const next = await sandbox.pets.add({ name: 'Tom', categoryId: 1 });

  expect([rex.id, third.id, next.id]).toEqual([largest, 3n, 4n]);
  const taken = sandbox.pets.add({ id: 1, name: 'Sam', categoryId: 1 });
  await expect(taken).rejects.toMatchObject({ code: 'simulator_conflict', status: 409 });
  await expect(taken).rejects.toThrow('The sandbox checkout-7 has a pet with the id 1 already.');
  await sandbox.pets.remove(1);
  expect((await sandbox.pets.add({ id: 1, name: 'Sam', categoryId: 1 })).id).toBe(1n);
});

controlled('says that there is no such pet', async (open) => {
  const simulator = await open({ pets: 1 });
  const sandbox = simulator.sandbox('checkout-7');
  const message = 'The sandbox checkout-7 has no pet with the id "9".';

  await expect(sandbox.pets.update(9, { name: 'Rex' })).rejects.toThrow(message);
  await expect(sandbox.pets.remove(9)).rejects.toMatchObject({ code: 'not_found', status: 404 });
  expect(await simulator.sandboxes()).toHaveLength(1);
});

controlled(
  'a snapshot has changed pets as they are, and ids stay unique after it',
  async (open) => {
    const simulator = await open({ pets: 4 });
    const [sandbox, other] = [simulator.sandbox(), simulator.sandbox()];
    await sandbox.pets.add({ id: 6, name: 'Rex', categoryId: 1 });
    await sandbox.pets.update(2, { name: 'Max', status: 'pending' });
    await sandbox.pets.remove(1);
    await sandbox.pets.remove(6);
    const snapshot = await sandbox.snapshot();

    await other.restore(JSON.parse(JSON.stringify(snapshot)));

    expect(snapshot).toMatchObject({ seeded: 3, numbered: 4, removed: ['6'] });
    expect(await other.pets.list()).toEqual(await sandbox.pets.list());
    const added = [];
    for (const name of ['a', 'b']) {
      added.push((await other.pets.add({ name, categoryId: 1 })).id);
    }
    expect(added).toEqual([5n, 7n]);
  },
);

controlled('does not count earlier texts of a changed pet as memory', async (open) => {
  const { sandbox } = await open({ maxPetMemory: 4_000 });
  const { pets } = sandbox('a');

  for (let round = 0; round < 50; round += 1) {
    await pets.update(1, { name: 'R'.repeat(500) });
  }

  const tooLong = pets.update(2, { name: 'R'.repeat(2_000) });
  await expect(tooLong).rejects.toThrow(/max-pet-memory/);
  expect((await pets.list())[1]?.name).not.toContain('RRR');
});
