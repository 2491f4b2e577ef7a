import { expect, test } from 'vitest';
import type { Rule } from '../../../src/index.js';
import { callAtOnce, create, list, open } from '../../support/control.js';

test('applies a rule exactly seven times to 200 parallel requests', async () => {
  const { simulator, one } = open();
  await one.addRule({ operation: 'listPets', code: 503, times: 7 });

  const answers = await callAtOnce(200, simulator, one, list);

  expect(answers.filter(({ status }) => status === 503)).toHaveLength(7);
  expect(await one.rules()).toMatchObject([{ applied: 7, tried: 7 }]);
});

test.for([
  ['a Prefer header', { Prefer: 'code=401' }, 401],
  ['a Prefer header that only delays', { Prefer: 'delay=0' }, 200],
  ['a wrong key', { Authorization: 'Bearer no-key' }, 401],
] as const)('%s uses up no rule', async ([, headers, status]) => {
  const { one, call, get } = open();
  await one.addRule({ code: 503, times: 1 });

  expect((await call({ ...list, headers })).status).toBe(status);
  expect(await get('/pets')).toBe(503);
});

test('skips a rule that the operation cannot respond with', async () => {
  const { one, call, get } = open();
  await one.addRule({ example: 'no-such-pet', times: 1 });

  expect([await get('/pets'), (await call(create)).status]).toEqual([200, 201]);
  expect(await one.rules()).toMatchObject([{ applied: 0, tried: 0 }]);
  expect(await get('/pets/1')).toBe(404);
});

test('repeats probability by the seed, after a reset and in another sandbox', async () => {
  const { one, other, call } = open({ seed: 7 });
  const run = async (place: typeof one) => {
    await place.addRule({ operation: 'listPets', code: 503, probability: 0.5 });
    const answers = await Promise.all(Array.from({ length: 40 }, () => call(list, place)));
    return answers.map(({ status }) => status);
  };

  const first = await run(one);
  await one.reset();
  const again = await run(one);
  await one.reset({ seed: 8 });

  expect(new Set(first)).toEqual(new Set([200, 503]));
  expect([again, await run(other)]).toEqual([first, first]);
  const ofOtherSeed = await run(one);
  expect(ofOtherSeed).not.toEqual(first);
  await one.clearRules();
  // A second rule has a chance of its own.
  expect(await run(one)).not.toEqual(ofOtherSeed);
});

test('never applies probability 0, and always probability 1', async () => {
  const { simulator, one } = open();
  await one.addRule({ code: 503, probability: 1 });
  await one.addRule({ code: 500, probability: 0 });

  const answers = await callAtOnce(50, simulator, one, list);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
});

test('names the rule in the journal, not in the response', async () => {
  const { one, call, get } = open();
  const { id } = await one.addRule({ example: 'missing-name' });

  const { status, headers } = await call(create);

  expect([status, headers.has('preference-applied')]).toEqual([400, false]);
  const note = {
    kind: 'scenario',
    applied: 'example=missing-name',
    example: 'missing-name',
    beyond: false,
  };
  const notes = expect.arrayContaining([note]);
  expect(await one.requests({ note: 'scenario' })).toMatchObject([{ rule: id, notes }]);
  expect(await get('/pets')).toBe(200);
});

test('a rule matches the identifier, however it is encoded', async () => {
  const { one, get } = open();
  await one.addRule({ code: 503, match: { petId: '7' } });

  expect([await get('/pets/%37'), await get('/pets/8')]).toEqual([503, 200]);
});

test('a rule matches all conditions at once, integers digit by digit', async () => {
  const { one, call } = open();
  const match = { headers: { 'X-Trace': 'a' }, body: { categoryId: 9007199254740993n } as never };
  await one.addRule({ code: 503, match });
  const send = async (categoryId: string, headers = {}) =>
    (await call({ ...create, body: `{"name":"Rex","categoryId":${categoryId}}`, headers })).status;

  expect(await send('9007199254740993')).toBe(201);
  expect(await send('9007199254740992', { 'x-TRACE': 'a' })).toBe(201);
  expect(await send('9007199254740993', { 'x-TRACE': 'a' })).toBe(503);
});

const custom: [string, Rule, number, string | null, string][] = [
  [
    'JSON',
    { code: 422, body: { errors: [{ id: 10n ** 20n + 1n }], retry: 1.5 } as never },
    422,
    'application/json',
    '{"errors":[{"id":100000000000000000001}],"retry":1.5}',
  ],
  ['text', { code: 502, body: 'Bad Gatewäy' }, 502, 'text/plain; charset=utf-8', 'Bad Gatewäy'],
  [
    'HTML',
    { code: 429, body: '<p>', headers: { 'Content-Type': 'text/html' } },
    429,
    'text/html',
    '<p>',
  ],
];

test.for(custom)('responds with the body of a rule for %s', async ([, rule, ...expected]) => {
  const { one, call } = open();
  await one.addRule(rule);

  const { status, headers, text: received } = await call(list);

  expect([status, headers.get('content-type'), received]).toEqual(expected);
});

test('a rule takes away a header to which it gives no value', async () => {
  const { one, call } = open();
  await one.addRule({ code: 503, headers: { 'retry-after': '' } });

  expect((await call(list)).headers.has('Retry-After')).toBe(false);
});

test('a rule with headers alone lets the operation run, and pages read them', async () => {
  const { one, call } = open();
  await one.addRule({ headers: { 'X-Limit': '9' } });

  const { status, headers } = await call({ ...list, headers: { Origin: 'http://a.test' } });

  expect([status, headers.get('x-limit')]).toEqual([200, '9']);
  const exposed = headers.get('access-control-expose-headers');
  expect(exposed).toContain(', x-limit');
  expect(headers.get('simulator-notes')).toMatch(/^scenario;applied="headers";beyond, open;/);
  expect((await call(list)).headers.has('access-control-expose-headers')).toBe(false);
  expect(await one.requests({ limit: 1 })).toMatchObject([
    { responseHeaders: { 'x-limit': '9', 'access-control-expose-headers': exposed } },
  ]);
});

test.for([
  [{ code: 401 }, 'scenario;applied="code=401"'],
  [{ code: 401, body: {} }, 'scenario;applied="code=401";beyond'],
] as [Rule, string][])('notes of %j whether it is beyond the document', async ([rule, note]) => {
  const { one, call } = open();
  await one.addRule(rule);

  const { headers } = await call(list);

  expect(headers.get('simulator-notes')?.split(', ')).toContain(note);
});
