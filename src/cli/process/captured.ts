import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import spawn from 'cross-spawn';
import { CannotStart, type Ending, endingOf } from './ending.js';
import { CommandGroup, hasGroups } from './group.js';

/** So many bytes are kept. */
const most = 256 * 1024;

/** The last of what was printed; a long output doesn't fill the memory. */
export class Tail {
  #chunks: Buffer[] = [];
  #length = 0;
  #cut = false;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length - (this.#chunks[0]?.length ?? 0) >= most) {
      this.#length -= this.#chunks.shift()?.length ?? 0;
      this.#cut = true;
    }
  }

  text(): string {
    const text = Buffer.concat(this.#chunks).toString('utf8');
    // The first line isn't whole.
    return this.#cut ? text.slice(text.indexOf('\n') + 1) : text;
  }
}

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
  /** Ends it at once, with no time to tidy up. */
  readonly killSignal: AbortSignal;
}

/**
 * Runs a command to its end and keeps what it prints.
 *
 * @throws {CannotStart} when there is no such program
 */
export async function runCaptured(
  command: readonly string[],
  { environment, timeout, signal, killSignal }: CapturedOptions,
): Promise<Captured> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasGroups,
  });
  const group = new CommandGroup(child, hasGroups);
  const tail = new Tail();
  child.stdout?.on('data', (chunk) => tail.add(chunk));
  child.stderr?.on('data', (chunk) => tail.add(chunk));
  const closed = once(child, 'close').catch(() => {});
  let timedOut = false;
  const end = () => void group.end();
  const kill = () => void group.send('SIGKILL');
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeout);
  signal.addEventListener('abort', end);
  killSignal.addEventListener('abort', kill);
  try {
    const [code, endedBy] = await once(child, 'exit');
    clearTimeout(timer);
    // What it left behind would hold its output open, and go on with a simulator that is gone.
    await group.end();
    await settled(closed, child);
    return { ...endingOf(code, endedBy), timedOut, output: tail.text() };
  } catch (error) {
    throw new CannotStart(program, error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    killSignal.removeEventListener('abort', kill);
  }
}

/** Waits for the last output, and not for who has left the group and holds the output open. */
async function settled(closed: Promise<unknown>, child: ChildProcess): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    late = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      resolve();
    }, lateOutput);
  });
  await Promise.race([closed, over]);
  clearTimeout(late);
}
