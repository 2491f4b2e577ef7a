import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/index.js';
import { run } from '../support/command.js';

/** What a command says on standard error that could not do what it was asked. */
async function refusal(args: readonly string[], options?: SimulatorOptions): Promise<string> {
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

test('a file that is no snapshot is named, and how to get one', async () => {
  const file = await fileWith('{"name":"my-app","version":"1.0.0"}');

  expect(await refusal(['state', '--restore', file])).toBe(
    `--restore: the file ${file}: It is no snapshot. Get one with \`animal-store state\`, which prints that of a sandbox.\n`,
  );
});

test('a file that has all sandboxes is said to be one to start with', async () => {
  const file = await fileWith('{"snapshot":1,"sandboxes":{"default":{"snapshot":1}}}');

  const message = await refusal(['state', '--restore', file]);

  expect(message).toContain(`the file ${file} has all sandboxes of a simulator`);
  expect(message).toContain(`animal-store start --import ${file}`);
});

test('a rule that is gone is answered with the command that lists those that are left', async () => {
  expect(await refusal(['rules', 'remove', 'rule-9'])).toBe(
    'The sandbox default has no rule "rule-9". `animal-store rules` lists those that it has.\n',
  );
});

test.each([
  ['missing', []],
  ['wrong', ['--admin-token=open-barley']],
])('a token that is %s is asked for as a command can say it', async (_what, flags) => {
  const message = await refusal(['rules', ...flags], { adminToken: 'open-sesame' });

  expect(message).toContain('Say it with --admin-token or ANIMAL_STORE_ADMIN_TOKEN.');
  expect(message).not.toContain('header');
});

test.each([
  ['reset', 's1'],
  ['state', 's1'],
  ['requests', 's1'],
  ['clock', 'freeze'],
  ['sandboxes', 's1'],
])('%s answers a word that it does not take with how to name a sandbox', async (command, word) => {
  expect(await refusal([command, word])).toBe(
    `animal-store ${command} takes no "${word}". A sandbox is named with --sandbox <name>; --help shows all options.\n`,
  );
});

test('rules answers a word that it does not take with those that it does', async () => {
  expect(await refusal(['rules', 'list'])).toMatch(
    /^animal-store rules takes no "list"\. It takes add or remove, and shows what there is without\. /,
  );
});

test('a second word behind rules remove removes nothing', async () => {
  expect(await refusal(['rules', 'remove', 'rule-1', 'rule-2'])).toMatch(
    /^animal-store rules remove takes no "rule-2"\. /,
  );
});
