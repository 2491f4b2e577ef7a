import { expect, test } from 'vitest';
import { readPact } from '../../../src/verification/consumers/pact-file.js';
import { mapNothing, readStateMap } from '../../../src/verification/consumers/state-map.js';

const read = (text: string) => readPact({ source: 'shop.json', text }, mapNothing);

test.each([
  ['text', 'hello', 'shop.json is not JSON: '],
  ['a deeply nested array', '['.repeat(100_000), 'shop.json is not JSON: '],
  ['a list', '[]', 'shop.json is not a pact: it must be a JSON object.'],
  ['an object', '{}', 'shop.json is not a pact: consumer.name must be a text.'],
  [
    'interactions that are no list',
    '{"consumer":{"name":"shop"},"interactions":{}}',
    'shop.json is not a pact: interactions must be an array.',
  ],
  [
    'too many interactions',
    `{"consumer":{"name":"shop"},"interactions":[${'{},'.repeat(2_000)}{}]}`,
    'shop.json has 2001 interactions; at most 2000 are allowed.',
  ],
])('%s is no pact', (_, text, message) => {
  expect(() => read(text)).toThrow(message);
});

test.each([
  ['text', 'hello', 'states.json is not JSON: '],
  ['a list', '[]', 'states.json must be a JSON object with a member for each state.'],
  [
    'an unknown state',
    '{"a":"b"}',
    'states.json: the state "a" must be mapped to states of the package, which are "the API key is valid", ',
  ],
  [
    'another field',
    '{"a":{"state":"a pet exists","parameters":{}}}',
    'must be {"state": …, "params": {…}}; got the field "parameters".',
  ],
  [
    'params that are a list',
    '{"a":{"state":"a pet exists","params":[]}}',
    'got params that are not an object.',
  ],
])('%s is no state map', (_, text, message) => {
  expect(() => readStateMap(text, 'states.json')).toThrow(message);
});
