import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Command } from '../../../src/cli/command.js';
import { execCommand, needsCommand } from '../../../src/cli/exec.js';
import { learnCommand } from '../../../src/cli/learn.js';
import { matrixCommand } from '../../../src/cli/matrix.js';
import { startCommand } from '../../../src/cli/start.js';
import { verifyCommand } from '../../../src/cli/verify.js';
import type { OptionEntry } from '../../../src/options/option.js';
import { resolveSimulatorOptions } from '../../../src/options/resolve.js';
import { optionNames, optionTable } from '../../../src/options/table.js';
import { UsageError } from '../../../src/options/usage-error.js';
import { verifyOptionTable } from '../../../src/options/verify-options.js';
import { NodeSimulatorCore } from '../../../src/simulator/node-simulator.js';
import { createFolder } from '../../support/files.js';

/** A default that is no value, as people read it. */
const nothing =
  /^(?:none|off|false|all|from the profile|that of a listed pet|tries|the header is not)\b/;

const isEmpty = (value: unknown) =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Expects that a text names the default of a row, which some commands change. */
function expectDefault(
  name: string,
  { read, defaultText = 'none', ...row }: OptionEntry<unknown>,
  value = row.default,
  text = defaultText,
): void {
  const [named, fact] = nothing.test(text) ? [true, isEmpty(value)] : [read(text), value];
  expect({ [name]: named }).toEqual({ [name]: fact });
}

/** The options with which a command starts its simulator. */
async function findOptions(command: Command, flags: Parameters<Command['run']>[0] = {}) {
  const listen = vi.spyOn(NodeSimulatorCore.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  listen.mockRejectedValue(new UsageError('not now'));
  await expect(command.run(flags, ['true'])).rejects.toThrow('not now');
  return (listen.mock.contexts.at(-1) as NodeSimulatorCore).options;
}

test('start has the defaults of its help', async () => {
  const options = await findOptions(startCommand);

  for (const name of optionNames) {
    expectDefault(name, optionTable[name], options[name]);
  }
});

function writeConfig(text: string): string {
  const path = join(createFolder(), 'c.json');
  writeFileSync(path, text);
  return path;
}

test('flags override variables, which override the config file', async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('ANIMAL_STORE_CONFIG', writeConfig('{"pets":3,"seed":7,"apiKey":"of-the-file"}'));
  vi.stubEnv('ANIMAL_STORE_SEED', '8');
  vi.stubEnv('ANIMAL_STORE_API_KEY', 'of-the-variable');

  const { pets, seed, apiKey } = await findOptions(startCommand, { apiKey: ['of-the-flag'] });
  const { fixture } = await findOptions(startCommand, { fixture: 'every-status' });

  expect([pets, seed, apiKey]).toEqual([3, 8, ['of-the-flag']]);
  expect(fixture).toBe('every-status');
});

test.each([
  ['{', 'is not JSON'],
  ['[]', 'must be a JSON object'],
  ['{"colour": "red"}', /colour in \S+c\.json is unknown/],
  ['{"port": "x"}', /port in \S+c\.json must be a whole number from 0 to 65535/],
])('refuses the config file %j', (text, message) => {
  expect(() => resolveSimulatorOptions({ config: writeConfig(text) })).toThrow(message);
});

test('refuses a config file that is missing', () => {
  expect(() => resolveSimulatorOptions({ config: 'missing.json' })).toThrow(/ENOENT/);
});

test('exec picks a free port, and logs errors', async () => {
  const { port, logLevel } = await findOptions(execCommand);

  expect([port, logLevel]).toEqual([0, 'error']);
  expect(execCommand.details).toMatch(/port is a free one, and --log-level is error, unless set/);
});

test.each([startCommand, execCommand, needsCommand, matrixCommand, verifyCommand, learnCommand])(
  '$name: the help names the defaults of its flags',
  ({ flags }) => {
    for (const [name, entry] of Object.entries(flags)) {
      // Some are a sentence, and others differ by command.
      if (entry.read && name !== 'consumerVersionSelectors' && !(name in optionTable)) {
        expectDefault(name, entry as OptionEntry<unknown>);
      }
    }
  },
);

test.each([
  ['options.ts', optionTable],
  ['verify-options.ts', verifyOptionTable],
] as const)('the comments of %s name the defaults', (file, table) => {
  const source = readFileSync(new URL(`../../../src/options/${file}`, import.meta.url), 'utf8');
  const comments = source.matchAll(/Default: (`[^`]+`|[^.;,]+)[^;{}]*?\*\/\n {2}readonly (\w+)\?/g);
  const found = [...comments].map(([, text = '', name = '']) => [name, text.trim()] as const);
  expect(found.length).toBeGreaterThan(5);
  for (const [name, text] of found) {
    expectDefault(name, table[name as never], undefined, text.replace(/`| in TypeScript$/g, ''));
  }
});
