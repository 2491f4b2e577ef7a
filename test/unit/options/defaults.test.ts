import { expect, onTestFinished, test, vi } from 'vitest';
import { UsageError } from '../../../src/base/usage-error.js';
import type { Command } from '../../../src/cli/command.js';
import { command as execCommand } from '../../../src/cli/exec.js';
import { command as learnCommand } from '../../../src/cli/learn.js';
import { command as matrixCommand } from '../../../src/cli/matrix.js';
import { command as startCommand } from '../../../src/cli/start.js';
import { command as verifyCommand } from '../../../src/cli/verify.js';
import type { OptionEntry } from '../../../src/options/option.js';
import { optionNames, optionTable, type ResolvedOptions } from '../../../src/options/table.js';
import * as server from '../../../src/server/listen.js';

/** A default that is no value, as people read it. */
const nothing = /^(?:none|off|all|from the profile|that of a listed pet)\b/;

const isEmpty = (value: unknown) =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0);

/** Expects that a text names the default of a row, which some commands change. */
function expectDefault(
  name: string,
  { read, defaultText = 'none', ...row }: OptionEntry<unknown>,
  value = row.default,
): void {
  const isNothing = nothing.test(defaultText);
  const [named, fact] = isNothing ? [true, isEmpty(value)] : [read(defaultText), value];
  expect({ [name]: named }).toEqual({ [name]: fact });
}

/** The options with which a command starts its simulator. */
async function findOptions(command: Command) {
  const listen = vi.spyOn(server, 'listen').mockRejectedValue(new UsageError('not now'));
  onTestFinished(() => listen.mockRestore());
  await expect(command.run({}, ['true'])).rejects.toThrow('not now');
  return listen.mock.calls[0]?.[0] as unknown as ResolvedOptions;
}

test('start has the defaults of its help', async () => {
  const options = await findOptions(startCommand);

  for (const name of optionNames) {
    expectDefault(name, optionTable[name], options[name]);
  }
});

test('exec picks a free port, and logs errors', async () => {
  const { port, logLevel } = await findOptions(execCommand);

  expect([port, logLevel]).toEqual([0, 'error']);
  expect(execCommand.details).toMatch(/port is a free one, and --log-level is error, unless set/);
});

test.each([
  ['start', startCommand],
  ['exec', execCommand],
  ['matrix', matrixCommand],
  ['verify', verifyCommand],
  ['learn', learnCommand],
])('%s: the help names the defaults of its flags', (_name, { flags }) => {
  for (const [name, entry] of Object.entries(flags)) {
    // Some are a sentence, and others differ by command.
    if (!(name in optionTable)) {
      expectDefault(name, entry);
    }
  }
});
