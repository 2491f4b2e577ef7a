import { expect, test } from 'vitest';
import type { VerificationReport } from '../../src/index.js';
import { conclude } from '../../src/verify/report/conclusion.js';
import { formatReport } from '../../src/verify/report/text.js';
import type { RequirementResult, Verdict } from '../../src/verify/result.js';
import { neverStopped } from './check-context.js';
import { openProvider, openService, variantNamed } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import { Service } from './providers/service.js';
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

test('a skipped JUnit case has its reason', async () => {
  const { suites } = await reportsOn(await openProvider(), '--read-only');

  const skipped = suites.flatMap(({ testcase }) => testcase).filter((one) => 'skipped' in one);
  expect(skipped.length).toBeGreaterThan(0);
  for (const one of skipped) {
    expect(one['system-out']).toMatch(/^(case: .*\n)?inconclusive: ./);
  }
});

/** Text that a report must escape. */
const hostile = 'a\u0000b\u001b[31mc]]>d\ufffe<e>&\u2028f\ud800g"';

/** Returns it as every name. */
class Hostile extends Service {
  protected override shown(...[pet, call]: Parameters<Service['shown']>) {
    return { ...super.shown(pet, call), name: hostile };
  }
}

test("a provider's text can neither break XML nor control a terminal", async () => {
  const { stdout, suites } = await reportsOn(await openService(Hostile));

  expect(stdout).not.toContain('\u001b');
  expect(JSON.stringify(suites)).toContain(']] >d');
  expect(sum(suites, 'failures')).toBeGreaterThan(0);
});

/** Formats the last line of a report with these counts and 43 created pets. */
function formatLastLine(verdicts: Partial<Record<Verdict, number>>, coloured = true): string {
  const requirements = Object.entries(verdicts).flatMap(([verdict, count]) =>
    Array.from({ length: count }, () => ({
      section: '1',
      requirement: 'r',
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
