import { expect, test } from 'vitest';
import { readState, stateNames } from '../../../src/contract/provider-states.js';
import { resolveChoices } from '../../../src/document/open-points.js';
import { engineOf } from '../engine/engine.js';
import { createEngine } from './recording.js';

/** Sets a state up in a fresh simulator; returns its values, and a function that requests a path. */
function setUp(state: string, params: Record<string, unknown> = {}, engine = createEngine()) {
  const values = engine.control('default', 'setUpState', readState(state, params));
  const headers = { authorization: 'Bearer test-key' };
  const get = (path: string, query = '') =>
    engine.answer({ method: 'GET', path: `/v1${path}`, query, headers }).reply;
  return { values, get };
}

test.for([
  [[], { categoryId: '-7' }, '-7'],
  [[{ name: 'Rex', categoryId: 7n }], {}, '7'],
  [[], {}, '1'],
] as const)(
  'a category exists: that of the state, of the oldest pet, or 1',
  ([pets, params, categoryId]) => {
    const engine = engineOf(resolveChoices('default'), pets);

    expect(setUp('a category exists', params, engine).values).toEqual({ categoryId });
  },
);

test.for([
  ['absent', {}, '}'],
  ['available', {}, ',"status":"available"}'],
  ['available', { status: 'sold' }, ',"status":"sold"}'],
] as const)('adds a pet as a request does: %s, %j', ([choice, params, end]) => {
  const engine = createEngine({ 'omitted-status': choice });
  const { values, get } = setUp('a pet exists', params, engine);

  const start = '{"id":5,"name":"provider state","categoryId":1';
  expect(get(`/pets/${values.petId}`).body).toBe(start + end);
});

test('needs nothing for an interaction without a state', () => {
  expect(readState('')).toEqual({});
});

test.for<[string, Record<string, unknown>, string]>([
  ['a unicorn exists', {}, `must be one of "${stateNames[0]}", `],
  ['toString', {}, 'got "toString"'],
  ['a pet exists', { status: 'eaten' }, 'one of available, pending, sold'],
  ['a category exists', { categoryId: 7 }, 'a string of digits'],
  ['a category exists', { categoryId: '9223372036854775808' }, 'a string of digits'],
  ['there are at least this many pets', {}, 'an integer from 0 to 100'],
  ['there are at least this many pets', { count: 101 }, 'an integer from 0 to 100'],
])('rejects a wrong state or parameter: %s, %j', ([state, params, sentence]) => {
  expect(() => readState(state, params)).toThrow(sentence);
});
