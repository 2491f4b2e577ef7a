import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../../src/cli/verify.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const url = 'http://127.0.0.1:4010/v1';
const namePrefix = 'animal-store verify 1a2b3c4d';
const plan = { requirements: 80, maxPets: 29, namePrefix, oddNames: ['', '007'] };

/** Starts progress, and records what is written after the announcement. */
function begin(isTTY: boolean) {
  const written: string[] = [];
  const progress = showProgress({ isTTY, write: (text) => written.push(text) }, url);
  progress.onStart?.(plan);
  written.length = 0;
  return { progress, written };
}

test('announces the number of requirements and of pets', () => {
  let written = '';
  const progress = showProgress({ write: (text) => (written += text) }, url);

  progress.onStart?.(plan);
  progress.end();

  expect(written).toContain(`Verifying ${url} against 80 requirements`);
  expect(written).toContain('creates at most 29 pets (');
  expect(written).toContain(`Their names contain "${namePrefix}", except for "", "007";`);
});

test('a log gets a line every ten seconds', () => {
  const { progress, written } = begin(false);

  progress.onResult?.(40);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(10_000);
  progress.onResult?.(55);
  vi.advanceTimersByTime(10_000);

  expect(written).toEqual(['40 of 80 requirements tested\n', '55 of 80 requirements tested\n']);
});

test('a log gets no line after the end', () => {
  const { progress, written } = begin(false);

  progress.end();
  vi.advanceTimersByTime(60_000);

  expect(written.join('')).toBe('');
});

test('a terminal shows every step in one line, which the end clears', () => {
  const { progress, written } = begin(true);

  progress.onResult?.(1);
  progress.onResult?.(2);
  vi.advanceTimersByTime(60_000);
  progress.end();

  expect(written).toEqual(['\r1 of 80', '\r2 of 80', '\r\u001b[K']);
});
