import { stringify } from 'lossless-json';
import { expect, test } from 'vitest';
import { createSimulator } from '../../../src/index.js';
import { open, openServer } from '../../support/control.js';

interface WrongCall {
  /** `POST /rules` */
  readonly operation: string;
  readonly body?: unknown;
  readonly message: string;
}

const call = (operation: string, message: string): WrongCall => ({ operation, message });
const body = (operation: string, value: unknown, message: string): WrongCall => ({
  operation,
  body: value,
  message,
});
const rule = (value: unknown, message: string) => body('POST /rules', value, message);
const rex = { name: 'Rex', categoryId: '1' };

const wrongCalls: readonly WrongCall[] = [
  rule({ code: 503, tmies: 3 }, 'The body has the unknown field "tmies". Known fields: operation'),
  rule({ match: { path: '/' } }, 'match of the body has the unknown field "path". Known fields: p'),
  rule({ code: '503' }, 'code of the body must be a whole number; got "503" (a string).'),
  rule({ code: 503, times: 0 }, 'times of the body must be at least 1; got 0 (a number).'),
  rule({ code: 503, times: 1.5 }, 'times of the body must be a whole number; got 1.5 (a number).'),
  rule({ code: 503, times: 2n ** 63n }, 'times of the body must be between -9007199254740991 and'),
  rule({ code: 503, probability: 1.01 }, 'probability of the body must be at most 1; got 1.01'),
  rule({ delay: 60_001 }, 'delay of the body must be at most 60000; got 60001 (a number).'),
  rule({ fault: 'slow' }, 'fault of the body must be one of reset, empty, truncate, garbage'),
  rule(
    { example: 'Missing Name' },
    'example of the body must be the name of an example in /openapi',
  ),
  rule({ code: 503, operation: 'deletePet' }, 'must be one of listPets, createPet, getPet; got'),
  rule({ match: { query: { limit: 3 } } }, 'match.query.limit of the body must be a string; got 3'),
  rule({ times: 3 }, 'The rule forces nothing. Set at least one of code, example, delay, fault'),
  rule({ headers: {} }, 'The rule forces nothing.'),
  rule({ operation: 'listPets', code: 201 }, 'listPets has no response 201. Use one of 200, 401'),
  rule(
    { code: 503, match: { petId: '1', bodyContains: 'R' } },
    'The rule could never apply: no re',
  ),
  rule({ body: 'Busy' }, 'must have a code from 400 to 599; got none.'),
  rule({ headers: { 'Content-Length': '5' } }, 'headers of the body must not have Content-Length'),
  rule([], 'The body must be an object; got an array.'),
  rule(null, 'The body must be an object; got null.'),
  body('PUT /state', {}, 'snapshot is required in the body.'),
  body(
    'POST /reset',
    { fixture: '../package' },
    'fixture of the body must be one of default, empty, eve',
  ),
  body(
    'POST /reset',
    { fixture: 'empty', pets: 5 },
    'pets and fixture of the body must not be used toge',
  ),
  body('POST /reset', { seed: -1 }, 'seed of the body must be at least 0; got -1 (a number).'),
  body(
    'POST /reset',
    { pets: 10_001 },
    'pets of the body must be at most 10000; got 10001 (a number).',
  ),
  body(
    'POST /reset',
    { pets: '5' },
    'pets of the body must be a whole number or an array; got "5" (a s',
  ),
  body('POST /reset', { pets: [rex, {}] }, 'name is required in pets[1] of the body.'),
  body(
    'POST /reset',
    { pets: [{ ...rex, age: 4 }] },
    'pets[0] of the body has the unknown field "age". K',
  ),
  body(
    'POST /reset',
    { pets: [{ ...rex, status: 'x' }] },
    'pets[0].status of the body must be one of a',
  ),
  body(
    'POST /reset',
    { pets: Array(1_001).fill(rex) },
    'pets of the body must be an array of at most 1000',
  ),
  body(
    'POST /reset',
    { pets: [{ ...rex, id: '7' }, rex, { ...rex, id: '7' }] },
    'pets[2].id of the body must be unique; pets[0] has 7, too.',
  ),
  body(
    'POST /reset',
    { profile: 'nice' },
    'profile of the body must be one of default, strict, lenient',
  ),
  body(
    'POST /reset',
    { choose: { order: 'x' } },
    'choose of the body has the unknown field "order". Kno',
  ),
  body(
    'POST /reset',
    { choose: { 'list-order': 'x' } },
    'choose.list-order of the body must be one of o',
  ),
  body(
    'POST /reset',
    { allow: ['scenario'] },
    'allow[0] of the body must be one of open, deprecated, v',
  ),
  body(
    'POST /reset',
    { test: 'a\nb' },
    'test of the body must be 1 to 256 characters without line breaks',
  ),
  body('PUT /settings', { latency: '300-100' }, 'latency of the body must be milliseconds up to 6'),
  body(
    'PUT /settings',
    { latency: true },
    'latency of the body must be a whole number or a string',
  ),
  body(
    'PUT /settings',
    { allow: 'violation' },
    'allow of the body must be an array; got "violation',
  ),
  body('PUT /clock', {}, 'The body is empty. Set at least one of mode, now, advance.'),
  body(
    'PUT /clock',
    { now: 'tomorrow' },
    'now of the body must be an instant such as 2030-12-05T00',
  ),
  body('PUT /clock', { now: '2030-02-30' }, 'now of the body must be an instant'),
  body('PUT /clock', { mode: 'real', now: '2030-12-06' }, 'A real clock must not have now.'),
  body('PUT /clock', { now: '9999-12-31', advance: 86_400_000 }, 'within the years 0000 to 9999'),
  body(
    'POST /requests/count',
    { stats: 201 },
    'The body has the unknown field "stats". Known fields: p',
  ),
  body(
    'POST /pets',
    { ...rex, categoryId: 1 },
    'categoryId of the body must be a string; got 1 (a num',
  ),
  body(
    'POST /pets',
    { ...rex, categoryId: '9223372036854775808' },
    'must be an int64 as a string of',
  ),
  body(
    'POST /pets',
    { ...rex, id: '1' },
    'The sandbox default has a pet with the id 1 already. Choose',
  ),
  body(
    'POST /provider-states',
    { state: 'a dog exists' },
    'state must be one of "the API key is val',
  ),
  body('POST /provider-states', { state: 'x', params: [] }, 'params of the body must be an object'),
  body('PATCH /pets/1', {}, 'The body is empty. Set at least one of name, categoryId, st'),
  body('PATCH /pets/1', { status: 'x' }, 'must be one of available, pending, sold, null'),
  body('PATCH /pets/99', { name: 'x' }, 'has no pet with the id "99". GET /__admin/pets'),
  call('DELETE /pets/07', 'The sandbox default has no pet with the id "07".'),
  call('DELETE /rules/rule-9', 'has no rule with the id "rule-9". GET /__admin/rules lists its'),
  call(
    'DELETE /sandboxes/no%20body',
    'There is no sandbox "no body". GET /__admin/sandboxes lists',
  ),
  call('GET /requests?wait=1001', 'wait must be at most 1000, the size of the journal (maxJour'),
  call(
    'GET /requests?page=2',
    'The query parameter "page" is unknown. Known parameters: operation',
  ),
  call('GET /requests?limit=many', 'The query parameter limit must be a whole number; got "many"'),
  call('GET /requests?note=opened', 'The query parameter note must be one of open, deprecated, '),
  call('GET /requests?since=yesterday', 'The query parameter since must be an instant such as'),
  call('GET /pets?limit=1001', 'The query parameter limit must be at most 1000; got 1001 (a nu'),
  call('GET /clock?limit=2', 'The query parameter "limit" is unknown. Known parameters: none.'),
];

