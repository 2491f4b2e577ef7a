import { expect } from 'vitest';
import { create, list, numbersOf, type Sandbox, someExchanges } from './exchanges.js';
import { callAtOnce, callService, controlled } from './open.js';

controlled('records requests', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('checkout-7');

  await callService(simulator, sandbox, { ...create, headers: { 'X-Trace': 'abc' } });

  const [exchange] = await sandbox.requests();
  expect(exchange).toMatchObject({
    number: 1,
    sandbox: 'checkout-7',
    operation: 'createPet',
    method: 'POST',
    path: '/sandboxes/checkout-7/v1/pets',
    query: '',
    headers: { 'x-trace': 'abc', 'content-type': 'application/json' },
    body: create.body,
    json: { name: 'Rex', categoryId: 1 },
    status: 201,
    notes: expect.arrayContaining([
      { kind: 'open', point: 'id-scheme', choice: 'sequential', section: expect.any(String) },
    ]),
  });
  expect(exchange).not.toHaveProperty('bodyCut');
});

controlled('applies all filters', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);
  const found = async (filter: Parameters<Sandbox['requests']>[0]) =>
    numbersOf(await sandbox.requests(filter));

  expect(await found({})).toEqual([1, 2, 3, 4, 5]);
  expect(await found({ operation: 'createPet' })).toEqual([2, 3]);
  expect(await found({ status: 400 })).toEqual([3, 5]);
  expect(await found({ operation: 'createPet', status: 400 })).toEqual([3]);
  expect(await found({ note: 'violation' })).toEqual([3, 5]);
  expect(await found({ note: 'deprecated' })).toEqual([4]);
  expect(await found({ note: 'limit-out-of-range' })).toEqual([5]);
  expect(await found({ note: 'scenario' })).toEqual([]);
  expect(await found({ after: 2 })).toEqual([3, 4, 5]);
  expect(await found({ limit: 2 })).toEqual([1, 2]);
  expect(await found({ after: 1, limit: 2, status: 400 })).toEqual([3, 5]);
  expect(await found({ since: new Date(Date.now() + 60_000) })).toEqual([]);
  const [, , third] = await sandbox.requests();
  const since = (await sandbox.requests({ since: String(third?.time) })).map(
    ({ number }) => number,
  );
  expect(since).toEqual(expect.arrayContaining([3, 4, 5]));
});

controlled('pages through the journal', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callAtOnce(23, simulator, sandbox, list);

  const numbers: number[] = [];
  for (let page = await sandbox.requests({ limit: 5 }); page.length > 0; ) {
    numbers.push(...numbersOf(page));
    page = await sandbox.requests({ limit: 5, after: Number(numbers.at(-1)) });
  }

  expect(numbers).toEqual(Array.from({ length: 23 }, (_, index) => index + 1));
});

controlled('lists more exchanges than one call reads', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callAtOnce(230, simulator, sandbox, list);
  const numbersFrom = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => first + index);

  expect(numbersOf(await sandbox.requests())).toEqual(numbersFrom(1, 230));
  expect(numbersOf(await sandbox.requests({ wait: 200, limit: 150, after: 7 }))).toEqual(
    numbersFrom(8, 150),
  );
});

controlled('keeps the order of responses under load', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const names = Array.from({ length: 200 }, (_, index) => `pet-${index}`);

  const answers = await Promise.all(
    names.map((name) =>
      callService(simulator, sandbox, { ...create, body: JSON.stringify({ name, categoryId: 1 }) }),
    ),
  );

  const recorded = await sandbox.requests();
  expect(numbersOf(recorded)).toEqual(names.map((_, index) => index + 1));
  const created = answers.map(({ text }) => JSON.parse(text)).sort((a, b) => a.id - b.id);
  expect(recorded.map(({ json }) => (json as { name: string }).name)).toEqual(
    created.map(({ name }) => name),
  );
});

controlled('keeps the latest exchanges, and continues their numbers', async (open) => {
  const simulator = await open({ maxJournal: 10 });
  const sandbox = simulator.sandbox();

  await callAtOnce(25, simulator, sandbox, list);
  expect(numbersOf(await sandbox.requests())).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);

  await sandbox.clearRequests();
  expect(await sandbox.requests()).toEqual([]);
  await callService(simulator, sandbox, list);
  expect(numbersOf(await sandbox.requests())).toEqual([26]);
});

controlled('a journal of size 0 still counts', async (open) => {
  const simulator = await open({ maxJournal: 0 });
  const sandbox = simulator.sandbox('x');

  await callAtOnce(3, simulator, sandbox, list);

  expect(await sandbox.requests()).toEqual([]);
  expect(await simulator.sandboxes()).toContainEqual({
    name: 'x',
    pets: 50,
    requests: 3,
    rules: 0,
  });
});

controlled('records 64-bit integers with all their digits', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const body = '{"name":"Rex","categoryId":-9223372036854775808}';

  await callService(simulator, sandbox, { ...create, body });

  const [exchange] = await sandbox.requests();
  expect(exchange).toMatchObject({ body, json: { categoryId: -9223372036854775808n } });
});

controlled('records the beginning of a long body', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const bodyOf = (length: number) => `{"name":"${'x'.repeat(length - 26)}","categoryId":1}`;
  await callService(simulator, sandbox, { ...create, body: bodyOf(4096) });
  await callService(simulator, sandbox, { ...create, body: bodyOf(4097) });
  await callService(simulator, sandbox, { ...create, body: 'no JSON' });

  const [whole, cut, text] = await sandbox.requests();
  expect(whole).toMatchObject({ status: 201, body: bodyOf(4096), json: { categoryId: 1 } });
  expect(cut).toMatchObject({ status: 201, body: bodyOf(4097).slice(0, 4096), bodyCut: true });
  expect([whole?.bodyCut, cut?.json]).toEqual([undefined, undefined]);
  expect([text?.body, text?.json]).toEqual(['no JSON', undefined]);
  const { closest } = await sandbox.count({
    status: 201,
    note: 'id-scheme',
    body: { categoryId: 2 },
  });
  expect(closest).toMatchObject({
    request: { number: 2 },
    differences: [
      'body: not all of it is kept, so it is not compared as JSON; use bodyContains instead',
    ],
  });
});
