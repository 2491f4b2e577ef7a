import { expect } from 'vitest';
import { create, type Sandbox, someExchanges } from './exchanges.js';
import { callService, controlled } from './open.js';

controlled('counts the requests that match a pattern', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);
  const countOf = async (pattern: Parameters<Sandbox['count']>[0]) => {
    const { count, closest } = await sandbox.count(pattern);
    expect(closest === undefined).toBe(count > 0);
    return count;
  };

  expect(await countOf({})).toBe(5);
  expect(await countOf({ operation: 'createPet' })).toBe(2);
  expect(await countOf({ method: 'post', status: 201 })).toBe(1);
  expect(await countOf({ body: { name: 'Rex' } })).toBe(1);
  expect(await countOf({ bodyContains: 'name' })).toBe(2);
  expect(await countOf({ petId: '1' })).toBe(1);
  expect(await countOf({ query: { limit: '0' } })).toBe(1);
  expect(await countOf({ note: 'limit-out-of-range' })).toBe(1);
  expect(await countOf({ headers: { 'Content-Type': 'application/json' } })).toBe(2);
  expect(await countOf({ operation: 'getPet', status: 404 })).toBe(0);
});

controlled('shows the closest request and its differences when none matches', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const { count, closest } = await sandbox.count({
    operation: 'createPet',
    status: 201,
    body: { name: 'Rex', categoryId: 9007199254740993n as never, tags: ['a'] },
  });

  expect(count).toBe(0);
  expect(closest?.request).toMatchObject({ number: 2, status: 201 });
  expect(closest?.differences).toEqual([
    'body.categoryId: expected 9007199254740993; got 1',
    'body.tags: expected ["a"]; got nothing',
  ]);
});

controlled('shows no closest request of an empty journal', async (open) => {
  expect(await (await open()).sandbox().count({ status: 200 })).toEqual({ count: 0 });
});

controlled('received counts matches, and rejects when there are none', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  expect(await sandbox.received({ operation: 'createPet' })).toBe(2);
  await expect(sandbox.received({ operation: 'createPet', body: { name: 'Max' } })).rejects.toThrow(
    /^No exchange matches \{"operation":"createPet","body":\{"name":"Max"\}\}\. The closest was POST \S+ \(\d+\):\n {2}body\.name: expected "Max"; got /,
  );
  await expect(simulator.sandbox().received({})).rejects.toThrow(
    'The sandbox received no request at all.',
  );
});

controlled('finds an integer written with a fraction by its digits', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const body = '{"name":"Rex","categoryId":9007199254740993.0}';
  await callService(simulator, sandbox, { ...create, body });

  expect(await sandbox.received({ body: { categoryId: 9007199254740993n } })).toBe(1);
});
