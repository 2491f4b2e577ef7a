import { expect, test } from 'vitest';
import { Tail } from '../../src/cli/process/captured.js';

test('what was printed is kept as it came', () => {
  const tail = new Tail();
  // A character may come in two parts.
  for (const byte of Buffer.from('à la carte\n')) {
    tail.add(Buffer.from([byte]));
  }

  expect(tail.text()).toBe('à la carte\n');
});

test('of a long output the last whole lines are kept', () => {
  const tail = new Tail();
  for (let line = 0; line < 100_000; line += 1) {
    tail.add(Buffer.from(`line ${line}\n`));
  }

  const lines = tail.text().split('\n');
  expect(lines.at(-2)).toBe('line 99999');
  expect(lines[0]).toMatch(/^line \d{5}$/);
  expect(tail.text().length).toBeLessThan(300_000);
});
