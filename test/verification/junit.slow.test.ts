import { expect, test } from 'vitest';
import { brokenVariants } from '../providers/broken.js';
import { Service } from '../providers/service.js';
import { openHttp, openProvider, openService, variantNamed } from './providers.js';
import { reportsOn, sum } from './reports.js';

const openBroken = () => openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

test('JUnit has a suite for each section, and a case for each promise in it', async () => {
  const { json, suites } = await reportsOn(await openBroken(), '--read-only');

  const cases = suites.flatMap(({ name, testcase }) =>
    testcase.map((one) => `${name.split(' ')[0]} ${one.name}`),
  );
  expect(cases).toEqual(json.promises.map(({ section, promise }) => `${section} ${promise}`));
});

test('a failure of JUnit has the request, the document, what was expected and what came', async () => {
  const { json, suites } = await reportsOn(await openBroken(), '--read-only');

  const broken = json.promises.find(({ verdict }) => verdict === 'broken');
  const found = suites.flatMap(({ testcase }) => testcase).find(({ failure }) => failure);
  expect(found?.name).toBe(broken?.promise);
  expect(found?.failure?.['#text'].split('\n')).toEqual([
    `document: ${broken?.document}`,
    `sent: ${broken?.evidence?.sent}`,
    `expected: ${broken?.evidence?.expected}`,
    `came: ${broken?.evidence?.came}`,
  ]);
});

test('what is skipped in JUnit says why', async () => {
  const { suites } = await reportsOn(await openProvider(), '--read-only');

  const skipped = suites.flatMap(({ testcase }) => testcase).filter((one) => 'skipped' in one);
  expect(skipped.length).toBeGreaterThan(0);
  for (const one of skipped) {
    expect(one['system-out']).toMatch(/^not proved: ./);
  }
});

test('a provider that could not be judged is an error in JUnit, and has a reason in JSON', async () => {
  const url = await openHttp((_request, response) => response.writeHead(404).end());

  const { json, suites } = await reportsOn({ url, apiKey: 'key' });

  expect(json).toMatchObject({ outcome: 'not judged', promises: [], createdPets: 0 });
  expect(json.reason).toContain('It usually ends in /v1');
  expect(suites[0]?.testcase[0]?.error?.message).toBe(json.reason);
});

/** Text that a careless report would let through. */
const hostile = 'a\u0000b\u001b[31mc]]>d\ufffe<e>&\u2028f\ud800g"';

/** Answers every refusal, and every name, with it. */
class Hostile extends Service {
  protected override shown(...[pet, call]: Parameters<Service['shown']>) {
    return { ...super.shown(pet, call), name: hostile };
  }
}

test("a provider's text can neither break the XML, nor steer a terminal", async () => {
  const { stdout, suites } = await reportsOn(await openService(Hostile));

  expect(stdout).not.toContain('\u001b');
  expect(JSON.stringify(suites)).toContain(']]>d');
  expect(sum(suites, 'failures')).toBeGreaterThan(0);
});
