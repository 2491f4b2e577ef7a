import childProcess, { type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { prepareChild } from '../../../src/cli/child-process.js';
import { createRunner } from '../../../src/cli/repeat.js';
import type { RunningSimulator } from '../../../src/index.js';
import { resolveSimulatorOptions } from '../../../src/options/config-file.js';
import { createNodeSimulator } from '../../../src/simulator/node-simulator.js';

test('hides keys in the output of a command that runs several times', async () => {
  const options = resolveSimulatorOptions({ port: 0, apiKey: 's3cret/key', logLevel: 'silent' });
  const script = 'console.log("k=s3cret%2fkey", process.env.KEY); process.exit(1)';
  const child = prepareChild('exec', { envKey: ['KEY'] }, [process.execPath, '-e', script]);
  const run = createRunner(child, 60);

  const { output } = await run('default', createNodeSimulator(options));

  expect(output).toBe('k=*** ***\n');
});

test('a command reaches the simulator without a proxy, and has variables that --env and --env-key name', async () => {
  vi.stubEnv('NO_PROXY', '*');
  vi.stubEnv('no_proxy', 'b.example');
  const flags = { env: ['API_URL', 'OTHER_URL'], envKey: ['API_TOKEN'] };
  const [url, origin, apiKey] = ['http://a/v1', 'http://a', 'k1'];

  const start = prepareChild('exec', flags, [
    process.execPath,
    '-p',
    'JSON.stringify(process.env)',
  ]);
  const { child } = start({ url, origin, apiKey } as RunningSimulator, { stdio: 'pipe' });

  expect(await json(child.stdout as Readable)).toMatchObject({
    ...{ NO_PROXY: '*', no_proxy: 'b.example,localhost,a', ANIMAL_STORE_URL: url },
    ANIMAL_STORE_ADMIN_URL: 'http://a/__admin',
    ANIMAL_STORE_API_KEY: apiKey,
    ...{ API_URL: url, OTHER_URL: url, API_TOKEN: apiKey },
  });
});

test.each([
  [[], {}, 'A command to run is required. Add it after --'],
  [[''], {}, 'A command to run is required.'],
  [
    ['true'],
    { env: ['A=1'] },
    '--env must be the name of an environment variable, such as API_URL; got "A=1".',
  ],
])('refuses the command %j with %j', (command, flags, message) => {
  expect(() => prepareChild('exec', flags, command)).toThrow(message);
});

test.each([
  ['EMFILE', /^"npm" can't be started \(EMFILE\): too many files or processes are open\./, 3],
  ['ENOENT', /^"npm" can't be run \(ENOENT\): there is no such program/, 127],
])('says why a command does not start: %s', async (code, message, exitCode) => {
  const child = new EventEmitter() as ChildProcess;
  const spawn = vi.spyOn(childProcess, 'spawn').mockReturnValue(child);
  onTestFinished(() => spawn.mockRestore());
  const { exited } = prepareChild('exec', {}, ['npm'])(
    { url: 'http://a/v1' } as RunningSimulator,
    {},
  );

  child.emit('error', { code });

  await expect(exited).rejects.toMatchObject({ message: expect.stringMatching(message), exitCode });
});
