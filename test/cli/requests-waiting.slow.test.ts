import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';

/** Sends some requests to a fresh simulator and waits for a number of them. */
async function waitFor(wait: number, sent: number) {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  for (let number = 1; number <= sent; number += 1) {
    await simulator.fetch(`${simulator.url}/pets/${number}`);
  }
  const flags = ['--url', simulator.url, `--wait=${wait}`, '--timeout=1'];
  return run(['requests', ...flags]).finished;
}

test('requests --wait lists what it received, and how many are missing', async () => {
  const { code, stdout, stderr } = await waitFor(100, 12);

  expect(code).toBe(1);
  expect(stdout.trim().split('\n')).toHaveLength(12);
  expect(stderr).toBe('Expected 100 exchanges within 1 ms; got 12.\n');
});

test('requests --wait reports once that it received nothing', async () => {
  const { stdout, stderr } = await waitFor(1, 0);

  expect(stdout).toBe('');
  expect(stderr).toBe(
    'Expected 1 exchange within 1 ms; got 0. The sandbox received no request at all.\n',
  );
});
