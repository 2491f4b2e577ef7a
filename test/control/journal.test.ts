import { request } from 'node:http';
import { expect, test } from 'vitest';
import { ControlError } from '../../src/index.js';
import { resolveObject } from '../../src/options/from-object.js';
import { SimulatorCore } from '../../src/simulator-core.js';
import { type Controlled, callAtOnce, callService, controlled, openServer } from './open.js';

const list = { path: '/pets' };
const create = { method: 'POST', path: '/pets', body: '{"name":"Rex","categoryId":1}' };

const settingsCall = {
  method: 'GET',
  path: '/settings',
  query: new URLSearchParams(),
  sandbox: 'default',
  body: '',
};

type Sandbox = ReturnType<Controlled['sandbox']>;

/** Five exchanges of different kinds. */
async function someExchanges(simulator: Controlled, sandbox: Sandbox): Promise<void> {
  await callService(simulator, sandbox, list);
  await callService(simulator, sandbox, create);
  await callService(simulator, sandbox, { ...create, body: '{"name":"Tom"}' });
  await callService(simulator, sandbox, { path: '/pets/1' });
  await callService(simulator, sandbox, { path: '/pets?limit=0' });
}

const numbersOf = (requests: readonly { readonly number: number }[]) =>
  requests.map(({ number }) => number);

