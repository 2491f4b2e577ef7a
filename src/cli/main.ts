#!/usr/bin/env node
import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import { UsageError } from '../options/usage-error.js';
import { startCommand } from './start.js';

/** Wrong usage, or what was asked for can't be had. */
const couldNotRun = 2;

const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

const program = new Command('animal-store')
  .description(
    'The double of the Animal Store service: it says which of its answers are promised by the\n' +
      'interface, and which it made up.',
  )
  .version(version)
  .helpCommand(false)
  .exitOverride()
  .configureHelp({ showGlobalOptions: true })
  .addCommand(startCommand(), { isDefault: true });

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof UsageError) {
    console.error(error.message);
    process.exitCode = couldNotRun;
  } else if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : couldNotRun;
  } else {
    throw error;
  }
}
