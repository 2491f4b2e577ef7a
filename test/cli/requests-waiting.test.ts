import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';

/** Waits for so many of the requests that a fresh simulator was sent. */
async function waitFor(wait: number, sent: number) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  for (let number = 1; number <= sent; number += 1) {
    await simulator.fetch(`${simulator.url}/pets/${number}`);
  }
  const flags = ['--url', simulator.url, `--wait=${wait}`, '--timeout=1'];
  return run(['requests', ...flags]).finished;
}

test('requests --wait lists what came once, and says of how many that is', async () => {
  const { code, stdout, stderr } = await waitFor(100, 12);

  expect(code).toBe(1);
  expect(stdout.trim().split('\n')).toHaveLength(12);
  expect(stderr).toBe('Expected 100 exchanges within 1 ms; got 12.\n');
});

test('requests --wait says once that nothing came', async () => {
  const { stdout, stderr } = await waitFor(1, 0);

  expect(stdout).toBe('');
  expect(stderr).toBe(
    'Expected 1 exchange within 1 ms; got 0. The sandbox received no request at all.\n',
  );
});
