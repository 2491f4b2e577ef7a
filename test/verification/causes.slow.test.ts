import { expect, test } from 'vitest';
import { findCommonCauses } from '../../src/verification/report/report.js';
import {
  CheckFailed,
  type Evidence,
  type RequirementResult,
} from '../../src/verification/result.js';
import { brokenVariants } from '../providers/broken.js';
import { openProvider, variantNamed } from './providers.js';
import { createEvidence, createResult } from './results.js';
import { flagsOf, verifyByCommand } from './verifying.js';

const fail = (evidence: Evidence) => createResult({ verdict: 'failed', evidence });
const repeat = (count: number, result: RequirementResult) =>
  Array.from({ length: count }, () => result);

const rejected = createEvidence({
  request: 'GET /pets/7 without a key',
  expected: '401 with an Error',
  received: '403 {}',
});
const created = createEvidence({
  request: 'POST /pets {"name":"a"}',
  expected: '201 with the Pet',
  received: '200 {}',
});

test('finds each wrong status once, the most common first', () => {
  const results = [...repeat(3, fail(rejected)), ...repeat(4, fail(created))];

  expect(findCommonCauses(results)).toEqual([
    { description: 'createPet: got 200, expected 201', failed: 4, inconclusive: 0 },
    { description: 'getPet: got 403, expected 401', failed: 3, inconclusive: 0 },
  ]);
});

test('counts inconclusive requirements with their cause', () => {
  const reason = `the set-up failed: ${new CheckFailed(created).message}`;
  const results = [
    ...repeat(3, fail(created)),
    ...repeat(2, createResult({ verdict: 'inconclusive', reason })),
  ];

  expect(findCommonCauses(results)).toEqual([
    { description: 'createPet: got 200, expected 201', failed: 3, inconclusive: 2 },
  ]);
});

test('finds missing responses', () => {
  const received = 'no response: no complete response within 5000 ms';
  const lost = createEvidence({
    request: 'GET /pets?limit=1',
    expected: '200 with Pets',
    received,
  });

  expect(findCommonCauses(repeat(3, fail(lost)))).toEqual([
    { description: 'listPets: got no response, expected 200', failed: 3, inconclusive: 0 },
  ]);
});

test.each([
  ['a status that fails only two requirements', 2, rejected],
  [
    'a wrong body with the right status',
    9,
    { ...rejected, problem: '$.status must be 401, the same as the HTTP status; got 400' },
  ],
  ['another pet with the right status', 9, { ...created, received: '201 {"id":403}' }],
])('%s is no common cause', (_, count, evidence) => {
  expect(findCommonCauses(repeat(count, fail(evidence)))).toEqual([]);
});

test('the report shows them before its last line', async () => {
  const provider = await openProvider(variantNamed(brokenVariants, 'created-with-200'));

  const { stdout } = await verifyByCommand(flagsOf(provider));

  expect(stdout).toMatch(
    /\n\nCommon causes\n {2}(\d+) of \d+ failures: createPet: got 200, expected 201; also makes \d+ inconclusive\n\nhttp:.*\n$/,
  );
});

test('a report without any does not mention them', async () => {
  const { stdout } = await verifyByCommand(flagsOf(await openProvider()));

  expect(stdout).not.toContain('Common causes');
});
