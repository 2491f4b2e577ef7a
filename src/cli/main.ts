import { SimulatorError } from '../engine/interface/errors.js';
import { UsageError } from '../options/usage-error.js';
import { readVersion } from '../package-root.js';
import { commands, isCommandName } from './commands.js';
import { usageExitCode } from './exit-codes.js';
import { parseFlags } from './options.js';
import { CommandStartError } from './process/command-start-error.js';
import { start, startFlags } from './start.js';

async function runHelp([word, ...rest]: readonly string[]): Promise<void> {
  if (word !== undefined && isCommandName(word)) {
    return runCommand([word, ...rest, '--help']);
  }
  const { formatHelp, formatTopic } = await import('./help.js');
  console.log(word === undefined ? formatHelp() : formatTopic(word));
}

/** Loads a single command: `start` must not wait for the others. */
async function runCommand(args: readonly string[]): Promise<void> {
  const [word = 'start', ...rest] = args;
  // Without a command, all arguments are options of `start`.
  const [name, flags] = word.startsWith('-') ? ['start', args] : [word, rest];
  if (!isCommandName(name)) {
    throw new UsageError(
      `${JSON.stringify(name)} is not a command. ` +
        `The commands are ${Object.keys(commands).join(', ')}; animal-store --help describes them.`,
    );
  }
  const correct = name === 'start' ? parseFlags(flags, startFlags) : undefined;
  if (correct !== undefined) {
    return start(correct);
  }
  const command = await commands[name].load();
  const { parseCommand } = await import('./command.js');
  return parseCommand(command, flags);
}

async function main(args: readonly string[]): Promise<void> {
  switch (args[0]) {
    case '-h':
    case '--help':
      return runHelp([]);
    case 'help':
      return runHelp(args.slice(1));
    case '-V':
    case '--version':
      return console.log(readVersion());
    default:
      return runCommand(args);
  }
}

/** Errors that a user can act on are a message; any other is a defect and keeps its stack. */
function reportError(error: unknown): void {
  if (!(error instanceof UsageError || error instanceof SimulatorError)) {
    throw error;
  }
  console.error(error.message);
  process.exitCode = error instanceof CommandStartError ? error.exitCode : usageExitCode;
}

// A reader such as `head` may close the pipe early; that is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => {});
}

/** Runs the command of a command line. */
export function run(args: readonly string[]): Promise<void> {
  return main(args).catch(reportError);
}
