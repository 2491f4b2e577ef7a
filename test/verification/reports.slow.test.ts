import { expect, test } from 'vitest';
import type { VerificationReport } from '../../src/index.js';
import { writeText } from '../../src/verification/report/text.js';
import type { JudgedPromise, Verdict } from '../../src/verification/verdict.js';
import { brokenVariants } from '../providers/broken.js';
import { openProvider, variantNamed } from './providers.js';
import { reportsOn, sum } from './reports.js';

const openBroken = () => openProvider(variantNamed(brokenVariants, 'list-as-html-page'));

test('text, JSON and JUnit count the same', async () => {
  const { stdout, json, suites } = await reportsOn(await openBroken(), '--read-only');

  const { held, broken, 'not proved': notProved } = json.tally;
  expect(stdout).toMatch(new RegExp(`^all +${held} +${broken} +${notProved}$`, 'm'));
  expect(sum(suites, 'tests')).toBe(held + broken + notProved);
  expect(sum(suites, 'failures')).toBe(broken);
  expect(sum(suites, 'skipped')).toBe(notProved);
  expect(Math.min(held, broken, notProved)).toBeGreaterThan(0);
});

test('the tally of JSON is that of its promises', async () => {
  const { json } = await reportsOn(await openBroken(), '--read-only');

  for (const [verdict, count] of Object.entries(json.tally)) {
    expect(json.promises.filter((promise) => promise.verdict === verdict)).toHaveLength(count);
  }
});

test('JSON says where, how long, what came of it, and how many pets there are more', async () => {
  const provider = await openProvider();

  const { json } = await reportsOn(provider);

  expect(json).toMatchObject({ url: provider.url, outcome: 'held' });
  expect(json.milliseconds).toBeGreaterThan(0);
  expect(json.createdPets).toBeGreaterThan(0);
});

test('every promise of JSON has its evidence or its reason, as its verdict asks for', async () => {
  const { json } = await reportsOn(await openBroken(), '--read-only');

  for (const { verdict, evidence, reason } of json.promises) {
    expect(typeof evidence).toBe(verdict === 'broken' ? 'object' : 'undefined');
    expect(typeof reason).toBe(verdict === 'not proved' ? 'string' : 'undefined');
  }
});

/** A report with so many verdicts of each kind, after 43 creations; its last line. */
function lastLineOf(verdicts: Readonly<Record<Verdict, number>>, coloured = true): string {
  const promises = Object.entries(verdicts).flatMap(([verdict, count]) =>
    Array.from({ length: count }, () => ({ section: '1', promise: 'p', document: 'd', verdict })),
  ) as JudgedPromise[];
  const report: VerificationReport = {
    url: 'http://127.0.0.1/v1',
    outcome: verdicts.broken > 0 ? 'broken' : 'held',
    promises,
    createdPets: 43,
    milliseconds: 1,
  };
  return writeText(report, coloured).trim().split('\n').at(-1) ?? '';
}

const [red, green, yellow] = ['\u001b[31m', '\u001b[32m', '\u001b[33m'];

test.each([
  ['green when all are held', { held: 3, broken: 0, 'not proved': 0 }, green],
  ['green when most are held', { held: 3, broken: 0, 'not proved': 2 }, green],
  ['yellow when most are not proved', { held: 2, broken: 0, 'not proved': 3 }, yellow],
  ['red when one is broken', { held: 2, broken: 1, 'not proved': 3 }, red],
])('the last line is %s', (_, verdicts, colour) => {
  expect(lastLineOf(verdicts).startsWith(colour)).toBe(true);
});

test('where a promise is broken, pets are not said to be created: only what was answered', () => {
  const verdicts = { held: 2, broken: 1, 'not proved': 0 };

  expect(lastLineOf(verdicts, false)).toMatch(
    /\. 43 creations were answered with success \(2xx\), in/,
  );
  expect(lastLineOf({ ...verdicts, broken: 0 }, false)).toMatch(/\. 43 pets were created, in/);
});
