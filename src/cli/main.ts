import { suggest } from '../base/nearest.js';
import { readVersion } from '../base/package-root.js';
import { UsageError } from '../base/usage-error.js';
import { SimulatorError } from '../document/errors.js';
import { type Command, checkVariables, parseFlags } from './command.js';
import * as start from './start.js';

/** All commands, in the order of the help. Each is loaded alone: `start` must not wait for the others. */
const commands: Readonly<
  Record<string, readonly [summary: string, load: () => Promise<{ readonly command: Command }>]>
> = {
  start: ['start a simulator (default)', async () => start],
  exec: ['run a command with a simulator of its own', () => import('./exec.js')],
  verify: ['check a running service against the interface', () => import('./verify.js')],
  check: ['check recorded traffic (HAR) against the interface', () => import('./check.js')],
  matrix: ['find the unspecified behaviour that a command depends on', () => import('./matrix.js')],
  learn: ['learn the choices of a running service', () => import('./learn.js')],
  mcp: ['serve tools for coding agents over stdio', () => import('./mcp.js')],
};

async function main(args: readonly string[]): Promise<void> {
  const [word = 'start', ...rest] = args;
  const [topic] = rest;
  if (word === '-V' || word === '--version') {
    return console.log(readVersion());
  }
  if (word === '-h' || word === '--help' || (word === 'help' && topic === undefined)) {
    return console.log((await import('./help.js')).formatHelp(commands));
  }
  if (word === 'help') {
    return topic === 'open-points'
      ? console.log((await import('./help.js')).formatOpenPoints())
      : main([String(topic), '--help']);
  }
  // Without a command, all arguments are options of `start`.
  const [name, flags] = word.startsWith('-') ? ['start', args] : [word, rest];
  const [, load] = (Object.hasOwn(commands, name) && commands[name]) || [];
  if (load === undefined) {
    const names = Object.keys(commands);
    throw new UsageError(
      `${JSON.stringify(name)} is not a command. The commands are ${names.join(', ')}; ` +
        `animal-store --help describes them.${suggest(name, [...names, 'help'])}`,
    );
  }
  const { command } = await load();
  const parsed = parseFlags(name, command, flags);
  if (parsed === undefined) {
    const { formatCommandHelp } = await import('./help.js');
    return console.log(formatCommandHelp(name, command, process.stdout.columns));
  }
  // exec sets the last two for its command.
  checkVariables([...Object.keys(start.command.flags), 'url', 'adminUrl']);
  return command.run(parsed.flags, parsed.words);
}

// A reader such as `head` may close the pipe early; that is not an error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', () => {});
}

export async function run(args: readonly string[]): Promise<void> {
  try {
    await main(args);
  } catch (error) {
    // Errors that a user can act on are a message; any other is a defect and keeps its stack.
    if (!(error instanceof UsageError || error instanceof SimulatorError)) {
      throw error;
    }
    console.error(error.message);
    process.exitCode = error instanceof UsageError ? error.exitCode : 3;
  }
}
