import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showProgress } from '../../src/cli/verify.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const url = 'http://127.0.0.1:4010/v1';
const plan = { promises: 80, maxPets: 29, oddNames: ['', '007'] };

/** Progress that has begun, and what was written since. */
function begin(isTTY: boolean) {
  const written: string[] = [];
  const progress = showProgress({ isTTY, write: (text) => written.push(text) }, url);
  progress.begins?.(plan);
  written.length = 0;
  return { progress, written };
}

test('the plan is announced with the number of promises and of pets', () => {
  let written = '';
  const progress = showProgress({ write: (text) => (written += text) }, url);

  progress.begins?.(plan);
  progress.end();

  expect(written).toContain(`Holding ${url} to 80 promises`);
  expect(written).toContain('At most 29 pets are created (');
  expect(written).toContain('the odd names "", "007". They stay');
});

test('a log gets a line every ten seconds', () => {
  const { progress, written } = begin(false);

  progress.judged?.(40);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(10_000);
  progress.judged?.(55);
  vi.advanceTimersByTime(10_000);

  expect(written).toEqual(['40 of 80 promises judged\n', '55 of 80 promises judged\n']);
});

test('a log gets no more lines once it is over', () => {
  const { progress, written } = begin(false);

  progress.end();
  vi.advanceTimersByTime(60_000);

  expect(written.join('')).toBe('');
});

test('a terminal sees every step in one line, which is gone at the end', () => {
  const { progress, written } = begin(true);

  progress.judged?.(1);
  progress.judged?.(2);
  vi.advanceTimersByTime(60_000);
  progress.end();

  expect(written).toEqual(['\r1 of 80', '\r2 of 80', '\r\u001b[K']);
});

test('how many pets were created is known at any time', () => {
  const { progress } = begin(false);
  expect(progress.createdPets).toBe(0);

  progress.created?.(7);

  expect(progress.createdPets).toBe(7);
});
