import { expect, test } from 'vitest';
import { formatJson, formatJunit } from '../../src/verification/report/files.js';
import type { VerificationReport } from '../../src/verification/report/report.js';
import { formatReport } from '../../src/verification/report/text.js';
import type { RequirementResult } from '../../src/verification/result.js';

const passed: RequirementResult = {
  section: '2',
  requirement: 'a pet has an id',
  source: 'check',
  quote: 'id | integer',
  verdict: 'passed',
};

/** A failed requirement whose request got 200 instead of 201. */
const failedBy = (request: string, requirement: string): RequirementResult => ({
  section: '4.2',
  requirement,
  source: 'contract',
  quote: 'answers with 201',
  verdict: 'failed',
  evidence: { request, expected: '201 with the pet', received: '200 \u001b[31m' },
});

const inconclusive: RequirementResult = {
  ...passed,
  section: '10',
  requirement: 'a page has pets',
  verdict: 'inconclusive',
  reason: 'POST /pets: expected 201 with the pet; got 200 with nothing',
};

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
    {
      ...failedBy('GET /pets', 'four'),
      evidence: {
        request: 'GET /pets',
        expected: '200 with the pets',
        problem: 'no pets',
        received: '200 with []',
      },
    },
    passed,
  ],
  createdPets: 3,
  milliseconds: 1_250,
};

const document = '“answers with 201” (section 4.2)';
const listed = (name: string, request: string) => [
  `  ✗ ${name}`,
  `      request   ${request}`,
  `      document  ${document}`,
  '      expected  201 with the pet',
  '      received  200 \\u001b[31m',
];

test('a report lists each requirement by section, then counts, causes and the conclusion', () => {
  expect(formatReport(report, false).split('\n')).toEqual([
    '2 Resources and their fields',
    '  ✓ a pet has an id',
    '',
    '4.2 Add an animal',
    ...listed('one', 'POST /pets {}'),
    ...listed('two', 'POST /pets []'),
    ...listed('three', 'POST /pets 3'),
    '  ✗ four',
    '      request   GET /pets',
    `      document  ${document}`,
    '      expected  200 with the pets',
    '      problem   no pets',
    '      received  200 with []',
    '',
    '10 ',
    '  ? a page has pets',
    '      inconclusive: POST /pets: expected 201 with the pet; got 200 with nothing',
    '',
    'section                       passed  failed  inconclusive',
    '2 Resources and their fields       1       0             0',
    '4.2 Add an animal                  0       4             0',
    '10                                 0       0             1',
    'all                                1       4             1',
    '',
    'Common causes',
    '  3 of 4 failures: createPet: got 200, expected 201; also makes 1 inconclusive',
    '',
    'http://localhost/v1 fails 4 of 6 requirements of the interface; 1 inconclusive. ' +
      'createPet responses with 2xx: 3. Duration: 1.3 s.',
    '',
  ]);
});

test('a report of a provider that passes names the created pets', () => {
  const text = formatReport({ ...report, outcome: 'passed', requirements: [passed] }, false);

  expect(text.split('\n').slice(-3)).toEqual([
    '',
    'http://localhost/v1 passes 1 of 1 requirements of the interface. Created pets: 3. Duration: 1.3 s.',
    '',
  ]);
});

test('a report of a provider that could not be verified has the reason alone', () => {
  const refused = { ...report, requirements: [], reason: 'It answers 404.' };

  expect(formatReport(refused, false)).toBe(
    'http://localhost/v1 could not be verified. It answers 404.\n',
  );
});

test('two failures alike are no common cause', () => {
  const text = formatReport({ ...report, requirements: report.requirements.slice(0, 3) }, false);

  expect(text).not.toContain('Common causes');
});

test('each of the other requests can be a common cause', () => {
  const requirements = ['GET /pets?limit=1', 'GET /pets/1'].flatMap((request) =>
    ['a', 'b', 'c'].map((name) => failedBy(request, name)),
  );
  const text = formatReport({ ...report, requirements }, false);

  expect(text).toContain('3 of 6 failures: listPets: got 200, expected 201\n');
  expect(text).toContain('3 of 6 failures: getPet: got 200, expected 201\n');
});

test('a coloured report shows verdicts, sections and wrong responses in colour', () => {
  const text = formatReport(report, true);

  expect(text).toContain('\u001b[1m2 Resources and their fields\u001b[22m');
  expect(text).toContain('  \u001b[32m✓\u001b[39m a pet has an id');
  expect(text).toContain('  \u001b[31m✗\u001b[39m one');
  expect(text).toContain('  \u001b[33m?\u001b[39m a page has pets');
  expect(text).toContain('      problem   \u001b[31mno pets\u001b[39m');
  expect(text).toContain('      received  \u001b[31m200 with []\u001b[39m');
  expect(text).toContain('      expected  200 with the pets');
});

test('the JSON report has every field and the counts', () => {
  expect(JSON.parse(formatJson(report))).toEqual({
    ...JSON.parse(JSON.stringify(report)),
    counts: { passed: 1, failed: 4, inconclusive: 1 },
  });
});

test('the JUnit report has a suite for each section and the evidence of each failure', async () => {
  const xml = await formatJunit(report);

  expect(xml).toContain('name="2 Resources and their fields" tests="1" failures="0"');
  expect(xml).toContain('name="4.2 Add an animal" tests="4" failures="4"');
  expect(xml).toContain('<testcase name="one" classname="contract.section 4.2">');
  expect(xml).toContain('message="expected 201 with the pet; got 200 \\u001b[31m" type="failed"');
  expect(xml).toContain('message="expected 200 with the pets; no pets" type="failed"');
  expect(xml).toContain(`request: GET /pets\ndocument: ${document}\nexpected: 200 with the pets`);
  expect(xml).toContain('<testcase name="a pet has an id" classname="check.section 2"/>');
  expect(xml).toContain('<skipped/>');
  expect(xml).toContain('inconclusive: POST /pets: expected 201 with the pet');
});

test('the JUnit report of a provider that could not be verified is one error', async () => {
  const xml = await formatJunit({ ...report, requirements: [], reason: 'It answers \ufffe404.' });

  expect(xml).toContain('<testsuite name="http://localhost/v1" tests="1"');
  expect(xml).toContain('<testcase name="the provider can be verified">');
  expect(xml).toContain('<error message="It answers \ufffd404."/>');
});
