import { expect, test } from 'vitest';
import { formatJson, formatJunit } from '../../src/verify/report/files.js';
import type { VerificationReport } from '../../src/verify/report/report.js';
import { formatReport } from '../../src/verify/report/text.js';
import type { Evidence, RequirementResult } from '../../src/verify/result.js';
import { createEvidence, createResult } from './results.js';

const passed = createResult(
  { verdict: 'passed' },
  { section: '2', requirement: 'a pet has an id', quote: 'id | integer' },
);

/** A failed requirement with this evidence. */
const failedWith = (evidence: Partial<Evidence>, requirement: string): RequirementResult =>
  createResult(
    { verdict: 'failed', evidence: createEvidence({ receivedStatus: 200, ...evidence }) },
    { section: '4.2', requirement, quote: 'answers with 201' },
  );

/** A requirement whose request got 200 instead of 201. */
const failedBy = (request: string, requirement: string) =>
  failedWith(
    {
      operation: 'createPet',
      request,
      expected: '201 with the pet',
      expectedStatuses: [201],
      received: '200 \u001b[31m',
      causes: [{ title: 'createPet gets 200', status: 200 }],
    },
    requirement,
  );

const inconclusive = createResult(
  {
    verdict: 'inconclusive',
    reason: 'the list is empty',
  },
  { section: '10', requirement: 'a page has pets', quote: 'id | integer' },
);

const report: VerificationReport = {
  url: 'http://localhost/v1',
  namePrefix: 'animal-store verify 1a2b3c4d',
  created: [],
  outcome: 'failed',
  requirements: [
    inconclusive,
    failedBy('POST /pets {}', 'one'),
    failedBy('POST /pets []', 'two'),
    failedBy('POST /pets 3', 'three'),
    failedWith(
      {
        request: 'GET /pets',
        expected: '200 with the pets',
        problem: 'no pets',
        causes: [{ title: 'no pets' }],
        received: '200 with []',
      },
      'four',
    ),
    passed,
  ],
  createdPets: 3,
  milliseconds: 1_250,
};

const document = '“answers with 201” (section 4.2)';

test('a report has the findings, other remarks, the counts and the conclusion', () => {
  expect(formatReport(report, false).split('\n')).toEqual([
    '2 findings explain 4 failed requirements.',
    '',
    '1. createPet gets 200 instead of 201',
    '   request   POST /pets 3',
    `   document  ${document}`,
    '   expected  201 with the pet',
    '   received  200 \\u001b[31m',
    '   explains  3 failed requirements',
    '   ✗ 4.2 one',
    '   ✗ 4.2 two',
    '   ✗ 4.2 three',
    '',
    '2. no pets (listPets)',
    '   request   GET /pets',
    `   document  ${document}`,
    '   expected  200 with the pets',
    '   problem   no pets',
    '   received  200 with []',
    '   explains  1 failed requirement',
    '   ✗ 4.2 four',
    '',
    '? inconclusive: the list is empty',
    '   ? 10  a page has pets',
    '',
    'section                       passed  advice  inconclusive  failed',
    '2 Resources and their fields       1       0             0       0',
    '4.2 Add an animal                  0       0             0       4',
    '10                                 0       0             1       0',
    'all                                1       0             1       4',
    '',
    'http://localhost/v1 fails 4 of 6 requirements of the interface; 1 passed. ' +
      'Not shown: 1 inconclusive. createPet responses with 2xx: 3. Duration: 1.3 s.',
    '',
  ]);
});

test('a report of a provider that passes has the counts and the conclusion only', () => {
  const text = formatReport({ ...report, outcome: 'passed', requirements: [passed] }, false);

  expect(text.split('\n').map((line) => line.split(' ')[0])).toEqual([
    'section',
    '2',
    'all',
    '',
    'http://localhost/v1',
    '',
  ]);
});

test('a coloured report shows verdicts, findings and wrong responses in colour', () => {
  const text = formatReport(report, true);

  expect(text).toContain('\u001b[1m2. no pets (listPets)\u001b[22m');
  expect(text).toContain('   \u001b[31m✗\u001b[39m 4.2 one');
  expect(text).toContain('\u001b[33m? inconclusive:\u001b[39m the list is empty');
  expect(text).toContain('   problem   \u001b[31mno pets\u001b[39m');
  expect(text).toContain('   received  \u001b[31m200 with []\u001b[39m');
  expect(text).toContain('   expected  200 with the pets');
});

