import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';

/** Runs a command that fails with exit code 2 and returns its message. */
async function getMessage(args: readonly string[], options?: SimulatorOptions): Promise<string> {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  const { code, stderr } = await run([...args, '--url', simulator.url]).finished;
  expect(code).toBe(2);
  return stderr;
}

async function fileWith(content: string): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'animal-store-test-')), 'some.json');
  await writeFile(file, content);
  return file;
}

test('state --restore names a file that is not a snapshot, and how to create one', async () => {
  const file = await fileWith('{"name":"my-app","version":"1.0.0"}');

  expect(await getMessage(['state', '--restore', file])).toBe(
    `--restore: the file ${file}: A snapshot is required. Create one with \`animal-store state\`.\n`,
  );
});

test('state --restore refers a file of all sandboxes to start --import', async () => {
  const file = await fileWith('{"snapshot":1,"sandboxes":{"default":{"snapshot":1}}}');

  const message = await getMessage(['state', '--restore', file]);

  expect(message).toContain(`the file ${file} has all sandboxes of a simulator`);
  expect(message).toContain(`animal-store start --import ${file}`);
});

test('rules remove names the command that lists the rules', async () => {
  expect(await getMessage(['rules', 'remove', 'rule-9'])).toBe(
    'The sandbox default has no rule "rule-9". `animal-store rules` lists its rules.\n',
  );
});

test.each([
  ['missing', []],
  ['wrong', ['--admin-token=open-barley']],
])('names the flag for an admin token that is %s', async (_what, flags) => {
  const message = await getMessage(['rules', ...flags], { adminToken: 'open-sesame' });

  expect(message).toContain('Set --admin-token or ANIMAL_STORE_ADMIN_TOKEN.');
  expect(message).not.toContain('header');
});

test.each([
  ['reset', 's1'],
  ['state', 's1'],
  ['requests', 's1'],
  ['clock', 'freeze'],
  ['sandboxes', 's1'],
])('%s rejects an argument and says how to name a sandbox', async (command, word) => {
  expect(await getMessage([command, word])).toBe(
    `animal-store ${command} does not take the argument "${word}". Name a sandbox with --sandbox <name>; --help shows all options.\n`,
  );
});

test('rules rejects an argument and names its subcommands', async () => {
  expect(await getMessage(['rules', 'list'])).toMatch(
    /^animal-store rules does not take the argument "list"\. Its subcommands are add and remove\. /,
  );
});

test('rules remove rejects a second id', async () => {
  expect(await getMessage(['rules', 'remove', 'rule-1', 'rule-2'])).toMatch(
    /^animal-store rules remove does not take the argument "rule-2"\. /,
  );
});
