import { expect, onTestFinished, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';

async function openWith(sandboxes: readonly string[]): Promise<RunningSimulator> {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  for (const name of sandboxes) {
    await simulator.sandbox(name).reset();
  }
  return simulator;
}

const command = ({ url }: RunningSimulator, ...args: string[]) =>
  run([...args, '--url', url]).finished;

test.each(['requests', 'state', 'clock', 'rules'])(
  '%s says that a sandbox is not there, which there are, and makes none',
  async (word) => {
    const simulator = await openWith(['s1']);

    const { code, stderr } = await command(simulator, word, '--sandbox=nosuch');

    expect(code).toBe(0);
    expect(stderr).toBe('There is no sandbox nosuch yet; there are default, s1.\n');
    expect(await simulator.sandboxes()).toHaveLength(2);
  },
);

test('where there is the default sandbox alone, that is said', async () => {
  const { stderr } = await command(await openWith([]), 'clock', '--sandbox=tpyo');

  expect(stderr).toBe('There is no sandbox tpyo yet; there is default alone.\n');
});

test('of many sandboxes, some are named', async () => {
  const simulator = await openWith(Array.from({ length: 12 }, (_, index) => `s${index}`));

  const { stderr } = await command(simulator, 'clock', '--sandbox=tpyo');

  expect(stderr).toMatch(/there are default, s0, .*, s8 and 3 more\.\n$/);
});

test('a clock that is set brings its sandbox about, and nothing is said', async () => {
  const simulator = await openWith([]);

  const { stderr } = await command(simulator, 'clock', '--freeze', '--sandbox=fresh');

  expect(stderr).toBe('');
});

test('requests of a kind that never came are told apart from none at all', async () => {
  const simulator = await openWith([]);
  await simulator.fetch(`${simulator.url}/pets`);

  const { stderr } = await command(simulator, 'requests', '--operation=createPet');

  expect(stderr).toBe('Nothing of that kind was sent to the sandbox default.\n');
});
