import { expect, test } from 'vitest';
import { create, list, open as openSimulator } from '../../support/control.js';

const tom = { ...create, body: '{"name":"Tom"}' };
const precise = { ...create, body: '{"name":"Rex","categoryId":9007199254740993}' };

function open(options = {}) {
  const opened = openSimulator(options);
  /** Five exchanges, of every operation and kind. */
  const callAll = async () => {
    for (const one of [list, precise, tom, { path: '/pets/1' }, { path: '/pets?limit=0' }]) {
      await opened.call(one);
    }
  };
  return { ...opened, callAll };
}

test('records an exchange without its keys', async () => {
  const { one, call } = open({ apiKey: 'first-key' });
  await one.reset({ test: 'adds a pet' });
  await call({
    ...create,
    path: '/pets?k=first-key',
    body: '{"name":"first-key","categoryId":1}',
    headers: { 'X-Trace': 'a first-key' },
  });

  const [recorded] = await one.requests();

  expect(recorded).toMatchObject({
    number: 1,
    sandbox: 'one',
    test: 'adds a pet',
    operation: 'createPet',
    method: 'POST',
    path: '/sandboxes/one/v1/pets',
    query: 'k=***',
    headers: { authorization: 'Bearer ***', 'x-trace': 'a ***' },
    body: '{"name":"***","categoryId":1}',
    json: { name: '***', categoryId: 1 },
    status: 201,
    duration: expect.any(Number),
    responseBody: expect.stringContaining('"name":"***"'),
    notes: expect.arrayContaining([expect.objectContaining({ kind: 'open' })]),
  });
  expect(JSON.stringify(recorded)).not.toContain('first-key');
  for (const field of ['allow', 'needs', 'rule', 'message']) {
    expect(recorded).not.toHaveProperty(field);
  }
  const { closest } = await one.count({ headers: { 'x-trace': 'b' } });
  expect(closest?.differences).toEqual(['header x-trace: expected "b"; got "a ***"']);
});

test('lists exchanges by operation, status, note, time and number', async () => {
  const { one, call, callAll } = open();
  await callAll();
  await call({ ...list, headers: { Prefer: 'code=x' } });
  await call({ ...list, headers: { Prefer: 'code=503' } });
  const find = async (filter: Parameters<typeof one.requests>[0]) =>
    (await one.requests(filter)).map(({ number }) => number);

  expect(await find({ operation: 'createPet' })).toEqual([2, 3]);
  expect(await find({ status: 400, operation: 'createPet' })).toEqual([3]);
  expect(await find({ note: 'limit-too-small' })).toEqual([5]);
  expect(await find({ note: 'refused' })).toEqual([6]);
  expect(await find({ outcome: 'failed', order: 'descending', limit: 3 })).toEqual([7, 6, 5]);
  expect(await find({ outcome: '4xx' })).toEqual([3, 5]);
  expect(await find({ after: 1, limit: 2 })).toEqual([2, 3]);
  expect(await find({ since: new Date(Date.now() + 60_000) })).toEqual([]);
  const [last] = await one.requests({ after: 5 });
  expect(await find({ since: new Date(last?.time ?? 0) })).toContain(6);
  expect((await one.requests({ note: 'refused' }))[0]).toMatchObject({
    notes: [{ kind: 'refused', code: 'simulator_bad_preference' }],
  });
  await one.clearRequests();
  await callAll();
  expect(await find({ limit: 1 })).toEqual([8]);
});

test('resolves as soon as enough exchanges match', async () => {
  const { one, callAll } = open();
  const created = one.requests({ operation: 'createPet', wait: 2, timeout: 60_000 });
  const all = one.requests({ wait: 5, timeout: 60_000 });

  // So that both wait.
  await one.rules();
  await callAll();

  expect(await created).toHaveLength(2);
  expect(await all).toHaveLength(5);
  expect(await one.requests({ operation: 'getPet', wait: 1, timeout: 0 })).toHaveLength(1);
  expect(await one.requests({ wait: 3, limit: 2, timeout: 0 })).toHaveLength(2);
  // Zero is sent, and is too small.
  await expect(one.requests({ limit: 0 })).rejects.toThrow('limit of the query must be');
});

