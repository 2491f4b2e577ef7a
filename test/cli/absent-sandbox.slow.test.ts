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
  '%s warns about a sandbox that does not exist, and creates none',
  async (word) => {
    const simulator = await openWith(['s1']);

    const { code, stderr } = await command(simulator, word, '--sandbox=nosuch');

    expect(code).toBe(0);
    expect(stderr).toBe('The sandbox nosuch does not exist. Existing sandboxes: default, s1.\n');
    expect(await simulator.sandboxes()).toHaveLength(2);
  },
);

test('names the default sandbox when there is no other', async () => {
  const { stderr } = await command(await openWith([]), 'clock', '--sandbox=tpyo');

  expect(stderr).toBe('The sandbox tpyo does not exist. Existing sandboxes: default.\n');
});

test('names some of many sandboxes', async () => {
  const simulator = await openWith(Array.from({ length: 12 }, (_, index) => `s${index}`));

  const { stderr } = await command(simulator, 'clock', '--sandbox=tpyo');

  expect(stderr).toMatch(/Existing sandboxes: default, s0, .*, s8 and 3 more\.\n$/);
});

test('clock --freeze creates the sandbox without a warning', async () => {
  const simulator = await openWith([]);

  const { stderr } = await command(simulator, 'clock', '--freeze', '--sandbox=fresh');

  expect(stderr).toBe('');
});

test('requests reports that no matching request was received', async () => {
  const simulator = await openWith([]);
  await simulator.fetch(`${simulator.url}/pets`);

  const { stderr } = await command(simulator, 'requests', '--operation=createPet');

  expect(stderr).toBe('The sandbox default received no matching requests.\n');
});
