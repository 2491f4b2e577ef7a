import { expect, test } from 'vitest';
import { brokenVariants } from '../providers/broken.js';
import { Service } from '../providers/service.js';
import { openHttp, openProvider, openService, variantNamed } from './providers.js';
import { reportsOn, sum } from './reports.js';
import { decidingCase } from './results.js';

const openBroken = () => openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

test('JUnit has a suite for each section and a case for each requirement', async () => {
  const { json, suites } = await reportsOn(await openBroken(), '--read-only');

  const cases = suites.flatMap(({ name, testcase }) =>
    testcase.map((one) => `${name.split(' ')[0]} ${one.name}`),
  );
  expect(cases).toEqual(
    json.requirements.map(({ section, requirement }) => `${section} ${requirement}`),
  );
});

test('a JUnit failure has the quote, the request, and the expected and received response', async () => {
  const { json, suites } = await reportsOn(await openBroken(), '--read-only');

  const failed = json.requirements.find(({ verdict }) => verdict === 'failed');
  const shown = decidingCase(failed);
  const found = suites.flatMap(({ testcase }) => testcase).find(({ failure }) => failure);
  expect(found?.name).toBe(failed?.requirement);
  expect(
    found?.failure?.['#text']
      .split('\n')
      .filter((line) => !line.startsWith('case: '))
      .slice(0, 5),
  ).toEqual([
    `request: ${shown?.evidence?.request}`,
    `document: “${failed?.quote}” (section ${failed?.section})`,
    `expected: ${shown?.evidence?.expected}`,
    `problem: ${shown?.evidence?.problem}`,
    `received: ${shown?.evidence?.received}`,
  ]);
});

test('a skipped JUnit case has its reason', async () => {
  const { suites } = await reportsOn(await openProvider(), '--read-only');

  const skipped = suites.flatMap(({ testcase }) => testcase).filter((one) => 'skipped' in one);
  expect(skipped.length).toBeGreaterThan(0);
  for (const one of skipped) {
    expect(one['system-out']).toMatch(/^(case: .*\n)?inconclusive: ./);
  }
});

test('a provider that could not be verified is a JUnit error, and has a reason in JSON', async () => {
  const url = await openHttp((_request, response) => response.writeHead(404).end());

  const { json, suites } = await reportsOn({ url, apiKey: 'key' });

  expect(json).toMatchObject({ outcome: 'inconclusive', requirements: [], createdPets: 0 });
  expect(json.reason).toContain('usually ends in /v1');
  expect(suites[0]?.testcase[0]?.error?.message).toBe(json.reason);
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
