import { once } from 'node:events';
import { isatty } from 'node:tty';
import spawn from 'cross-spawn';
import { CannotStart, type Ending, endingOf } from './ending.js';

const passedOn: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** What a terminal sends to all that runs in it: to the command, too. */
const sentByTerminals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGHUP'];

/**
 * Runs a command that shares the terminal, and is sent the signals that this process is sent: once,
 * whoever sends them.
 *
 * @throws {CannotStart} when there is no such program
 */
export async function runAttached(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Ending> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: 'inherit', env: environment });
  const inTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const passOn = (signal: NodeJS.Signals) => {
    if (!inTerminal || !sentByTerminals.includes(signal)) {
      child.kill(signal);
    }
  };
  for (const signal of passedOn) {
    process.on(signal, passOn);
  }
  try {
    const [code, signal] = await once(child, 'exit');
    return endingOf(code, signal);
  } catch (error) {
    throw new CannotStart(program, error as NodeJS.ErrnoException);
  } finally {
    for (const signal of passedOn) {
      process.off(signal, passOn);
    }
  }
}
