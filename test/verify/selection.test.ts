import { expect, test } from 'vitest';
import { UsageError } from '../../src/index.js';
import { allChecks } from '../../src/verify/checks/all-checks.js';
import { formatConclusion } from '../../src/verify/report/report.js';
import { formatReport } from '../../src/verify/report/text.js';
import { selectRequirements } from '../../src/verify/run.js';
import { recording } from './open-provider.js';
import { Service } from './providers/service.js';
import { verifyService } from './verify-service.js';

const select = (...only: string[]) => allChecks.filter(selectRequirements(allChecks, only));

const sectionsOf = (requirements: readonly { readonly section: string }[]) =>
  [...new Set(requirements.map(({ section }) => section))].sort();

const countIn = (section: string) => allChecks.filter((one) => one.section === section).length;

const sentence = 'every request needs a valid key, even after a request that had one';

test.each([
  ['4.2', ['4.2']],
  ['section 4.2', ['4.2']],
  ['4.2 Add an animal', ['4.2']],
  [sentence, ['5']],
  [`5   ${sentence}`, ['5']],
  ['EVERY BODY that is not', ['4.2']],
])('--only %j selects what a report shows', (only, sections) => {
  expect(sectionsOf(select(only))).toEqual(sections);
});

test('its own words select each requirement alone', () => {
  const all = allChecks.map(({ requirement }) => requirement);

  expect(all.map((only) => select(only).map(({ requirement }) => requirement))).toEqual(
    all.map((requirement) => [requirement]),
  );
});

test('a section includes its parts', () => {
  expect(sectionsOf(select('4'))).toEqual(['4', '4.1', '4.2', '4.3']);
});

test('several values select together, each requirement once', () => {
  expect(select('7', sentence, '7')).toHaveLength(countIn('7') + 1);
});

test.each(['9', '6', 'limt', '4.2,limt', '4.', ','])(
  '%j is an error that lists sections',
  (only) => {
    expect(() => select(only)).toThrow(UsageError);
    expect(() => select(only)).toThrow(/\(1, 2, 3, 4, 4\.1, .*\) or words of a requirement/);
  },
);

test('only selected requirements are tested, and the conclusion says so', async () => {
  const { service, recorded } = recording();

  const report = await verifyService(new service(), { only: '7' });

  const tested = report.requirements.filter(({ verdict }) => verdict !== 'inconclusive');
  expect(sectionsOf(tested)).toEqual(['7']);
  expect(recorded.length).toBeLessThan(50);
  expect(formatConclusion(report)).toMatch(
    /passes (\d) of \1 requirements .* Only \1 of \d\d were tested \(--only\)\.$/,
  );
  expect(formatReport(report, false)).toMatch(/failed\n7 Errors .*\nall /);
});

test('a wrong value ends before the first request', async () => {
  const fetch = () => Promise.reject(new Error('a request was sent'));

  await expect(verifyService(new Service(), { only: 'nothing' }, {}, fetch)).rejects.toThrow(
    /got "nothing"/,
  );
});
