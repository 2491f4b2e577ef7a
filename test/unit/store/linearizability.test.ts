import { expect, test } from 'vitest';
import { findViolation, type Observed } from '../../integration/store/linearizability.js';
import { type Call, sandboxModel } from '../../integration/store/sandbox-model.js';

const pet = (id: number, name: string) => `{"id":${id},"name":"${name}","categoryId":1}`;
const create = (name: string): Call => ({ type: 'create', name });
const list: Call = { type: 'list' };
const rule: Call = { type: 'add-rule', operation: 'listPets', times: 1 };

type Line = readonly [start: number, end: number, input: Call, output: string | undefined];

const check = (...lines: readonly Line[]) =>
  findViolation(
    sandboxModel,
    lines.map(([start, end, input, output]): Observed<Call> => ({ start, end, input, output })),
  );

test.for<[string, ...Line[]]>([
  ['nothing'],
  [
    'one after the other',
    [1, 2, create('a'), `201 ${pet(1, 'a')}`],
    [3, 4, list, `200 [${pet(1, 'a')}]`],
  ],
  [
    'a read beside a create that sees nothing yet',
    [1, 4, create('a'), `201 ${pet(1, 'a')}`],
    [2, 3, list, '200 []'],
  ],
  [
    'a read beside a create that sees the pet already',
    [1, 4, create('a'), `201 ${pet(1, 'a')}`],
    [2, 3, list, `200 [${pet(1, 'a')}]`],
  ],
  [
    'creates at once in the other order',
    [1, 4, create('a'), `201 ${pet(2, 'a')}`],
    [2, 3, create('b'), `201 ${pet(1, 'b')}`],
  ],
  [
    'an unanswered create that took effect',
    [1, Infinity, create('a'), undefined],
    [2, 3, list, `200 [${pet(1, 'a')}]`],
  ],
  [
    'an unanswered create that takes effect late',
    [1, Infinity, create('a'), undefined],
    [2, 3, list, '200 []'],
    [4, 5, list, `200 [${pet(1, 'a')}]`],
  ],
  [
    'an unanswered create that never took effect',
    [1, Infinity, create('a'), undefined],
    [2, 3, list, '200 []'],
  ],
  [
    'a rule that one of two at once hits',
    [1, 2, rule, '201 rule-1'],
    [3, 6, list, '503'],
    [4, 5, list, '200 []'],
    [7, 8, { type: 'count-requests' }, '200 2'],
  ],
  [
    'pets that a reset removes',
    [1, 2, create('a'), `201 ${pet(1, 'a')}`],
    [3, 4, { type: 'reset' }, '200'],
    [5, 6, create('b'), `201 ${pet(1, 'b')}`],
  ],
])('accepts %s', ([, ...lines]) => {
  expect(check(...lines)).toBeUndefined();
});

test.for<[string, ...Line[]]>([
  ['a lost create', [1, 2, create('a'), `201 ${pet(1, 'a')}`], [3, 4, list, '200 []']],
  [
    'a doubled create',
    [1, 2, create('a'), `201 ${pet(1, 'a')}`],
    [3, 4, list, `200 [${pet(1, 'a')},${pet(2, 'a')}]`],
  ],
  [
    'an id given twice',
    [1, 4, create('a'), `201 ${pet(1, 'a')}`],
    [2, 3, create('b'), `201 ${pet(1, 'b')}`],
  ],
  [
    'a stale read',
    [1, 2, create('a'), `201 ${pet(1, 'a')}`],
    [3, 6, create('b'), `201 ${pet(2, 'b')}`],
    [4, 5, list, '200 []'],
  ],
  [
    'a read that goes back',
    [1, 6, create('a'), `201 ${pet(1, 'a')}`],
    [2, 3, list, `200 [${pet(1, 'a')}]`],
    [4, 5, list, '200 []'],
  ],
  [
    'creates in the order that their times exclude',
    [1, 2, create('a'), `201 ${pet(2, 'a')}`],
    [3, 4, create('b'), `201 ${pet(1, 'b')}`],
  ],
  [
    'a rule for one request that applies twice',
    [1, 2, rule, '201 rule-1'],
    [3, 6, list, '503'],
    [4, 5, list, '503'],
  ],
  ['a rule that is skipped', [1, 2, rule, '201 rule-1'], [3, 4, list, '200 []']],
  [
    'a request that is not recorded',
    [1, 2, list, '200 []'],
    [3, 4, { type: 'count-requests' }, '200 0'],
  ],
  [
    'an unanswered create that took effect twice',
    [1, Infinity, create('a'), undefined],
    [2, 3, list, `200 [${pet(1, 'a')},${pet(2, 'a')}]`],
  ],
  [
    'an unanswered create that takes effect before its start',
    [1, 2, list, `200 [${pet(1, 'a')}]`],
    [3, Infinity, create('a'), undefined],
  ],
  [
    'a pet that survives a drop',
    [1, 2, create('a'), `201 ${pet(1, 'a')}`],
    [3, 4, { type: 'drop' }, '204'],
    [5, 6, list, `200 [${pet(1, 'a')}]`],
  ],
])('refuses %s', ([, ...lines]) => {
  expect(check(...lines)?.contradictions).not.toEqual([]);
  expect(check(...lines)).toBeDefined();
});

test('tells what contradicts, and what it would expect', () => {
  const violation = check([1, 2, create('a'), `201 ${pet(1, 'a')}`], [3, 4, list, '200 []']);

  expect(violation).toMatchObject({
    explained: [{ input: create('a') }],
    contradictions: [{ operation: { input: list }, expected: `200 [${pet(1, 'a')}]` }],
  });
});

test('checks hundreds of requests that overlap', () => {
  const lines = Array.from(
    { length: 200 },
    (_, place): Line => [place, 1_000 + place, list, '200 []'],
  );

  expect(check(...lines)).toBeUndefined();
});