test('explains wrong calls, which change nothing', async () => {
  const { origin } = await openServer();
  const send = async (operation: string, text?: string) => {
    const [method = '', path = ''] = operation.split(' ');
    const response = await fetch(`${origin}/__admin${path}`, {
      method,
      ...(text !== undefined && { body: text }),
    });
    return response.json();
  };
  await send('PUT /clock', '{"mode":"frozen"}');
  const before = await send('GET /state');

  for (const { operation, message, ...wrong } of wrongCalls) {
    const error = await send(operation, 'body' in wrong ? stringify(wrong.body) : undefined);
    expect(error).toEqual({
      code: expect.any(String),
      message: expect.stringContaining(message),
      status: expect.any(Number),
    });
  }

  expect(await send('GET /state')).toEqual(before);
});

test('handles reject with the same errors', async () => {
  const one = createSimulator().sandbox();

  await expect(one.addRule({ times: 1 })).rejects.toMatchObject({
    name: 'SimulatorError',
    code: 'bad_request',
    message: expect.stringMatching(/^The rule forces nothing\./),
  });
});

const pet = { id: '1', name: 'Rex', categoryId: '1' };
const state = { id: 'a', code: 503, applied: 0, tried: 0 };

const wrongSnapshots: readonly (readonly [object, string])[] = [
  [{ snapshot: 2 }, 'snapshot of the body must be 1; got 2 (a number).'],
  [{ pet: [] }, 'The body has the unknown field "pet".'],
  [{ pets: [{ ...pet, id: 1 }] }, 'pets[0].id of the body must be a string; got 1 (a number).'],
  [{ seeded: 0, pets: [pet, pet] }, 'Two pets of the snapshot have the same id 1.'],
  [{ seeded: 2, pets: [pet] }, 'seeded of the snapshot must be at most 1, the number of its pets'],
  [{ seeded: 0, pets: [{ ...pet, extra: '[]' }] }, 'must be the text of a JSON object, such as'],
  [{ seeded: 0, pets: [{ ...pet, extra: '{"id":2}' }] }, 'must not have the field id, which every'],
  [{ latency: { from: 2, to: 1 } }, 'must not have a from that is larger than its to.'],
  [
    { latency: { from: 0, to: 9, median: 3 } },
    'must have no median, or one with a p95 that is not',
  ],
  [{ rules: [{ ...state, operation: 'listPets', code: 201 }] }, 'listPets has no response 201'],
  [{ rules: [state, state] }, 'Two rules of the snapshot have the same id. Change one of them.'],
  [{ rules: [{ ...state, id: 'a b' }] }, 'rules[0].id of the body must be 1 to 64 letters, digits'],
  [{ clock: { mode: 'real', now: '2030-01-01', advanced: 1e15 } }, 'within the years 0000 to 9999'],
  [{ numbered: 2 ** 53 - 1 }, 'numbered of the body must be at most 1000000000000'],
  [{ choices: { 'list-order': 'shuffled' } }, 'omitted-status is required in choices of the body.'],
];

const snapshots = wrongSnapshots.map(([change, message]) => ({ change, message }));

test.for(snapshots)('a snapshot is rejected: $message', async ({ change, message }) => {
  const { one, get } = open();
  await one.reset({ pets: 3 });
  await one.clock.freeze('2030-01-01');
  await get('/pets');
  const before = await one.snapshot();

  await expect(one.restore({ ...before, ...change } as typeof before)).rejects.toThrow(message);

  expect(await one.snapshot()).toEqual(before);
  expect(await one.requests()).toHaveLength(1);
});
