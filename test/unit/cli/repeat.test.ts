import { expect, test } from 'vitest';
import { createRunner } from '../../../src/cli/repeat.js';
import { resolveSimulatorOptions } from '../../../src/options/resolve.js';
import { NodeSimulator } from '../../../src/simulator/node-simulator.js';

test('hides keys in the output of a command that runs several times', async () => {
  const options = resolveSimulatorOptions({ port: 0, apiKey: 's3cret/key', logLevel: 'silent' });
  const script = 'console.log("k=s3cret%2fkey", process.env.KEY); process.exit(1)';
  const run = createRunner(
    [process.execPath, '-e', script],
    ({ apiKey }) => ({ ...process.env, KEY: apiKey }),
    60,
  );

  const { output } = await run('default', new NodeSimulator(options));

  expect(output).toBe('k=*** ***\n');
});
