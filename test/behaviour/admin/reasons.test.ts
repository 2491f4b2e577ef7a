import { expect, test } from 'vitest';
import { create, open, type ServiceCall } from '../../support/control.js';

const prefer = (preference: string, path = '/pets') => ({ path, headers: { Prefer: preference } });
const post = (body: string, type = 'application/json') => ({
  ...create,
  body,
  headers: { 'Content-Type': type },
});

test.for<[reason: string, call: ServiceCall]>([
  ['', { path: '/pets' }],
  ['limit=0 out of range', { path: '/pets?limit=0' }],
  ['limit=0 out of range', { path: '/pets?page=2&limit=0' }],
  ['limit=abc is no integer', { path: '/pets?limit=abc' }],
  ['limit is empty', { path: '/pets?limit=' }],
  ['status=eaten unknown', { path: '/pets?status=eaten' }],
  ['unknown parameter', { path: '/pets?page=2' }],
  ['petId is no integer', { path: '/pets/abc' }],
  ['No animal has the identifier 999', { path: '/pets/999' }],
  ['deprecated, ends in 2030', { path: '/pets/1' }],
  ['unknown path', { path: '/nothing' }],
  ['unknown method', { path: '/pets', method: 'DELETE' }],
  ['no key', { path: '/pets', headers: { Authorization: '' } }],
  ['key unknown', { path: '/pets', headers: { Authorization: 'Bearer mine' } }],
  ['categoryId is required', post('{"name":"Rex"}')],
  [
    'status must be one of available, pending, sold',
    post('{"name":"Rex","categoryId":1,"status":7}'),
  ],
  ['The body must be an object', post('[]')],
  ["The body can't be read as JSON", post('{')],
  ['Content-Type text/plain', post('{}', 'text/plain')],
  ['no Content-Type', post('{}', '')],
  ['forced 503 (Prefer)', prefer('code=503')],
  ['forced 404, 1 ms (Prefer)', prefer('code=404, delay=1', '/pets/1')],
  ['forced expired-key (Prefer)', prefer('example=expired-key')],
  ['forced 404 (query)', { path: '/pets?__code=404' }],
  ['Prefer without effect', prefer('return=minimal, wait=5, respond-async')],
  ['Prefer: cod is unknown; code=404?', prefer('wait=5, cod=404')],
  ['Prefer: status is unknown; code=404?', prefer('status=404')],
  ['refused: bad preference', prefer('code=999')],
])('gives the reason "%s" in a few words', async ([reason, call]) => {
  const { one, call: send } = open();

  await send(call);

  expect((await one.requests())[0]?.reason).toBe(reason);
});

test('names the rule that forced a response, or let the operation run', async () => {
  const { one, call } = open();
  await one.addRule({ operation: 'listPets', code: 429, times: 1 });
  await one.addRule({ operation: 'listPets', code: 200, times: 1 });

  await call({ path: '/pets' });
  await call({ path: '/pets' });

  const requests = await one.requests();
  expect(requests.map(({ reason }) => reason)).toEqual(['rule-2', 'rule-1: 429']);
});

test('a fault is an outcome, a delay is none', async () => {
  const { one, call } = open();

  await call(prefer('fault=garbage'));
  await call(prefer('delay=1'));

  const found = await one.requests({ outcome: 'fault' });
  expect(found.map(({ number }) => number)).toEqual([1]);
});

test('a forced 404 is about the pet that was asked for', async () => {
  const { call } = open();

  const forced = await call(prefer('code=404', '/pets/1'));

  expect(JSON.parse(forced.text).message).toMatch(/^No animal has the identifier 1 /);
});
