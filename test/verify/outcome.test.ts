import { describe, expect, test } from 'vitest';
import { formatReport } from '../../src/verify/report/formats.js';
import { concludeVerification } from '../../src/verify/report/report.js';
import { findWorst, type RequirementResult, type Verdict } from '../../src/verify/result.js';
import { createEvidence, createReport, createResult } from './results.js';

const create = (count: number, verdict: Verdict) =>
  Array.from({ length: count }, () =>
    createResult({ verdict, ...(verdict === 'inconclusive' && { reason: 'the list is empty' }) }),
  );

const concludeWith = (results: RequirementResult[], isReadOnly = false) =>
  concludeVerification(results, isReadOnly, new AbortController().signal);

test.each<[string, RequirementResult[], string]>([
  ['one failed', [...create(9, 'passed'), ...create(1, 'failed')], 'failed'],
  ['all passed', create(3, 'passed'), 'passed'],
  ['some have advice', [...create(2, 'passed'), ...create(3, 'advice')], 'passed'],
  ['half is inconclusive', [...create(3, 'passed'), ...create(3, 'inconclusive')], 'passed'],
  ['most are inconclusive', [...create(2, 'passed'), ...create(3, 'inconclusive')], 'inconclusive'],
  ['all are inconclusive', create(2, 'inconclusive'), 'inconclusive'],
])('if %s, the outcome follows', (_, results, outcome) => {
  expect(concludeWith(results).outcome).toBe(outcome);
});

test('the worst of its cases decides on a requirement', () => {
  const verdicts = ['passed', 'advice', 'inconclusive', 'failed'] as const;
  const worst = verdicts.map((_, index) =>
    findWorst(verdicts.slice(0, index + 1).map((verdict) => ({ verdict }))),
  );

  expect(worst).toEqual(verdicts);
});

test('with --read-only, up to three quarters may be inconclusive', () => {
  const results = [...create(3, 'passed'), ...create(7, 'inconclusive')];

  expect(concludeWith(results, true).outcome).toBe('passed');
  expect(concludeWith(create(9, 'inconclusive'), true).outcome).toBe('inconclusive');
});

test('a wrong response that prevents a test fails the run, with the number of requirements', () => {
  const evidence = createEvidence();
  const prevented = createResult({ verdict: 'inconclusive', reason: 'set-up', evidence });

  expect(concludeWith([...create(3, 'passed'), prevented])).toMatchObject({
    outcome: 'failed',
    reason:
      'A response contradicts the document, and 1 of 4 requirements could not be tested because of it.',
  });
  expect(concludeWith([prevented]).outcome).toBe('inconclusive');
});

describe('the last line', () => {
  const formatLastLine = (results: RequirementResult[]) => {
    const report = createReport(results, concludeWith(results));
    return formatReport(report).text.trim().split('\n').at(-1);
  };

  test('says what was not shown', () => {
    const results = [...create(5, 'passed'), ...create(1, 'advice'), ...create(2, 'inconclusive')];

    expect(formatLastLine(results)).toMatch(
      /passes 5 of 8 requirements of the interface; 1 with advice; 2 inconclusive\. Created/,
    );
  });

  test('says first why too little was shown', () => {
    expect(formatLastLine([...create(1, 'passed'), ...create(2, 'inconclusive')])).toMatch(
      /^Not verified: 2 of 3 requirements could not be tested\. http:\/\/localhost\/v1 passes 1 of 3 /,
    );
  });
});
