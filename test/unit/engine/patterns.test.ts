import { expect, test } from 'vitest';
import {
  findDifferences,
  RequestParts,
  type RequestPattern,
} from '../../../src/engine/patterns.js';

interface Request {
  readonly query?: string;
  readonly body?: string;
  readonly via?: string;
}

function createParts({ query = '', body, via }: Request) {
  const headers: Record<string, string> = via === undefined ? {} : { via };
  return new RequestParts({ path: '/v1/pets/7', query, headers, body });
}

/** How a request differs from a pattern. */
const compare = (pattern: RequestPattern, request: Request) =>
  [...findDifferences(pattern, createParts(request))].map((write) => write());

const large = '{"categoryId":9007199254740993}';
const via = { via: 'a, b' };
const twice = { query: 'a=1&a=2' };
const contain = (part: string) => ({ headersContain: { Via: part } });

test.for<[pattern: RequestPattern, request: Request, differences: string[]]>([
  [{ petId: '7' }, {}, []],
  [{ petId: '8' }, {}, ['petId: expected "8"; got "7"']],
  [{ query: { a: '1' } }, twice, []],
  [{ query: { a: '3' } }, twice, ['query.a: expected "3"; got "1" and "2"']],
  [{ headers: { VIA: 'a, b' } }, via, []],
  [contain('b'), via, []],
  [contain('c'), {}, ['header Via: expected text that contains "c"; got nothing']],
  [contain('c'), via, ['header Via: expected text that contains "c"; got "a, b"']],
  [
    { query: { limit: '1' }, body: { tags: ['a', 'b'] } },
    { body: '{"tags":["a","c"],"more":1}' },
    ['query.limit: expected "1"; got nothing', 'body.tags[1]: expected "b"; got "c"'],
  ],
  [{ body: ['a'] }, { body: '["a","b"]' }, ['body: expected ["a"]; got ["a","b"]']],
  [{ body: { categoryId: 9007199254740993n } }, { body: large }, []],
  [
    { body: { categoryId: 9007199254740992n } },
    { body: large },
    ['body.categoryId: expected 9007199254740992; got 9007199254740993'],
  ],
  [{ bodyContains: 'Rex' }, { body: '{"name":"Rex"}' }, []],
  [{ bodyContains: 'Max' }, {}, ['body: expected text that contains "Max"']],
])('compares pattern number %$ with a request', ([pattern, request, differences]) => {
  expect(compare(pattern, request)).toEqual(differences);
});

test('stops at the first difference of long arrays', () => {
  const [expected, got] = [1, 2].map((digit) => Array<number>(30_000).fill(digit));

  const found = findDifferences(
    { body: { tags: expected ?? [] } },
    createParts({ body: JSON.stringify({ tags: got }) }),
  );

  expect(found.next().value?.()).toBe('body.tags[0]: expected 1; got 2');
});

test('shortens what it shows', () => {
  const [difference = ''] = compare({ body: { name: 'x'.repeat(9_000) } }, { body: '{}' });
  expect(difference.length).toBeLessThan(500);
});
