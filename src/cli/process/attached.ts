import { once } from 'node:events';
import { isatty } from 'node:tty';
import spawn from 'cross-spawn';
import { CannotStart, type Ending, endingOf } from './ending.js';
import { CommandGroup, hasGroups } from './group.js';

const passedOn: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** What a terminal sends to all that runs in it: to the command, too. */
const sentByTerminals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGHUP'];

/**
 * Runs a command on the streams of this process, and passes on the signals that this process is sent:
 * once, whoever sends them. Outside of a terminal they go to all that the command started, too; in one
 * the command has to stay in the terminal's own group, to read from it.
 *
 * @throws {CannotStart} when there is no such program
 */
export async function runAttached(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ending> {
  const [program = '', ...args] = command;
  const inTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const detached = hasGroups && !inTerminal;
  const child = spawn(program, args, { stdio: 'inherit', env: environment, detached });
  const group = new CommandGroup(child, detached);
  let told = false;
  const passOn = (signal: NodeJS.Signals) => {
    if (!inTerminal || !sentByTerminals.includes(signal)) {
      told = true;
      group.send(signal);
    }
  };
  for (const signal of passedOn) {
    process.on(signal, passOn);
  }
  try {
    const [code, signal] = await once(child, 'exit');
    if (told) {
      // A command that ends by itself may leave a daemon on purpose; one that was to end may not.
      await group.end();
    }
    return endingOf(code, signal);
  } catch (error) {
    throw new CannotStart(program, error as NodeJS.ErrnoException);
  } finally {
    for (const signal of passedOn) {
      process.off(signal, passOn);
    }
  }
}
