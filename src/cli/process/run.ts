import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import spawn from 'cross-spawn';
import { CommandStartError } from './command-start-error.js';
import { createExit, type Exit, ProcessGroup, supportsGroups } from './process-group.js';

export const forwardedSignals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
];
/** Time that a command has to end after a signal, in milliseconds; GitHub Actions gives 7,500. */
const killTimeout = 5_000;
/** A terminal sends these to all its processes, so the command has received them already. */
const terminalSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGHUP', 'SIGQUIT'];

/**
 * Forwards signals of this process to a command. What ignores the first one is killed after a while,
 * or by the second one.
 */
class SignalForwarder {
  readonly #group: ProcessGroup;
  readonly #inTerminal: boolean;
  #killing: NodeJS.Timeout | undefined;

  constructor(group: ProcessGroup, inTerminal: boolean) {
    this.#group = group;
    this.#inTerminal = inTerminal;
    for (const signal of forwardedSignals) {
      process.on(signal, this.#forward);
    }
  }

  /** Whether a signal was forwarded. */
  get forwarded(): boolean {
    return this.#killing !== undefined;
  }

  stop(): void {
    clearTimeout(this.#killing);
    for (const signal of forwardedSignals) {
      process.off(signal, this.#forward);
    }
  }

  readonly #forward = (signal: NodeJS.Signals) => {
    if (this.#inTerminal && terminalSignals.includes(signal)) {
      // An interactive command, such as a shell, lives on after Ctrl-C.
      return;
    }
    if (this.forwarded) {
      this.#group.send('SIGKILL');
      return;
    }
    this.#group.send(signal);
    this.#killing = setTimeout(() => this.#group.send('SIGKILL'), killTimeout);
  };
}

/**
 * Runs a command on the streams of this process and forwards its signals. Outside a terminal the
 * signals reach all processes of the command. In a terminal the command must stay in the terminal's
 * group to be able to read from it.
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
  const forwarder = new SignalForwarder(group, inTerminal);
  try {
    const [code, signal] = await once(child, 'exit');
    if (forwarder.forwarded) {
      // A command that ends by itself may leave a daemon behind; one that was stopped may not.
      await group.end();
    }
    return createExit(code, signal);
  } catch (error) {
    throw new CommandStartError(program, error as NodeJS.ErrnoException);
  } finally {
    forwarder.stop();
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
