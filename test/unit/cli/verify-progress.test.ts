import { expect, test } from 'vitest';
import { showProgress } from '../../../src/cli/verify.js';

const url = 'http://127.0.0.1:4010/v1';
const namePrefix = 'verify 1a2b3c';
const counts = { requirements: 80, requests: 390, withoutKey: 81, maxPets: 29 };
const plan = { ...counts, namePrefix };

/** Starts progress, and records what is written after the announcement. */
function begin(isTTY: boolean) {
  const written: string[] = [];
  const progress = showProgress({ isTTY, write: (text) => written.push(text) }, url);
  progress.onStart?.(plan);
  written.length = 0;
  return { progress, written };
}

test('announces the number of requirements, requests, wrong keys and pets', () => {
  let written = '';
  const progress = showProgress({ write: (text) => (written += text) }, url);

  progress.onStart?.(plan);
  progress.end();

  expect(written).toContain(`Verifying ${url} against 80 requirements`);
  expect(written).toContain('about 390 requests, 81 of them without a valid key.');
  expect(written).toContain('creates at most 29 pets (');
  expect(written).toContain(`Their names contain "${namePrefix}", except for a few odd ones;`);
});

test('a log gets no more than the announcement', () => {
  const { progress, written } = begin(false);

  progress.onResult?.(40);
  progress.end();

  expect(written).toEqual([]);
});

test('a terminal shows every step in one line, which the end clears', () => {
  const { progress, written } = begin(true);

  progress.onResult?.(1);
  progress.onResult?.(2);
  progress.end();

  expect(written).toEqual(['\r1 of 80', '\r2 of 80', '\r\u001b[K']);
});
