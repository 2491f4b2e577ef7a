import { expect, test } from 'vitest';
import { OutputTail } from '../../src/cli/process/run.js';

test('keeps a short output unchanged', () => {
  const tail = new OutputTail();
  // A character may arrive in two parts.
  for (const byte of Buffer.from('à la carte\n')) {
    tail.add(Buffer.from([byte]));
  }

  expect(tail.text()).toBe('à la carte\n');
});

test('keeps the last complete lines of a long output', () => {
  const tail = new OutputTail();
  for (let line = 0; line < 100_000; line += 1) {
    tail.add(Buffer.from(`line ${line}\n`));
  }

  const lines = tail.text().split('\n');
  expect(lines.at(-2)).toBe('line 99999');
  expect(lines[0]).toMatch(/^line \d{5}$/);
  expect(tail.text().length).toBeLessThan(300_000);
});
