import { describe, expect, test } from 'vitest';
import type { VerificationReport } from '../../../src/index.js';
import { concurrentLoad } from './broken/concurrent-load.js';
import { concurrentState } from './broken/concurrent-state.js';
import { verifyInProcess } from './in-process.js';
import { legalLoad } from './legal/load.js';
import { accusationsOf } from './verdict.js';

/** Enough runs for a verdict that depends on chance to differ. */
const runs = 3;

/** Verifies a service many times at once, so that the order of the responses differs. */
const verifyOften = (service: Parameters<typeof verifyInProcess>[0], timeout: number) =>
  Promise.all(Array.from({ length: runs }, () => verifyInProcess(service, timeout)));

const listFailed = ({ requirements }: VerificationReport) =>
  requirements.filter(({ verdict }) => verdict === 'failed').map(({ requirement }) => requirement);

/** The clock decides which ids are equal and which pets have changed; the order of calls decides which are shed. */
const byChance = [
  'The id is the number of milliseconds since 1970.',
  'A created pet is gone two seconds later.',
  'With more than 15 calls at once the others are answered with 503.',
  'Two seconds after its creation a pet loses its status.',
];

describe('fails the same requirements in each run', () => {
  test.each([...concurrentState, ...concurrentLoad])('$name', async ({ name, service }) => {
    const failed = (await verifyOften(service, 1_000)).map(listFailed);

    expect(failed).not.toContainEqual([]);
    const different = new Set(failed.map((requirements) => requirements.join('\n')));
    expect(byChance.includes(name) || different.size === 1).toBe(true);
  });
});

describe('passes in each run', () => {
  test.each(legalLoad)('$name', async ({ service }) => {
    expect((await verifyOften(service, 5_000)).flatMap(accusationsOf)).toEqual([]);
  });
});
