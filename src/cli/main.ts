#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { CannotStart } from '../command/ending.js';
import { UsageError } from '../options/usage-error.js';
import { packageRoot } from '../package-root.js';
import { execCommand } from './exec.js';
import { matrixCommand } from './matrix.js';
import { startCommand } from './start.js';
import { verifyCommand } from './verify.js';

/** Wrong usage, or what was asked for can't be had. */
const couldNotRun = 2;

const manifest = readFileSync(new URL('package.json', packageRoot), 'utf8');
const { version } = JSON.parse(manifest) as { version: string };

const program = new Command('animal-store')
  .version(version)
  .helpCommand(false)
  // Passed on: without a command, --help is the help of `start`.
  .helpOption(false)
  .exitOverride()
  // What stands after a command that exec or matrix is to run is that command's own.
  .enablePositionalOptions()
  .addCommand(startCommand(), { isDefault: true })
  .addCommand(execCommand())
  .addCommand(matrixCommand())
  .addCommand(verifyCommand());

// Whoever reads what is printed may stop reading, as `head` does; nothing here depends on it.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => {});
}

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof UsageError) {
    console.error(error.message);
    process.exitCode = error instanceof CannotStart ? error.code : couldNotRun;
  } else if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : couldNotRun;
  } else {
    throw error;
  }
}
