import { describe, expect, test } from 'vitest';
import type { VerificationReport } from '../../../src/index.js';
import { concurrentLoad } from './broken/concurrent-load.js';
import { concurrentState } from './broken/concurrent-state.js';
import { verifyInProcess } from './in-process.js';
import { legalLoad } from './legal/load.js';
import { accusationsOf } from './verdict.js';

/** Enough runs for a verdict that depends on chance to differ. */
const runs = 5;

/** Verifies a service many times at once, so that the order of the responses differs. */
const verifyOften = (service: Parameters<typeof verifyInProcess>[0]) =>
  Promise.all(Array.from({ length: runs }, () => verifyInProcess(service, 2_000)));

const listFailed = ({ requirements }: VerificationReport) =>
  requirements.filter(({ verdict }) => verdict === 'failed').map(({ requirement }) => requirement);

/** The clock decides which ids are equal and which pets have changed; the order of calls decides which are shed. */
const byChance = [
  'id-by-the-clock',
  'pets-expire',
  'sheds-load-from-fifteen-calls',
  'status-lost-later',
];

describe('fails the same requirements in each of five runs', () => {
  test.each([...concurrentState, ...concurrentLoad])('$name', async ({ name, service }) => {
    const failed = (await verifyOften(service)).map(listFailed);

    expect(failed).not.toContainEqual([]);
    const different = new Set(failed.map((requirements) => requirements.join('\n')));
    expect(byChance.includes(name) || different.size === 1).toBe(true);
  });
});

describe('passes in each of five runs', () => {
  test.each(legalLoad)('$name', async ({ service }) => {
    expect((await verifyOften(service)).flatMap(accusationsOf)).toEqual([]);
  });
});
