import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import spawn from 'cross-spawn';
import { UsageError } from '../options/usage-error.js';
import { getSignalExitCode } from './signals.js';

function describeMissing(program: string): string {
  if (/[\s$]/.test(program)) {
    return (
      'there is no such program. Pass the command and its arguments as separate words, as in: ' +
      `-- npm test; pass a line for a shell to sh, as in: -- sh -c '${program}'`
    );
  }
  if (/[/\\]/.test(program)) {
    return (
      `there is no such file in ${process.cwd()}, or its first line names a program that does not ` +
      'exist. Check both.'
    );
  }
  return (
    'the PATH has no such program. Check its name; run a program of the project with npx, as in: ' +
    `npx ${program}`
  );
}

/**
 * Whether the program does not exist. A folder of the PATH that can't be read also ends in EACCES;
 * shells skip such a folder.
 */
function isMissing(program: string, code: string | undefined): boolean {
  if (code !== 'EACCES' || /[/\\]/.test(program)) {
    return code === 'ENOENT';
  }
  const folders = (process.env.PATH ?? '').split(delimiter);
  return !folders.some((folder) => existsSync(join(folder, program)));
}

/** The command of `exec` or `matrix` could not be started. */
export class CommandStartError extends UsageError {
  /** As in shells: 127 when there is no such program, 126 when it can't be run. */
  readonly exitCode: 126 | 127;

  constructor(program: string, { code }: NodeJS.ErrnoException) {
    const missing = isMissing(program, code);
    const name = JSON.stringify(program);
    super(
      missing
        ? `${name} can't be run: ${describeMissing(program)}`
        : `${name} can't be run (${code}). Check that the file is executable.`,
    );
    this.exitCode = missing ? 127 : 126;
  }
}

/** Whether a command can have a process group of its own, and end with all that it started. */
const supportsGroups = process.platform !== 'win32';
/** Time between SIGTERM and SIGKILL at the end of a group, in milliseconds. */
const gracePeriod = 2_000;

/** A command, with all processes that it started when it has a group of its own. */
class ProcessGroup {
  readonly #child: ChildProcess;
  readonly #ownsGroup: boolean;
  #ending: Promise<void> | undefined;

  constructor(child: ChildProcess, ownsGroup: boolean) {
    this.#child = child;
    this.#ownsGroup = ownsGroup;
  }

  /**
   * Sends a signal to the whole group; 0 sends none.
   *
   * @returns whether a process of the group is alive
   */
  send(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.#child;
    if (!this.#ownsGroup || pid === undefined) {
      return this.#child.kill(signal as NodeJS.Signals);
    }
    try {
      return process.kill(-pid, signal);
    } catch {
      return false;
    }
  }

  /** Ends the whole group; kills what ignores SIGTERM. */
  end(): Promise<void> {
    this.#ending ??= this.#end();
    return this.#ending;
  }

  async #end(): Promise<void> {
    this.send('SIGTERM');
    const deadline = performance.now() + gracePeriod;
    while (this.send(0)) {
      if (performance.now() > deadline) {
        this.send('SIGKILL');
        return;
      }
      await sleep(20);
    }
  }

  /**
   * Waits for the end of the command itself.
   *
   * @throws {CommandStartError} when the program can't be run
   */
  async waitForExit(program: string): Promise<Exit> {
    try {
      const [code, signal] = await once(this.#child, 'exit');
      return signal === null
        ? { code: code ?? 1, signal: undefined }
        : { code: getSignalExitCode(signal), signal };
    } catch (error) {
      throw new CommandStartError(program, error as NodeJS.ErrnoException);
    }
  }
}

interface Exit {
  /** Its exit code; as in shells, 128 plus the signal that ended it. */
  readonly code: number;
  readonly signal: NodeJS.Signals | undefined;
}

export const forwardedSignals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
];
/** Time that a command has to end after a signal, in milliseconds; GitHub Actions gives 7,500. */
const killTimeout = 5_000;

/**
 * Runs a command on the streams of this process and forwards its signals: what ignores the first one is
 * killed after a while, or by the second one. Outside a terminal the signals reach all processes of the
 * command. In a terminal the command must stay in the terminal's group to be able to read from it, and
 * the terminal itself sends its signals to all of it.
 *
 * @returns its exit code
 * @throws {CommandStartError} when the program can't be run
 */
export async function runAttached(
  [program = '', ...args]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const inTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const detached = supportsGroups && !inTerminal;
  const child = spawn(program, args, { stdio: 'inherit', env: environment, detached });
  const group = new ProcessGroup(child, detached);
  let killing: NodeJS.Timeout | undefined;
  const forward = (signal: NodeJS.Signals) => {
    if (inTerminal && signal !== 'SIGTERM') {
      // An interactive command, such as a shell, lives on after Ctrl-C.
      return;
    }
    group.send(killing === undefined ? signal : 'SIGKILL');
    killing ??= setTimeout(() => group.send('SIGKILL'), killTimeout);
  };
  for (const signal of forwardedSignals) {
    process.on(signal, forward);
  }
  try {
    const { code } = await group.waitForExit(program);
    if (killing !== undefined) {
      // A command that ends by itself may leave a daemon behind; one that was stopped may not.
      await group.end();
    }
    return code;
  } finally {
    clearTimeout(killing);
    for (const signal of forwardedSignals) {
      process.off(signal, forward);
    }
  }
}

/** Number of characters of output to keep. */
const maxOutput = 256 * 1024;
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
  [program = '', ...args]: readonly string[],
  { environment, timeout, signal, killSignal }: CaptureOptions,
): Promise<CapturedExit> {
  const child = spawn(program, args, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: supportsGroups,
  });
  const group = new ProcessGroup(child, supportsGroups);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput);
    });
  }
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
    const exit = await group.waitForExit(program);
    clearTimeout(timer);
    // Remaining processes would hold the output open and call a simulator that is gone.
    await group.end();
    await Promise.race([closed, sleep(lateOutputTime, undefined, { ref: false })]);
    // A process that left the group may hold them open.
    child.stdout?.destroy();
    child.stderr?.destroy();
    return { ...exit, timedOut, output };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    killSignal.removeEventListener('abort', kill);
  }
}
