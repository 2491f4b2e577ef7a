import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeToString } from 'junit-report-merger';
import { parse as parseCounts } from 'junit2json';
import { parse as parseResults } from 'test-results-parser';
import { expect, test } from 'vitest';
import { type JunitCase, writeJunit } from '../../src/verify/report/junit.js';
import { createFolder } from '../support/files.js';

/** A sentence with characters that XML must escape, and evidence with the line ends of Windows. */
const message = 'getPet got "<b>" & ]]> é; expected 404.';
const details = 'request   GET /pets/1\r\nreceived  200';
const verdicts = ['passed', 'advice', 'failed', 'inconclusive', 'unverified'] as const;
const cases = verdicts.flatMap((verdict): JunitCase[] =>
  ['', details].map((details) => ({
    ...{ name: verdict, className: 'section 4.3', verdict, message, details },
  })),
);
const xml = writeJunit('a "suite"', undefined, cases);
const shown = [message, `${message}\nrequest   GET /pets/1\nreceived  200`];

test('junit2json reads each sentence as the text of its result, with a time and counts', async () => {
  const report = await parseCounts(xml);

  const [suite] = (report && 'testsuite' in report && report.testsuite) || [];
  expect(suite).toMatchObject({ tests: 10, failures: 2, errors: 2, skipped: 2 });
  expect(suite?.time).toBeGreaterThan(0);
  const texts = (result: 'failure' | 'error' | 'skipped') =>
    suite?.testcase?.flatMap((one) => one[result] ?? []).map((one) => 'inner' in one && one.inner);
  expect([texts('failure'), texts('error'), texts('skipped')]).toEqual([shown, shown, shown]);
  expect(suite?.testcase?.map(({ time }) => time)).toEqual(cases.map(() => 0));
});

test('test-results-parser reads each verdict, sentence and duration', () => {
  const path = join(createFolder(), 'report.xml');
  writeFileSync(path, xml);

  const { total, failed, errors, skipped, suites } = parseResults({ type: 'junit', files: [path] });

  expect({ total, failed, errors, skipped }).toEqual({
    total: 8,
    failed: 2,
    errors: 2,
    skipped: 2,
  });
  expect(suites[0]?.cases).toMatchObject(
    cases.map(({ verdict }, index) => {
      const fails = verdict === 'failed' || verdict === 'unverified';
      const status = verdict === 'inconclusive' ? 'SKIP' : fails ? 'FAIL' : 'PASS';
      const text = { failure: message, stack_trace: shown[index % 2] };
      return { name: verdict, status, duration: 0, ...(fails && text) };
    }),
  );
});

test('junit-report-merger adds up two reports', async () => {
  const merged = await parseCounts(await mergeToString([xml, xml], { sumTime: true }));

  expect(merged).toMatchObject({ tests: 20, failures: 4, errors: 4, time: expect.any(Number) });
});
