import { expect, test } from 'vitest';
import {
  findDifferences,
  RequestParts,
  type RequestPattern,
} from '../../../src/engine/patterns.js';

/** How a request differs from a pattern. */
function compare(
  pattern: RequestPattern,
  request: { query?: string; body?: string; via?: string },
) {
  const { query = '', body, via } = request;
  const headers: Record<string, string> = via === undefined ? {} : { via };
  const parts = new RequestParts({ path: '/v1/pets/7', query, headers, body });
  return [...findDifferences(pattern, parts)].map((write) => write());
}

test('compares the identifier in the path', () => {
  expect(compare({ petId: '7' }, {})).toEqual([]);
  expect(compare({ petId: '8' }, {})).toEqual(['petId: expected "8"; got "7"']);
});

test('matches each value of a repeated query parameter', () => {
  expect(compare({ query: { a: '1' } }, { query: 'a=1&a=2' })).toEqual([]);
  expect(compare({ query: { a: '3' } }, { query: 'a=1&a=2' })).toEqual([
    'query.a: expected "3"; got "1" and "2"',
  ]);
});

test('finds headers by their names in any case', () => {
  expect(compare({ headers: { VIA: 'a, b' } }, { via: 'a, b' })).toEqual([]);
  expect(compare({ headersContain: { Via: 'b' } }, { via: 'a, b' })).toEqual([]);
});

test('says what a header has in place of the expected part', () => {
  const pattern = { headersContain: { Via: 'shop' } };
  expect(compare(pattern, {})).toEqual([
    'header Via: expected text that contains "shop"; got nothing',
  ]);
  expect(compare(pattern, { via: 'other' })).toEqual([
    'header Via: expected text that contains "shop"; got "other"',
  ]);
});

test('says which field and which element differ', () => {
  const pattern = { query: { limit: '1' }, body: { tags: ['a', 'b'] } };
  expect(compare(pattern, { body: '{"tags":["a","c"],"more":1}' })).toEqual([
    'query.limit: expected "1"; got nothing',
    'body.tags[1]: expected "b"; got "c"',
  ]);
});

test('compares arrays with all their elements', () => {
  expect(compare({ body: { tags: ['a'] } }, { body: '{"tags":["a","b"]}' })).toEqual([
    'body.tags: expected ["a"]; got ["a","b"]',
  ]);
});

test('compares large integers digit by digit', () => {
  const body = '{"categoryId":9007199254740993}';
  expect(compare({ body: { categoryId: 9007199254740993n } }, { body })).toEqual([]);
  expect(compare({ body: { categoryId: 9007199254740992n } }, { body })).toHaveLength(1);
});

test('finds a part of the body', () => {
  expect(compare({ bodyContains: 'Rex' }, { body: '{"name":"Rex"}' })).toEqual([]);
  expect(compare({ bodyContains: 'Max' }, {})).toEqual(['body: expected text that contains "Max"']);
});

test('stops at the first difference of long arrays', () => {
  const [expected, got] = [1, 2].map((digit) => Array<number>(30_000).fill(digit));
  const parts = new RequestParts({
    path: '/v1/pets',
    query: '',
    headers: {},
    body: JSON.stringify({ tags: got }),
  });

  const found = findDifferences({ body: { tags: expected ?? [] } }, parts);

  expect(found.next().value?.()).toBe('body.tags[0]: expected 1; got 2');
});

test('shortens what it shows', () => {
  const [difference = ''] = compare({ body: { name: 'x'.repeat(9_000) } }, { body: '{}' });
  expect(difference.length).toBeLessThan(500);
});

test('parses a request once for all patterns', () => {
  let reads = 0;
  const parts = new RequestParts({
    path: '/v1/pets',
    query: 'a=1',
    headers: {},
    body: '{"a":[1]}',
  });
  Object.defineProperty(parts, 'body', {
    get: () => {
      reads += 1;
      return '{"a":[1]}';
    },
  });

  for (const value of [1, 2, 3]) {
    [...findDifferences({ body: { a: [value] } }, parts)].map((write) => write());
  }

  expect(reads).toBe(1);
});
