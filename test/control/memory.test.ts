import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('growth.ts', import.meta.url));

/** What comes and goes in a process of this size anyway; 100 bytes left behind each time are twice it. */
const mostGrowth = 5 * 1024 ** 2;

/** By how many bytes the memory of a process grew while it did something over and over. */
async function growthBy(what: string): Promise<number> {
  const args = ['--expose-gc', '--import', 'tsx', program, what];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^-?\d+$/);
  return Number(stdout);
}

test.for([
  ['100,000 sandboxes that were used and dropped', 'dropped-sandboxes'],
  ['100,000 sandboxes that were used and pushed out by others', 'pushed-out-sandboxes'],
  ['100,000 exchanges', 'journal'],
  ['large bodies', 'large-bodies'],
  ['calls of the control', 'control-calls'],
  ['those who waited for exchanges and went away', 'waiters'],
  ['those who read events and went away', 'event-readers'],
])('%s leave memory where it was', { timeout: 120_000 }, async ([, what]) => {
  expect(await growthBy(String(what))).toBeLessThan(mostGrowth);
});
