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
  ['a lost create', [1, 2, create('a'), `201 ${pet(1, 'a')}`], [3, 4, list, '200 []']],
  [
    'a stale read',
    [1, 2, create('a'), `201 ${pet(1, 'a')}`],
    [3, 6, create('b'), `201 ${pet(2, 'b')}`],
    [4, 5, list, '200 []'],
  ],
  [
    'a rule for one request that applies twice',
    [1, 2, rule, '201 rule-1'],
    [3, 6, list, '503'],
    [4, 5, list, '503'],
  ],
  [
    'an unanswered create that takes effect before its start',
    [1, 2, list, `200 [${pet(1, 'a')}]`],
    [3, Infinity, create('a'), undefined],
  ],
])('refuses %s', ([, ...lines]) => {
  expect(check(...lines)?.contradictions).not.toEqual([]);
});