test.for([
  [
    { operation: 'createPet', wait: 3, timeout: 1 },
    /^Expected 3 exchanges that match {"operation":"createPet"} within 1 ms; got 2\.$/,
  ],
  [{ wait: 3, order: 'descending', outcome: 'failed', timeout: 1 }, /got 2\.$/],
  [{ wait: 9, timeout: 1 }, /^Expected 9 exchanges within 1 ms; got 5\.$/],
  [
    { operation: 'getPet', status: 404, wait: 1, timeout: 1 },
    /^Expected 1 exchange that .* got 0\. The closest was GET \S+ \(200\):\n {2}status: expected 404; got 200$/,
  ],
  [{ after: 5, wait: 1, timeout: 1 }, /; got 0\.$/],
  [{ since: '2000-01-01', wait: 6, timeout: 1 }, /^Expected 6 exchanges that match .*; got 5\.$/],
] as const)('a timeout of %j describes the exchanges', async ([filter, message]) => {
  const { one, callAll } = open();
  await callAll();

  await expect(one.requests(filter)).rejects.toThrow(message);
});

test('counts the exchanges that match a pattern', async () => {
  const { one, callAll } = open();
  await callAll();
  const count = async (pattern: Parameters<typeof one.count>[0]) =>
    (await one.count(pattern)).count;

  expect(await count({})).toBe(5);
  expect(await count({ method: 'post', status: 201 })).toBe(1);
  expect(await count({ body: { name: 'Rex', categoryId: 9007199254740993n } })).toBe(1);
  expect(await count({ bodyContains: 'name' })).toBe(2);
  expect(await count({ petId: '1' })).toBe(1);
  expect(await count({ query: { limit: '0' } })).toBe(1);
  expect(await count({ note: 'limit-too-small' })).toBe(1);
  expect(await count({ headersContain: { 'Content-Type': 'json' } })).toBe(2);
  expect(await one.received({ operation: 'createPet' })).toBe(2);
});

test('describes the closest exchange when none matches', async () => {
  const { one, other, callAll } = open();
  await callAll();

  const pattern = {
    operation: 'createPet',
    status: 201,
    body: { name: 'Rex', tags: ['a'] },
  } as const;
  const { closest, count } = await one.count(pattern as never);

  expect([count, closest?.request.number]).toEqual([0, 2]);
  expect((await one.count({ status: 418 })).closest?.request.number).toBe(5);
  expect(closest?.differences).toEqual(['body.tags: expected ["a"]; got nothing']);
  await expect(one.received(pattern as never)).rejects.toThrow(
    /^No exchange matches \{"operation":"createPet",.*\}\. The closest was POST \S+ \(201\):\n {2}body\.tags: /,
  );
  await expect(other.received({})).rejects.toThrow('received no request at all.');
});

test('keeps the first 4,096 characters of each body', async () => {
  const { one, call } = open();
  const body = `{"name":"${'x'.repeat(5_000)}","categoryId":1}`;

  const { text } = await call({ ...create, body });

  const cut = { body: body.slice(0, 4_096), bodyCut: true };
  const responseCut = { responseBody: text.slice(0, 4_096), responseBodyCut: true };
  const [exchange] = await one.requests();
  expect(exchange).toMatchObject({ ...cut, ...responseCut });
  expect(exchange).not.toHaveProperty('json');
  const pattern = { operation: 'createPet', status: 201, body: { categoryId: 2 } } as const;
  expect((await one.count(pattern)).closest?.differences).toEqual([
    'body: not all of it is kept, so it is not compared as JSON; use bodyContains instead',
  ]);
});

test('keeps bodies of 4,096 characters whole', async () => {
  const { one, call } = open();
  const name = 'x'.repeat(4_096 - '{"id":51,"name":"","categoryId":1}'.length);

  const { text } = await call({
    ...create,
    body: `{"name":"${name}","categoryId":1}`.padEnd(4_096),
  });

  const [exchange] = await one.requests();
  expect([exchange?.body?.length, exchange?.responseBody]).toEqual([4_096, text]);
  expect(text).toHaveLength(4_096);
  expect(exchange).toMatchObject({ bodyCut: false, responseBodyCut: false });
});

test('records bodies only where there are any', async () => {
  const { one, call } = open();

  await call({ ...list, method: 'HEAD' });
  await call({ ...create, body: 'no JSON' });

  const [head, text] = await one.requests();
  expect(head).not.toHaveProperty('responseBody');
  expect(text).toMatchObject({ body: 'no JSON', status: 400 });
  expect(text).not.toHaveProperty('json');
});

test('records no duration until the client leaves or has the response', async () => {
  const { simulator, one } = open();
  await one.addRule({ delay: 60_000 });
  const controller = new AbortController();
  const { signal } = controller;
  const headers = { Authorization: `Bearer ${one.apiKey}` };
  const response = simulator.fetch(`${one.url}/pets`, { headers, signal });

  const [waiting] = await one.requests({ wait: 1 });
  controller.abort();

  await expect(response).rejects.toThrow();
  expect(waiting).not.toHaveProperty('duration');
  expect(await one.requests()).toMatchObject([{ duration: expect.any(Number) }]);
});
