import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const program = fileURLToPath(new URL('growth.ts', import.meta.url));

const mebibyte = 1024 ** 2;

/** Measures by how many bytes the memory of a process grows while it repeats something. */
async function measureGrowth(what: string): Promise<number> {
  const args = ['--expose-gc', '--import', 'tsx', program, what];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^-?\d+$/);
  return Number(stdout);
}

/**
 * What is repeated, and the maximum growth in MiB: memory of a process of this size varies by less. If
 * each round leaves something behind, growth is at least twice the maximum.
 */
test.for([
  ['100,000 dropped sandboxes', 'dropped-sandboxes', 5],
  ['100,000 sandboxes beyond the limit', 'pushed-out-sandboxes', 5],
  ['100,000 exchanges', 'journal', 5],
  ['5,000 exchanges with thousands of headers, beyond the limit of 64 MiB', 'tiny-headers', 66],
  ['30 event streams that nobody reads, beyond the limit of 32 MiB', 'unread-streams', 110],
  ['large bodies', 'large-bodies', 5],
  ['admin calls', 'control-calls', 5],
  ['disconnected clients that waited for exchanges', 'waiters', 5],
  ['disconnected clients that read events', 'event-readers', 2.5],
] as const)('%s do not grow memory further', async ([, what, maxGrowth]) => {
  expect(await measureGrowth(what)).toBeLessThan(maxGrowth * mebibyte);
});
