import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import spawn from 'cross-spawn';
import { CommandStartError } from './command-start-error.js';
import { createExit, type Exit, ProcessGroup, supportsGroups } from './process-group.js';

const forwardedSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** A terminal sends these to all its processes, so the command has received them already. */
const terminalSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGHUP'];

/**
 * Runs a command on the streams of this process and forwards its signals, each of them once. Outside
 * a terminal the signals reach all processes of the command. In a terminal the command must stay in
 * the terminal's group to be able to read from it.
 *
 * @throws {CommandStartError} when the program can't be run
 */
export async function runAttached(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Exit> {
  const [program = '', ...args] = command;
  const inTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const detached = supportsGroups && !inTerminal;
  const child = spawn(program, args, { stdio: 'inherit', env: environment, detached });
  const group = new ProcessGroup(child, detached);
  let forwarded = false;
  const forward = (signal: NodeJS.Signals) => {
    if (!inTerminal || !terminalSignals.includes(signal)) {
      forwarded = true;
      group.send(signal);
    }
  };
  for (const signal of forwardedSignals) {
    process.on(signal, forward);
  }
  try {
    const [code, signal] = await once(child, 'exit');
    if (forwarded) {
      // A command that ends by itself may leave a daemon behind; one that was stopped may not.
      await group.end();
    }
    return createExit(code, signal);
  } catch (error) {
    throw new CommandStartError(program, error as NodeJS.ErrnoException);
  } finally {
    for (const signal of forwardedSignals) {
      process.off(signal, forward);
    }
  }
}

/** Bytes of output to keep. */
const maxOutput = 256 * 1024;

/** The end of an output: a long one must not fill the memory. */
export class OutputTail {
  #chunks: Buffer[] = [];
  #length = 0;
  #isCut = false;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    // Not at every chunk: there may be very many small ones.
    if (this.#length > 2 * maxOutput) {
      this.#cut();
    }
  }

  text(): string {
    this.#cut();
    const text = Buffer.concat(this.#chunks).toString('utf8');
    // The first line is incomplete.
    return this.#isCut ? text.slice(text.indexOf('\n') + 1) : text;
  }

  #cut(): void {
    if (this.#length > maxOutput) {
      this.#chunks = [Buffer.concat(this.#chunks).subarray(-maxOutput)];
      this.#length = maxOutput;
      this.#isCut = true;
    }
  }
}

/** Time that output may still arrive after the command ended, in milliseconds. */
const lateOutputTime = 500;

export interface CapturedExit extends Exit {
  readonly timedOut: boolean;
  /** The end of both streams. */
  readonly output: string;
}

export interface CaptureOptions {
  readonly environment: NodeJS.ProcessEnv;
  /** Time limit in milliseconds. */
  readonly timeout: number;
  /** Ends the command. */
  readonly signal: AbortSignal;
  /** Kills the command. */
  readonly killSignal: AbortSignal;
}

/**
 * Runs a command to its end and captures its output.
 *
 * @throws {CommandStartError} when the program can't be run
 */
export async function runCaptured(
  command: readonly string[],
  { environment, timeout, signal, killSignal }: CaptureOptions,
): Promise<CapturedExit> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: supportsGroups,
  });
  const group = new ProcessGroup(child, supportsGroups);
  const tail = new OutputTail();
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
    // Remaining processes would hold the output open and call a simulator that is gone.
    await group.end();
    await Promise.race([closed, sleep(lateOutputTime, undefined, { ref: false })]);
    // A process that left the group may hold them open.
    child.stdout?.destroy();
    child.stderr?.destroy();
    return { ...createExit(code, endedBy), timedOut, output: tail.text() };
  } catch (error) {
    throw new CommandStartError(program, error as NodeJS.ErrnoException);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    killSignal.removeEventListener('abort', kill);
  }
}
