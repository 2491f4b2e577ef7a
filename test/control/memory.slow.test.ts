import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('growth.ts', import.meta.url));

const mebibyte = 1024 ** 2;

/** By how many bytes the memory of a process grew while it did something over and over. */
async function growthBy(what: string): Promise<number> {
  const args = ['--expose-gc', '--import', 'tsx', program, what];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^-?\d+$/);
  return Number(stdout);
}

/**
 * What is done over and over, and how much may come and go in a process of this size anyway: where
 * each round leaves something behind, it comes to twice as much.
 */
test.for([
  ['100,000 sandboxes that were used and dropped', 'dropped-sandboxes', 5],
  ['100,000 sandboxes that were used and pushed out by others', 'pushed-out-sandboxes', 5],
  ['100,000 exchanges', 'journal', 5],
  ['large bodies', 'large-bodies', 5],
  ['calls of the control', 'control-calls', 5],
  ['those who waited for exchanges and went away', 'waiters', 5],
  ['those who read events and went away', 'event-readers', 2.5],
] as const)('%s leave memory where it was', async ([, what, most]) => {
  expect(await growthBy(what)).toBeLessThan(most * mebibyte);
});
