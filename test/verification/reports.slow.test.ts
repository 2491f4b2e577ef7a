import { expect, test } from 'vitest';
import type { VerificationReport } from '../../src/index.js';
import { conclude } from '../../src/verification/report/outcome.js';
import { formatReport } from '../../src/verification/report/text.js';
import type { RequirementResult, Verdict } from '../../src/verification/result.js';
import { brokenVariants } from '../providers/broken.js';
import { neverStopped } from './check-context.js';
import { openProvider, variantNamed } from './providers.js';
import { reportsOn, sum } from './reports.js';

const openBroken = () => openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

test('text, JSON and JUnit have the same counts', async () => {
  const { stdout, json, suites } = await reportsOn(await openBroken(), '--read-only');

  const { passed, advice, inconclusive, failed } = json.counts;
  expect(stdout).toMatch(
    new RegExp(`^all +${passed} +${advice} +${inconclusive} +${failed}$`, 'm'),
  );
  expect(sum(suites, 'tests')).toBe(passed + advice + inconclusive + failed);
  expect(sum(suites, 'failures')).toBe(failed);
  expect(sum(suites, 'skipped')).toBe(inconclusive);
  expect(Math.min(passed, failed, inconclusive)).toBeGreaterThan(0);
});

test('JSON counts its requirements per verdict', async () => {
  const { json } = await reportsOn(await openBroken(), '--read-only');

  for (const [verdict, count] of Object.entries(json.counts)) {
    expect(json.requirements.filter((one) => one.verdict === verdict)).toHaveLength(count);
  }
});

test('JSON contains the URL, outcome, duration and number of created pets', async () => {
  const provider = await openProvider();

  const { json } = await reportsOn(provider);

  expect(json).toMatchObject({ url: provider.url, outcome: 'passed' });
  expect(json.milliseconds).toBeGreaterThan(0);
  expect(json.createdPets).toBeGreaterThan(0);
});

test('JSON has evidence for failed and a reason for inconclusive cases', async () => {
  const { json } = await reportsOn(await openBroken(), '--read-only');

  for (const { verdict, evidence, reason } of json.requirements.flatMap(({ cases }) => cases)) {
    expect(evidence !== undefined || verdict !== 'failed').toBe(true);
    expect(typeof reason).toBe(verdict === 'inconclusive' ? 'string' : 'undefined');
  }
});

/** Formats the last line of a report with these counts and 43 created pets. */
function formatLastLine(verdicts: Partial<Record<Verdict, number>>, coloured = true): string {
  const requirements = Object.entries(verdicts).flatMap(([verdict, count]) =>
    Array.from({ length: count }, () => ({
      section: '1',
      requirement: 'r',
      source: 'check',
      quote: 'q',
      verdict,
      cases: [{ name: 'c', verdict }],
    })),
  ) as RequirementResult[];
  const report: VerificationReport = {
    url: 'http://127.0.0.1/v1',
    ...conclude(requirements, {}, neverStopped()),
    createdPets: 43,
    namePrefix: 'animal-store verify 1a2b3c4d',
    created: [],
    milliseconds: 1,
  };
  return formatReport(report, coloured).trim().split('\n').at(-1) ?? '';
}

const [red, green, yellow] = ['\u001b[31m', '\u001b[32m', '\u001b[33m'];

test.each([
  ['green when all passed', { passed: 3, failed: 0, inconclusive: 0 }, green],
  ['green when most passed', { passed: 3, failed: 0, inconclusive: 2 }, green],
  ['yellow when most are inconclusive', { passed: 2, failed: 0, inconclusive: 3 }, yellow],
  ['red when one failed', { passed: 2, failed: 1, inconclusive: 3 }, red],
])('the last line is %s', (_, verdicts, colour) => {
  expect(formatLastLine(verdicts).startsWith(colour)).toBe(true);
});

test('a failed report counts 2xx responses instead of pets', () => {
  const verdicts = { passed: 2, failed: 1, inconclusive: 0 };

  expect(formatLastLine(verdicts, false)).toMatch(
    /\. createPet responses with 2xx: 43\. Duration: /,
  );
  expect(formatLastLine({ ...verdicts, failed: 0 }, false)).toMatch(/\. Created pets: 43\. /);
});