test('the JSON report has every field, the counts and the findings', () => {
  expect(JSON.parse(formatJson(report))).toEqual({
    ...JSON.parse(JSON.stringify(report)),
    counts: { passed: 1, advice: 0, inconclusive: 1, failed: 4 },
    findings: [
      expect.objectContaining({ title: 'createPet gets 200 instead of 201', failed: 3 }),
      expect.objectContaining({ title: 'no pets (listPets)', failed: 1, inconclusive: 0 }),
    ],
  });
});

test('the JUnit report has a suite for each section and the evidence of each failure', async () => {
  const xml = formatJunit(report);

  expect(xml).toContain('name="2 Resources and their fields" tests="1" failures="0"');
  expect(xml).toContain('name="4.2 Add an animal" tests="4" failures="4"');
  expect(xml).toContain('<testcase name="one" classname="section 4.2">');
  expect(xml).toContain('message="finding 1: createPet gets 200 instead of 201" type="failed"');
  expect(xml).toContain('message="finding 2: no pets (listPets)" type="failed"');
  expect(xml).toContain(`request: GET /pets\ndocument: ${document}\nexpected: 200 with the pets`);
  expect(xml).toContain('<testcase name="a pet has an id" classname="section 2"/>');
  expect(xml).toContain('<skipped/>');
  expect(xml).toContain('inconclusive: the list is empty');
});

test('the JUnit report of a provider that could not be verified is one error', async () => {
  const reason = 'It answers \ufffe404.';
  const unverified = { ...report, outcome: 'inconclusive', requirements: [], reason } as const;
  const xml = formatJunit(unverified);

  expect(xml).toContain('<testsuite name="http://localhost/v1" tests="1"');
  expect(xml).toContain('<testcase name="the provider can be verified">');
  expect(xml).toContain('<error message="It answers \ufffd404."/>');
});

const several: RequirementResult = {
  ...failedBy('POST /pets 3', 'several'),
  cases: [
    { name: 'good', verdict: 'passed' },
    { name: 'limit=1', verdict: 'inconclusive', reason: 'the list is empty' },
    { name: 'limit=2', verdict: 'inconclusive', reason: 'the list is empty' },
    { name: 'a]]>', verdict: 'inconclusive', reason: 'b]]>' },
    {
      name: 'odd',
      verdict: 'advice',
      quote: 'other words',
      evidence: createEvidence(),
      reason: 'The words leave it open.',
    },
    { name: 'bad', verdict: 'failed', evidence: createEvidence() },
  ],
};

test('a report has each reason once, with the cases that it concerns', () => {
  const text = formatReport({ ...report, requirements: [several] }, false);

  expect(text.split('\n').slice(8, 22)).toEqual([
    '   ✗ 4.2 several (1 of 6 cases: bad)',
    '',
    '? inconclusive: the list is empty',
    '   ? 4.2 several (2 of 6 cases: limit=1; limit=2)',
    '',
    '? inconclusive: b]]>',
    '   ? 4.2 several (1 of 6 cases: a]]>)',
    '',
    '! advice, which does not fail the run: The words leave it open.',
    '   request   GET /pets',
    '   document  “other words” (section 4.2)',
    '   expected  a pet',
    '   received  none',
    '   ! 4.2 several (1 of 6 cases: odd)',
  ]);
});

test.each([
  ['failed', 'c0; c1; c2; c3; c4; c5; and 3 more'],
  ['passed', 'c0; c1; and 7 more'],
] as const)('a report on a run that %s names the first cases of a reason', (outcome, names) => {
  const cases = Array.from({ length: 10 }, (_, index) =>
    index < 9
      ? ({ name: `c${index}`, verdict: 'inconclusive', reason: 'r' } as const)
      : ({ name: 'good', verdict: 'passed' } as const),
  );
  const result: RequirementResult = { ...inconclusive, cases };

  const text = formatReport({ ...report, outcome, requirements: [passed, result] }, false);

  expect(text).toContain(`(9 of 10 cases: ${names})`);
});

test('a JUnit failure has its findings, and each reason once', async () => {
  const xml = formatJunit({ ...report, requirements: [several] });

  expect(xml).toMatch(/finding 1: .*\nrequest: GET \/pets/);
  expect(xml.match(/inconclusive: the list is empty/g)).toHaveLength(1);
  expect(xml.match(/<\/failure>/g)).toHaveLength(1);
  expect(xml).toContain('received: none\nadvice: The words leave it open.');
});

test('a requirement with advice passes in JUnit, with the advice as output', async () => {
  const advised = createResult({
    verdict: 'advice',
    evidence: createEvidence(),
    reason: 'The words leave it open.',
  });

  const xml = formatJunit({ ...report, requirements: [advised] });

  expect(xml).toContain('tests="1" failures="0" errors="0" skipped="0"');
  expect(xml).toContain('advice: The words leave it open.');
});
