import { expect, test } from 'vitest';
import { formatReport } from '../../src/verify/report/formats.js';
import type { Evidence, RequirementResult } from '../../src/verify/result.js';
import { createEvidence, createReport, createResult } from './results.js';

const passed = createResult(
  { verdict: 'passed' },
  { section: '2', requirement: 'a pet has an id', quote: 'id | integer' },
);

/** A failed requirement with this evidence. */
const failedWith = (evidence: Partial<Evidence>, requirement: string): RequirementResult =>
  createResult(
    { verdict: 'failed', evidence: createEvidence(evidence) },
    { section: '4.2', requirement, quote: 'answers with 201' },
  );

/** A requirement whose request got 200 instead of 201. */
const failedBy = (request: string, requirement: string) =>
  failedWith(
    {
      operation: 'createPet',
      request,
      expected: '201 with the pet',
      received: '200 \u001b[31m',
      cause: { title: 'createPet gets 200' },
    },
    requirement,
  );

const inconclusive = createResult(
  {
    verdict: 'inconclusive',
    reason: 'the list is empty',
  },
  { section: '9', requirement: 'a page has pets', quote: 'id | integer' },
);

const report = createReport(
  [
    inconclusive,
    failedBy('POST /pets {}', 'one'),
    failedBy('POST /pets []', 'two'),
    failedBy('POST /pets 3', 'three'),
    failedWith(
      {
        request: 'GET /pets',
        expected: '200 with the pets',
        problem: 'no pets',
        cause: { title: 'no pets' },
        received: '200 with []',
      },
      'four',
    ),
    passed,
  ],
  { createdPets: 3, milliseconds: 1_250 },
);

const document = '“answers with 201” (section 4.2)';

test('a report has the findings and the conclusion', () => {
  expect(formatReport(report).text.split('\n')).toEqual([
    '1. createPet gets 200',
    '   request   POST /pets 3',
    `   document  ${document}`,
    '   expected  201 with the pet',
    '   received  200 \\u001b[31m',
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
    '   ✗ 4.2 four',
    '',
    '? inconclusive: the list is empty',
    '   ? 9   a page has pets',
    '',
    'http://localhost/v1 fails 4 of 6 requirements of the interface; 1 passed' +
      '; 1 inconclusive. Created pets: 3. Duration: 1.3 s.',
    '',
  ]);
});

test('the JSON report has every field, the counts and the findings', () => {
  expect(JSON.parse(formatReport(report).json)).toEqual({
    ...JSON.parse(JSON.stringify(report)),
    counts: { passed: 1, advice: 0, inconclusive: 1, failed: 4 },
    findings: [
      expect.objectContaining({ verdict: 'failed', title: 'createPet gets 200' }),
      expect.objectContaining({ verdict: 'failed', title: 'no pets (listPets)' }),
      expect.objectContaining({ verdict: 'inconclusive', title: 'the list is empty' }),
    ],
  });
});

test('the JUnit report has the section of each requirement and the evidence of each failure', async () => {
  const xml = formatReport(report).junit;

  expect(xml).toContain('name="http://localhost/v1" tests="6" failures="4" errors="0" skipped="1"');
  expect(xml).toContain('<testcase name="one" classname="section 4.2" time="0">');
  expect(xml).toContain('<failure message="createPet gets 200">');
  expect(xml).toContain('<failure message="no pets (listPets)">');
  expect(xml).toContain(`request   GET /pets\ndocument  ${document}\nexpected  200 with the pets`);
  expect(xml).toContain(
    '<testcase name="a pet has an id" classname="section 2" time="0"></testcase>',
  );
  expect(xml).toContain('<skipped message="the list is empty">');
  expect(xml).toContain('inconclusive: the list is empty');
});

test('the JUnit report of a provider that could not be verified is one error', async () => {
  const reason = 'It answers \ufffe404.';
  const unverified = { ...report, outcome: 'inconclusive', requirements: [], reason } as const;
  const xml = formatReport(unverified).junit;

  expect(xml).toContain('<testsuite name="http://localhost/v1" tests="1"');
  expect(xml).toContain(
    '<testcase name="the provider can be verified" classname="verify" time="0">',
  );
  expect(xml).toContain('<error message="It answers \ufffd404.">It answers \ufffd404.</error>');
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
      evidence: createEvidence(),
      reason: 'The words leave it open.',
    },
    { name: 'bad', verdict: 'failed', evidence: createEvidence() },
  ],
};

test('a report has each reason once, with the cases that it concerns', () => {
  const text = formatReport({ ...report, requirements: [several] }).text;

  expect(text.split('\n').slice(5, 19)).toEqual([
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
    '   document  “answers with 201” (section 4.2)',
    '   expected  a pet',
    '   received  none',
    '   ! 4.2 several (1 of 6 cases: odd)',
  ]);
});

test('a report names the first cases of a reason', () => {
  const cases = Array.from(
    { length: 9 },
    (_, index) => ({ name: `c${index}`, verdict: 'inconclusive', reason: 'r' }) as const,
  );
  const result: RequirementResult = { ...inconclusive, cases };

  expect(formatReport({ ...report, requirements: [result] }).text).toContain(
    '(9 of 9 cases: c0; c1; c2; c3; …)',
  );
});

test('a JUnit failure has its findings, and each reason once', async () => {
  const xml = formatReport({ ...report, requirements: [several] }).junit;

  expect(xml).toMatch(/failed: .*\nrequest {3}GET \/pets/);
  expect(xml.match(/inconclusive: the list is empty/g)).toHaveLength(1);
  expect(xml.match(/<\/failure>/g)).toHaveLength(1);
  expect(xml).toContain('advice: The words leave it open.\nrequest   GET /pets');
});
