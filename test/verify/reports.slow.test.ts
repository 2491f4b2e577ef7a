import { expect, test } from 'vitest';
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
  expect(JSON.stringify(suites)).toContain(']]>d');
  expect(sum(suites, 'failures')).toBeGreaterThan(0);
});