controlled('the journal tells what was sent, the oldest first', async (open) => {
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

controlled('all filters of the journal have to hold', async (open) => {
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

controlled('pages of the journal, put together, are the journal', async (open) => {
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

controlled('the journal keeps the order in which answers were made, under load', async (open) => {
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

controlled('the journal keeps the last so many, and its numbers go on', async (open) => {
  const simulator = await open({ maxJournal: 10 });
  const sandbox = simulator.sandbox();

  await callAtOnce(25, simulator, sandbox, list);
  expect(numbersOf(await sandbox.requests())).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);

  await sandbox.clearRequests();
  expect(await sandbox.requests()).toEqual([]);
  await callService(simulator, sandbox, list);
  expect(numbersOf(await sandbox.requests())).toEqual([26]);
});

controlled('a journal that keeps nothing still counts', async (open) => {
  const simulator = await open({ maxJournal: 0 });
  const sandbox = simulator.sandbox('x');

  await callAtOnce(3, simulator, sandbox, list);

  expect(await sandbox.requests()).toEqual([]);
  expect(await simulator.sandboxes()).toContainEqual({
    name: 'x',
    pets: 50,
    requests: 3,
    scenarios: 0,
  });
});

controlled('who waits gets the exchanges as soon as enough have come', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const waiting = [
    sandbox.requests({ operation: 'createPet', wait: 2, timeout: 60_000 }),
    sandbox.requests({ wait: 5, timeout: 60_000 }),
    sandbox.requests({ status: 400, wait: 1, timeout: 60_000 }),
  ];

  await someExchanges(simulator, sandbox);

  const [created, all, refused] = await Promise.all(waiting);
  expect(numbersOf(created ?? [])).toEqual(expect.arrayContaining([2, 3]));
  expect(numbersOf(all ?? [])).toEqual([1, 2, 3, 4, 5]);
  expect(numbersOf(refused ?? [])).toContain(3);
});

controlled('who waits for what has come already does not wait', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await someExchanges(simulator, sandbox);

  const [one] = await sandbox.requests({ operation: 'getPet', wait: 1, timeout: 0 });

  expect(one).toMatchObject({ number: 4 });
});

controlled('who waits in vain is told for what, and what came instead', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  await callService(simulator, sandbox, create);

  const waiting = sandbox.requests({ operation: 'createPet', wait: 2, timeout: 1 });

  await expect(waiting).rejects.toThrow(ControlError);
  await expect(waiting).rejects.toThrow(
    /^2 exchanges were waited for that fit .*"operation":"createPet".*POST \S+\/pets \(201\) came in time\.$/,
  );
});

controlled('who waits for nothing that comes is told that none came', async (open) => {
  const waiting = (await open()).sandbox().requests({ wait: 1, timeout: 1 });

  await expect(waiting).rejects.toThrow(/none came in time\.$/);
});

test('who goes away waits no more', async () => {
  const control = await new SimulatorCore(resolveObject({})).control();
  const controller = new AbortController();
  const waiting = control.answer({
    method: 'GET',
    path: '/requests',
    query: new URLSearchParams({ wait: '1', timeout: '60000' }),
    sandbox: 'default',
    body: '',
    signal: controller.signal,
  });
  let over = false;
  void waiting.then(() => {
    over = true;
  });
  await control.answer({ ...settingsCall, signal: controller.signal });
  expect(over).toBe(false);

  controller.abort();

  // Long before the minute is over.
  expect((await waiting).value).toMatchObject({ requests: [], enough: false });
});

controlled('requests are counted by what they were like', async (open) => {
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

controlled(
  'when none was like it, the answer says which came closest, and how it differs',
  async (open) => {
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
      'body.categoryId: expected 9007199254740993, and 1 came',
      'body.tags: expected ["a"], and nothing came',
    ]);
  },
);

controlled('of an empty journal, nothing came closest', async (open) => {
  expect(await (await open()).sandbox().count({ status: 200 })).toEqual({ count: 0 });
});

controlled('integers of 64 bits are recorded with all their digits', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox();
  const body = '{"name":"Rex","categoryId":-9223372036854775808}';

  await callService(simulator, sandbox, { ...create, body });

  const [exchange] = await sandbox.requests();
  expect(exchange).toMatchObject({ body, json: { categoryId: -9223372036854775808n } });
});

controlled('of a long body, the beginning is recorded', async (open) => {
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
});

controlled('keys are hidden wherever they stand', async (open) => {
  const apiKey = ['secret', 'secret-of/mine', 'key+of='];
  const simulator = await open({ apiKey });
  const sandbox = simulator.sandbox();
  const call = (headers: Record<string, string>, path = '/pets') =>
    callService(simulator, sandbox, { ...create, path, headers });

  await call({ Authorization: 'Bearer secret-of/mine' });
  await call({ Authorization: 'Bearer key-of-another-service' });
  await call({ Authorization: 'key-of-another-service' });
  await call({ Cookie: 'session=key-of-another-service', 'Proxy-Authorization': 'Basic abc' });
  await call({
    'X-Api-Key': 'key-of-another-service',
    'Simulator-Admin-Token': 'key-of-another-service',
  });
  await call({ 'X-Forwarded': 'see secret-of/mine' });
  await call({}, '/pets?key=key%2Bof%3D&old=secret&other=secret-of%2Fmine');
  await callService(simulator, sandbox, {
    ...create,
    body: '{"name":"secret-of/mine","categoryId":1}',
  });
  await callService(simulator, sandbox, { path: '/pets/secret' });

  const requests = await sandbox.requests();
  const told = JSON.stringify(requests);
  for (const word of ['secret', 'mine', 'another', 'session', 'abc', 'key+of', 'key%2B']) {
    expect(told).not.toContain(word);
  }
  expect(requests.map(({ headers }) => headers.authorization).slice(0, 3)).toEqual([
    'Bearer ***',
    'Bearer ***',
    '***',
  ]);
  expect(requests[3]?.headers).toMatchObject({ cookie: '***', 'proxy-authorization': 'Basic ***' });
  expect(requests[5]?.headers['x-forwarded']).toBe('see ***');
  expect(requests[6]?.query).toBe('key=***&old=***&other=***');
  expect(requests[7]).toMatchObject({
    body: '{"name":"***","categoryId":1}',
    json: { name: '***' },
  });
  expect(requests[8]?.path).toMatch(/\/pets\/\*\*\*$/);
});

controlled('keys are hidden in what came closest, too', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('default');
  const headers = { Authorization: 'Bearer other"key', Cookie: 'a="b"' };
  await callService(simulator, sandbox, { ...list, headers });

  const { closest } = await sandbox.count({
    headers: { Authorization: 'Bearer nobody', Cookie: 'c' },
  });

  expect(closest?.differences).toEqual([
    'header Authorization: expected "Bearer nobody", and "***" came',
    'header Cookie: expected "c", and "***" came',
  ]);
});

test('headers that were sent repeatedly are told as one, in lower case', async () => {
  const simulator = await openServer();
  await new Promise((resolve, reject) => {
    const headers = ['X-Trace', 'a', 'x-trace', 'b', 'Host', 'localhost'];
    const keys = ['authorization', 'Bearer one', 'Authorization', 'Bearer two'];
    const options = { headers: [...headers, ...keys] };
    request(`${simulator.url}/pets`, options, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });

  const [exchange] = await simulator.sandbox('default').requests();

  expect(exchange?.headers).toMatchObject({ 'x-trace': 'a, b', authorization: 'Bearer ***' });
});
