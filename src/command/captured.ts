import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import spawn from 'cross-spawn';
import { CannotStart, type Ending, endingOf } from './ending.js';
import { Tail } from './tail.js';

/** How long a command that is to end may take to tidy up, in milliseconds. */
const grace = 2_000;
/** How long output may still come when the command is over, in milliseconds. */
const lateOutput = 500;

/** A run that is over, and what it printed. */
export interface Captured extends Ending {
  readonly timedOut: boolean;
  /** The last of what it printed, on both streams. */
  readonly output: string;
}

export interface CapturedOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds that the run may take. */
  readonly timeout: number;
  /** Ends the run. */
  readonly signal: AbortSignal;
}

/** A group of its own, where there are such: what the command started is ended with it. */
const detached = process.platform !== 'win32';

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  if (!detached || child.pid === undefined) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nobody of the group is left.
  }
}

/**
 * Runs a command to its end and keeps what it prints.
 *
 * @throws {CannotStart} when there is no such program
 */
export async function runCaptured(
  command: readonly string[],
  { environment, timeout, signal }: CapturedOptions,
): Promise<Captured> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  const tail = new Tail();
  child.stdout?.on('data', (chunk) => tail.add(chunk));
  child.stderr?.on('data', (chunk) => tail.add(chunk));
  const closed = once(child, 'close').catch(() => {});
  let timedOut = false;
  let killer: NodeJS.Timeout | undefined;
  const end = () => {
    kill(child, 'SIGTERM');
    killer ??= setTimeout(() => kill(child, 'SIGKILL'), grace);
  };
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeout);
  signal.addEventListener('abort', end);
  try {
    const [code, endedBy] = await once(child, 'exit');
    // What it left behind would hold its output open, and go on with a simulator that is gone.
    kill(child, 'SIGTERM');
    await settled(closed, child);
    return { ...endingOf(code, endedBy), timedOut, output: tail.text() };
  } catch (error) {
    throw new CannotStart(program, error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
    clearTimeout(killer);
    signal.removeEventListener('abort', end);
  }
}

/** Waits for the last output, and not for what survives all of that. */
async function settled(closed: Promise<unknown>, child: ChildProcess): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    late = setTimeout(() => {
      kill(child, 'SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve();
    }, lateOutput);
  });
  await Promise.race([closed, over]);
  clearTimeout(late);
}
