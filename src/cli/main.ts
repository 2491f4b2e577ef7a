#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { UsageError } from '../options/resolve.js';
import { packageRoot } from '../package-root.js';
import { clockCommand } from './clock.js';
import { execCommand } from './exec.js';
import { couldNotRun } from './finish.js';
import { matrixCommand } from './matrix.js';
import { CannotStart } from './process/ending.js';
import { requestsCommand } from './requests.js';
import { resetCommand } from './reset.js';
import { rulesCommand } from './rules.js';
import { sandboxesCommand } from './sandboxes.js';
import { startCommand } from './start.js';
import { stateCommand } from './state.js';
import { verifyCommand } from './verify.js';

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
  .addCommand(verifyCommand())
  .addCommand(sandboxesCommand())
  .addCommand(resetCommand())
  .addCommand(stateCommand())
  .addCommand(requestsCommand())
  .addCommand(rulesCommand())
  .addCommand(clockCommand());

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
