import { expect } from 'vitest';
import { SimulatorError, type Snapshot, UsageError } from '../../src/index.js';
import { callService, controlled } from './open.js';

controlled('creates a sandbox at its first use, and removes it when dropped', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('checkout-7');
  const names = async () => (await simulator.sandboxes()).map(({ name }) => name);
  expect(await names()).toEqual(['default']);

  await sandbox.pets.add({ name: 'Rex', categoryId: 1 });
  expect(await names()).toEqual(['default', 'checkout-7']);
  await sandbox.drop();
  await sandbox.drop();

  expect(await names()).toEqual(['default']);
  expect(await sandbox.pets.list()).toHaveLength(50);
});

controlled('drops a sandbox at the end of its block', async (open) => {
  const simulator = await open();
  {
    await using sandbox = simulator.sandbox();
    await sandbox.addRule({ code: 503 });
    expect(await simulator.sandboxes()).toHaveLength(2);
  }

  expect(await simulator.sandboxes()).toHaveLength(1);
});

controlled('selects a sandbox by its URL or by its key', async (open) => {
  const simulator = await open({ fixture: 'empty' });
  const usual = simulator.sandbox('default');
  const sandbox = simulator.sandbox('checkout-7');
  await usual.pets.add({ name: 'usual', categoryId: 1 });
  await sandbox.pets.add({ name: 'own', categoryId: 1 });
  const list = { path: '/pets' };

  const byAddress = await callService(simulator, { ...usual, url: sandbox.url }, list);
  const byKey = await callService(simulator, { ...usual, apiKey: sandbox.apiKey }, list);
  const byBoth = await callService(simulator, sandbox, list);

  expect([usual.apiKey, sandbox.apiKey]).toEqual(['test-key', 'test-key.checkout-7']);
  expect(JSON.parse(byAddress.text)).toMatchObject([{ name: 'own' }]);
  expect([byKey.text, byBoth.text]).toEqual([byAddress.text, byAddress.text]);
  expect(JSON.parse((await callService(simulator, usual, list)).text)).toMatchObject([
    { name: 'usual' },
  ]);
});

controlled('creates a new sandbox when no name is given', async (open) => {
  const simulator = await open();
  const names = Array.from({ length: 50 }, () => simulator.sandbox().name);

  expect(new Set(names).size).toBe(50);
  for (const name of names) {
    expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  }
});

controlled('rejects an illegal name at once', async (open) => {
  const simulator = await open();

  for (const name of ['', 'a b', 'a.b', '../x', 'é', 'a'.repeat(65)]) {
    expect(() => simulator.sandbox(name)).toThrow(UsageError);
    expect(() => simulator.sandbox(name)).toThrow('must be 1 to 64 letters, digits, hyphens');
  }
});

controlled('adds and lists pets with exact identifiers, unrecorded', async (open) => {
  const simulator = await open({ fixture: 'empty', choose: { 'id-scheme': 'large' } });
  const sandbox = simulator.sandbox();
  await sandbox.addRule({ code: 503 });
  const largest = 9_223_372_036_854_775_807n;

  const rex = await sandbox.pets.add({ name: 'Rex', categoryId: largest, status: 'sold' });
  const tom = await sandbox.pets.add({ name: '', categoryId: 7 });

  expect(rex).toEqual({
    id: 9_007_199_254_740_995n,
    name: 'Rex',
    categoryId: largest,
    status: 'sold',
  });
  expect(await sandbox.pets.list()).toEqual([rex, tom]);
  expect(await sandbox.requests()).toEqual([]);
  await sandbox.clearRules();
  const { text } = await callService(simulator, sandbox, { path: `/pets/${rex.id}` });
  expect(text).toBe(
    '{"id":9007199254740995,"name":"Rex","categoryId":9223372036854775807,"status":"sold"}',
  );
});

controlled('rejects with a SimulatorError that says what is wrong', async (open) => {
  const sandbox = (await open()).sandbox();
  const wrong: [() => Promise<unknown>, string][] = [
    [() => sandbox.addRule({ operation: 'listPets', code: 201 }), 'listPets has no response 201'],
    [() => sandbox.addRule({ times: 1 }), 'The rule forces nothing.'],
    [
      () => sandbox.pets.add({ name: 'Rex', categoryId: 1.5 }),
      'categoryId of the body must be an int64',
    ],
    [() => sandbox.requests({ limit: 0 }), 'The query parameter limit must be at least 1'],
    [() => sandbox.reset({ fixture: 'nothing' }), 'fixture of the body must be one of default'],
    [() => sandbox.clock.freeze('soon'), 'now of the body must be an instant'],
    [() => sandbox.settings.set({ latency: '2-1' }), 'latency of the body must be milliseconds'],
    [() => sandbox.count({ status: 99 }), 'status of the body must be at least 100'],
    [() => sandbox.restore({} as Snapshot), 'snapshot is required in the body.'],
  ];

  for (const [call, message] of wrong) {
    await expect(call()).rejects.toThrow(SimulatorError);
    await expect(call()).rejects.toThrow(message);
    await expect(call()).rejects.toMatchObject({ code: 'bad_request' });
  }
});

controlled('returns copies', async (open) => {
  const sandbox = (await open()).sandbox();
  const rule = { code: 503, match: { query: { limit: '1' } } };
  await sandbox.addRule(rule);
  const before = await sandbox.snapshot();

  rule.match.query.limit = '2';
  (before.choices as Record<string, string>)['list-order'] = 'shuffled';
  before.pets.length = 0;

  const after = await sandbox.snapshot();
  expect(after.choices['list-order']).toBe('oldest-first');
  expect(after.pets).toHaveLength(50);
  expect(after.rules[0]?.match?.query).toEqual({ limit: '1' });
});
