import { expect } from 'vitest';
import { maxPast } from '../../src/engine/sandbox/history.js';
import type { SandboxHandle } from '../../src/index.js';
import { callAtOnce, callService, controlled } from './open.js';

const describeAll = async (sandbox: SandboxHandle) =>
  (await sandbox.changes()).map(({ description }) => description);

controlled('lists the changes that can be undone, the newest first', async (open) => {
  const simulator = await open({ pets: 2 });
  const sandbox = simulator.sandbox();
  expect(await sandbox.changes()).toEqual([]);
  const body = '{"name":"Rex","categoryId":1}';
  await callService(simulator, sandbox, { method: 'POST', path: '/pets', body });
  await sandbox.pets.update(3, { name: 'Max' });
  await sandbox.pets.remove(1);
  await sandbox.settings.set({ profile: 'hostile' });
  const rule = await sandbox.addRule({ code: 503 });
  await rule.remove();
  await sandbox.clock.freeze('2030-12-06T00:00:00Z');
  await sandbox.restore(await sandbox.snapshot());
  await sandbox.reset();

  expect(await describeAll(sandbox)).toEqual([
    'Reset the sandbox.',
    'Restored a snapshot.',
    'Set the clock to 2030-12-06T00:00:00.000Z and let it stand still.',
    'Removed rule-1.',
    'Added rule-1.',
    'Changed the settings.',
    'Removed pet 1.',
    'Changed pet 3, "Max".',
    'Added pet 3, "Rex".',
  ]);
  const numbers = (await sandbox.changes()).map(({ number }) => number);
  expect(numbers).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(Date.parse((await sandbox.changes())[0]?.time ?? '')).toBeLessThanOrEqual(Date.now());
});

controlled('names the rules that were removed, and no others', async (open) => {
  const sandbox = (await open()).sandbox();
  const rules = [];
  for (const code of [500, 502, 503]) {
    rules.push(await sandbox.addRule({ code }));
  }

  await rules[1]?.remove();
  await sandbox.clearRules();

  expect((await describeAll(sandbox)).slice(0, 2)).toEqual([
    'Removed rule-3, rule-1.',
    'Removed rule-2.',
  ]);
});

controlled('lists no removal of rules where there are none', async (open) => {
  const sandbox = (await open()).sandbox();

  await sandbox.clearRules();

  expect(await sandbox.changes()).toEqual([]);
});

controlled('says that a clock runs on after it was set', async (open) => {
  const sandbox = (await open()).sandbox();

  await sandbox.clock.advance(1_000);

  expect(await describeAll(sandbox)).toEqual([
    expect.stringMatching(/^Set the clock to .* and let it run\.$/),
  ]);
});

controlled('undoes changes one by one, as if they had never been', async (open) => {
  const { sandbox } = await open({ pets: 3, clock: '2030-01-01' });
  const one = sandbox('one');
  const steps: (() => Promise<unknown>)[] = [
    () => one.pets.add({ name: 'Rex', categoryId: 1 }),
    () => one.pets.add({ id: 99, name: 'Max', categoryId: 1 }),
    () => one.pets.update(2, { status: 'sold', name: 'Tom' }),
    () => one.pets.update(2, { status: null }),
    () => one.pets.remove(99),
    () => one.addRule({ code: 503, times: 1 }),
    () => one.settings.set({ choose: { 'list-order': 'shuffled' }, latency: 1 }),
    () => one.clock.advance(1_000),
    () => one.clearRules(),
    () => one.reset({ fixture: 'every-status', profile: 'hostile' }),
    () => one.pets.remove(1),
    () => one.restore({ ...before[0], pets: [], seeded: 0 } as (typeof before)[0]),
  ];
  const before = [await one.snapshot()];
  for (const step of steps) {
    await step();
    before.push(await one.snapshot());
  }

  for (const expected of before.slice(0, -1).reverse()) {
    expect(await one.undo()).toHaveLength(1);
    expect(await one.snapshot()).toEqual(expected);
  }
  expect(await one.changes()).toEqual([]);
});

controlled('undoes several changes at once, and returns them', async (open) => {
  const simulator = await open({ pets: 2 });
  const sandbox = simulator.sandbox();
  for (const name of ['a', 'b', 'c']) {
    await sandbox.pets.add({ name, categoryId: 1 });
  }

  const undone = await sandbox.undo(2);

  expect(undone.map(({ description }) => description)).toEqual([
    'Added pet 5, "c".',
    'Added pet 4, "b".',
  ]);
  expect((await sandbox.pets.list()).map(({ name }) => name).at(-1)).toBe('a');
  expect((await sandbox.pets.add({ name: 'd', categoryId: 1 })).id).toBe(4n);
  expect((await sandbox.changes()).map(({ number }) => number)).toEqual([4, 1]);
});

controlled('keeps the journal, and the changes of other sandboxes', async (open) => {
  const simulator = await open();
  const [sandbox, other] = [simulator.sandbox(), simulator.sandbox()];
  const body = '{"name":"Rex","categoryId":1}';
  await callService(simulator, sandbox, { method: 'POST', path: '/pets', body });
  await other.pets.add({ name: 'Max', categoryId: 1 });

  await sandbox.undo();

  expect(await sandbox.requests()).toHaveLength(1);
  expect(await sandbox.pets.list()).toHaveLength(50);
  expect(await other.pets.list()).toHaveLength(51);
  expect(await other.changes()).toHaveLength(1);
});

controlled('refuses to undo more changes than there are, and undoes none', async (open) => {
  const { sandbox } = await open();
  const one = sandbox('one');
  await one.pets.add({ name: 'Rex', categoryId: 1 });

  await expect(one.undo(2)).rejects.toThrow(
    'The sandbox one has 1 change that can be undone; got steps 2. GET /__admin/changes lists them.',
  );

  await expect(one.undo(2)).rejects.toMatchObject({ code: 'simulator_conflict', status: 409 });
  expect(await one.pets.list()).toHaveLength(51);
  await expect(sandbox('two').undo()).rejects.toThrow('The sandbox two has 0 changes');
});

controlled(`keeps the last ${maxPast} changes`, async (open) => {
  const simulator = await open({ fixture: 'empty' });
  const sandbox = simulator.sandbox();
  const body = '{"name":"Rex","categoryId":1}';
  await callAtOnce(maxPast + 1, simulator, sandbox, { method: 'POST', path: '/pets', body });

  await sandbox.undo(maxPast);

  expect(await sandbox.changes()).toEqual([]);
  expect((await sandbox.pets.list()).map(({ id }) => id)).toEqual([1n]);
});

controlled('lists no reset whose pets take too much memory', async (open) => {
  const { sandbox } = await open({ fixture: 'empty' });
  const one = sandbox('one');
  const pet = { name: 'R'.repeat(50_000), categoryId: 1 };
  for (let count = 0; count < 20; count += 1) {
    await one.pets.add(pet);
  }
  expect(await one.changes()).toHaveLength(20);

  await one.reset();

  expect(await one.changes()).toEqual([]);
});

controlled('refuses to undo a reset when there is no memory for its pets', async (open) => {
  const { sandbox } = await open({ maxPetMemory: 4_000 });
  const one = sandbox('one');
  const large = { name: 'R'.repeat(1_000), categoryId: 1 };
  await one.pets.add(large);
  await one.reset();
  await sandbox('two').pets.add(large);

  await expect(one.undo()).rejects.toThrow(/max-pet-memory/);

  expect(await one.changes()).toHaveLength(2);
  await sandbox('two').drop();
  await one.undo();
  expect(await one.pets.list()).toHaveLength(51);
});
