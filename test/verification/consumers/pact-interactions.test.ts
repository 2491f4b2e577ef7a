import { expect, test } from 'vitest';
import { readPact } from '../../../src/verification/consumers/pact-file.js';
import {
  type MapState,
  mapNothing,
  readStateMap,
} from '../../../src/verification/consumers/state-map.js';

/** Reads an interaction, and formats it for Pact's verifier. */
function read(interaction: object, mapState: MapState = mapNothing) {
  const text = JSON.stringify({ consumer: { name: 'shop' }, interactions: [interaction] });
  const { interactions, format } = readPact({ source: 'shop.json', text }, mapState);
  return { one: interactions[0], sent: JSON.parse(format([0])).interactions[0] };
}

const mapSome = readStateMap(
  JSON.stringify({
    'a dog is sold': { state: 'a pet exists', params: { status: 'sold' } },
    'nobody is signed in': 'the API key is not valid',
  }),
  'states.json',
);
const get = { method: 'get', path: '/pets/7' };
const petId = `\${petId}`;

test('reads an interaction that says little with the defaults of Pact', () => {
  expect(read({ request: {} }).one).toMatchObject({
    ...{ name: 'interaction 1', method: 'GET', status: 200, expected: '200', states: [] },
    ...{ problem: undefined, pending: false, takesKey: false, usesPetId: false },
    responseHeaders: [],
  });
});

test('reads what an interaction says', () => {
  const response = { status: 404, headers: { 'X-One': '1' }, body: { code: 'not_found' } };
  const interaction = { _id: 'f00', description: 'a pet', pending: true, request: get, response };

  expect(read(interaction).one).toMatchObject({
    ...{ id: 'f00', name: 'a pet', pending: true, method: 'GET', responseHeaders: ['X-One'] },
    ...{ status: 404, expected: '404 with the body of the pact' },
  });
});

test.each([
  ['1', { provider_state: 'a dog is sold' }],
  ['2', { providerState: 'a dog is sold' }],
  ['3', { providerStates: [{ name: 'a dog is sold' }] }],
])('sends what a state of version %s is mapped to', (_, states) => {
  const { one, sent } = read({ ...states, request: get }, mapSome);

  expect(one).toMatchObject({ states: ['a dog is sold'], problem: undefined });
  expect(sent.providerStates).toMatchObject([{ name: 'a pet exists', params: { status: 'sold' } }]);
  expect(sent).not.toHaveProperty('providerState');
  expect(sent).not.toHaveProperty('provider_state');
});

test('knows the states of this package without a map, and shows their parameters', () => {
  const providerStates = [{ name: 'a pet exists', params: { status: 'sold' } }];
  const { one, sent } = read({ providerStates, request: get });

  expect(one).toMatchObject({ states: ['a pet exists {"status":"sold"}'], problem: undefined });
  expect(sent.providerStates).toMatchObject(providerStates);
});

test('numbers an interaction in a header, and in the parameters of its states', () => {
  const headers = { Accept: 'application/json' };
  const { sent } = read({ providerState: 'a pet exists', request: { ...get, headers } });

  expect(sent).toMatchObject({ description: '#0', pending: false, request: { headers } });
  expect(Object.values(sent.request.headers)).toEqual(['application/json', '0']);
  expect(Object.values(sent.providerStates[0].params)).toEqual(['0']);
});

test.each([
  ['a message', { type: 'Asynchronous/Messages', request: get }, 'this one is a message'],
  ['no request', {}, 'this one is a message'],
  ['a method that fetch refuses', { request: { method: 'TRACE' } }, 'cannot send "TRACE"'],
  ['a body of GET', { request: { ...get, body: 'x' } }, 'cannot send "GET" with a body'],
  [
    'a header of the connection',
    { request: get, response: { headers: { 'Keep-Alive': 'timeout=5' } } },
    'the pact requires the header Keep-Alive',
  ],
  [
    'an unknown state',
    { request: get, providerState: 'the shop is shut' },
    'nobody knows the provider state "the shop is shut". Map it',
  ],
])('says why %s cannot be verified', (_, interaction, problem) => {
  expect(read(interaction, mapSome).one?.problem).toContain(problem);
});

test.each([[null], [''], [{ content: '' }], [{ content: null }], [undefined]])(
  'takes the body %j for none',
  (body) => {
    expect(read({ request: { ...get, body }, response: { body } }).one).toMatchObject({
      problem: undefined,
      expected: '200',
    });
  },
);

const withKey = { ...get, headers: { AUTHORIZATION: 'Bearer x' } };
const generated = { header: { Authorization: { type: 'ProviderState' } } };
const rejected = { response: { status: 401 } };

test.each([
  ['replaces a key', { request: withKey }, true],
  ['adds none where there is none', { request: get }, false],
  ['leaves one that the pact generates', { request: { ...withKey, generators: generated } }, false],
  ['leaves one that is invalid by itself', { request: withKey, ...rejected }, false],
  [
    'replaces one that a state makes invalid',
    { request: withKey, ...rejected, providerState: 'nobody is signed in' },
    true,
  ],
])('%s', (_, interaction, takesKey) => {
  expect(read(interaction, mapSome).one?.takesKey).toBe(takesKey);
});

test.each([
  ['in the path', { path: '/pets/7' }, true, true],
  ['nowhere', { path: '/pets' }, true, false],
  ['in a generated path', { generators: { path: { expression: `/pets/${petId}` } } }, false, true],
  [
    'in a generated query',
    { generators: { query: { 'a[0]': { expression: petId } } } },
    true,
    true,
  ],
])('finds the id of a pet %s', (_, request, takesPetId, usesPetId) => {
  expect(read({ request: { path: '/pets', ...request } }).one).toMatchObject({
    takesPetId,
    usesPetId,
  });
});

test.each([
  ['2', { '$.status': { match: 'integer' } }],
  ['3', { status: { matchers: [] } }],
])('leaves the status to a rule of version %s', (_, matchingRules) => {
  expect(read({ request: get, response: { status: 200, matchingRules } }).one).toMatchObject({
    status: undefined,
    expected: 'a status of the pact',
  });
});
