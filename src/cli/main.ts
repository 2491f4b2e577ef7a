#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { CannotStart } from '../command/ending.js';
import { UsageError } from '../options/usage-error.js';
import { packageRoot } from '../package-root.js';
import { clockCommand } from './control/clock.js';
import { requestsCommand } from './control/requests.js';
import { resetCommand } from './control/reset.js';
import { sandboxesCommand } from './control/sandboxes.js';
import { scenariosCommand } from './control/scenarios.js';
import { stateCommand } from './control/state.js';
import { execCommand } from './exec.js';
import { couldNotRun } from './exit-codes.js';
import { matrixCommand } from './matrix.js';
import { startCommand } from './start.js';
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
  .addCommand(scenariosCommand())
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
