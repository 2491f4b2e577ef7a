import { stringify } from 'lossless-json';
import { expect, test } from 'vitest';
import { open, openServer } from '../../support/control.js';

const rex = { name: 'Rex', categoryId: '1' };

/** One of each kind; undefined sends no body. */
const wrongCalls: readonly (readonly [operation: string, body: unknown, message: string])[] = [
  ['POST /rules', { code: 503, tmies: 3 }, '. Did you mean times?'],
  ['POST /rules', { match: { path: '/' } }, 'match of the body has the unknown field "path". Know'],
  ['POST /rules', { code: '503' }, 'code of the body must be a whole number; got "503" (a string)'],
  ['POST /rules', { code: 503, times: 2n ** 63n }, 'must be a whole number; got 92233720368547758'],
  ['POST /rules', { code: 503, probability: 1.01 }, 'probability of the body must be at most 1; g'],
  ['POST /rules', { fault: 'slow' }, 'fault of the body must be one of reset, empty, truncate, ga'],
  ['POST /rules', { example: 'missing-nam', operation: 'createPet' }, 'mean missing-name?'],
  ['POST /rule', { code: 503 }, '. Did you mean POST /__admin/rules?'],
  ['POST /rules', { example: 'Missing Name' }, 'must be the name of an example in /openapi.yaml,'],
  ['POST /rules', { operation: 'listPets', code: 201 }, 'listPets has no response 201. Use one of'],
  [
    'POST /rules',
    { code: 503, match: { body: 'x'.repeat(65_536) } },
    'at most 65536 characters as JSON',
  ],
  ['POST /rules', { times: 3 }, 'The rule forces nothing. Set at least one of code, example, dela'],
  ['POST /rules', { body: 'Busy' }, 'must have a code from 400 to 599; got none.'],
  ['POST /rules', { code: 201, body: 'Busy' }, 'must have a code from 400 to 599; got 201.'],
  ['POST /rules', { headers: { 'Content-Length': '5' } }, 'must not have Content-Length'],
  ['POST /rules', { headers: { Connection: 'close' } }, 'must not have Connection'],
  ['POST /rules', { headers: { 'Keep-Alive': '5' } }, 'must not have Keep-Alive'],
  ['POST /rules', { headers: { 'X Limit': '5' } }, 'must be names and printable ASCII values'],
  ['POST /rules', [], 'The body must be an object; got an array.'],
  ['PUT /state', {}, 'snapshot of the body is required.'],
  ['POST /reset', { fixture: '../package' }, 'fixture of the body must be one of default, empty,'],
  ['POST /reset', { fixture: 'empty', pets: 5 }, 'pets and fixture of the body must not be used t'],
  ['POST /reset', { pets: [rex, {}] }, 'pets[1].name of the body is required.'],
  ['POST /reset', { pets: Array(1_001).fill(rex) }, 'pets of the body must be an array of at most'],
  ['POST /reset', { pets: Array(2).fill({ ...rex, id: '7' }) }, 'Two pets have the same id 7.'],
  ['PUT /settings', { delay: '300-100' }, 'delay of the body must be milliseconds up to 60000'],
  ['PUT /settings', { allow: 'violation' }, 'allow of the body must be an array; got "violation"'],
  ['PUT /clock', { now: '2030-02-30' }, 'now of the body must be an instant such as 2030-12-05T00'],
  ['PUT /clock', { mode: 'real', now: '2030-12-06' }, 'A real clock must not have now.'],
  ['PUT /clock', { now: '9999-12-31', advance: 86_400_000 }, 'within the years 0000 to 9999'],
  ['POST /pets', { ...rex, categoryId: '9223372036854775808' }, 'must be an int64 as a string of'],
  ['POST /pets', { ...rex, categoryId: 2 }, 'as a string of digits, such as "7"; got 2 (a number)'],
  ['POST /pets', { ...rex, id: '1' }, 'The id 1 is already used by a pet in the sandbox default.'],
  ['POST /provider-states', { state: 'a dog exists' }, 'state must be one of "the API key is vali'],
  ['POST /provider-states', { state: 'a pet exist' }, 'Did you mean a pet exists?'],
  ['PATCH /pets/99', { name: 'x' }, 'has no pet with the id "99". GET /__admin/pets'],
  ['DELETE /pets/07', undefined, 'The sandbox default has no pet with the id "07".'],
  ['DELETE /rules/rule-9', undefined, 'has no rule with the id "rule-9". GET /__admin/rules lists'],
  ['DELETE /sandboxes/no%20body', undefined, 'There is no sandbox "no body". GET /__admin/sandbox'],
  ['GET /requests?limit=', undefined, 'limit of the query must be a whole number; got ""'],
  ['GET /requests?limit=1&limit=1', undefined, 'limit of the query must be a whole number; got an'],
  ['DELETE /rules/%zz', undefined, "Failed to decode param '%zz'"],
  ['GET /clock?limit=2', undefined, 'The query has the unknown field "limit". Known fields: none.'],
];

const statuses: Record<string, number> = {
  bad_request: 400,
  not_found: 404,
  simulator_conflict: 409,
};

test('explains wrong calls, which change nothing', async () => {
  const { origin } = await openServer();
  const send = async (operation: string, body?: string) => {
    const [method = '', path = ''] = operation.split(' ');
    const init = { method, ...(body !== undefined && { body }) };
    return (await fetch(`${origin}/__admin${path}`, init)).json();
  };
  await send('PUT /clock', '{"mode":"frozen"}');
  const before = await send('GET /state');

  for (const [operation, body, message] of wrongCalls) {
    const refusal = await send(operation, stringify(body));
    expect(refusal).toEqual({
      code: expect.any(String),
      message: expect.stringContaining(message),
      status: statuses[refusal.code],
    });
  }

  expect(await send('GET /state')).toEqual(before);
});

const pet = { id: '1', name: 'Rex', categoryId: '1' };
const state = { id: 'a', code: 503, applied: 0, tried: 0 };

const wrongSnapshots: readonly (readonly [object, string])[] = [
  [{ snapshot: 2 }, 'snapshot of the body must be 1; got 2 (a number).'],
  [{ seeded: 0, pets: [pet, pet] }, 'Two pets have the same id 1.'],
  [{ seeded: 1, pets: [pet, pet] }, 'Two pets have the same id 1.'],
  [{ seeded: 0, pets: [{ ...pet, extra: '[]' }] }, 'must be the text of a JSON object'],
  [{ seeded: 0, pets: [{ ...pet, extra: '{"tag":1,"id":2}' }] }, 'with other fields'],
  [{ rules: [{ ...state, operation: 'listPets', code: 201 }] }, 'listPets has no response 201'],
  [{ rules: [{ ...state, id: 'a b' }] }, 'rules[0].id of the body must be 1 to 64 letters, digits'],
  [{ clock: { mode: 'real', now: '2030-01-01', advanced: 1e15 } }, 'within the years 0000 to 9999'],
];

test.for(wrongSnapshots)('a snapshot with %j is rejected', async ([change, message]) => {
  const { one, get } = open();
  await one.reset({ pets: 3 });
  await one.clock.freeze('2030-01-01');
  await get('/pets');
  const before = await one.snapshot();

  await expect(one.restore({ ...before, ...change } as typeof before)).rejects.toThrow(message);

  expect(await one.snapshot()).toEqual(before);
  expect(await one.requests()).toHaveLength(1);
});
