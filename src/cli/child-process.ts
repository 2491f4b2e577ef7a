import type { SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import spawn from 'cross-spawn';
import { inGroup } from '../options/option.js';
import { readTextList, wholeNumber } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import type { RunningSimulator } from '../simulator/node-simulator.js';
import { type Flags, readFlags } from './command.js';
import { getSignalExitCode } from './signals.js';

const variableNames = {
  expected: 'the name of an environment variable, such as API_URL',
  read: (raw: unknown) => {
    const names = readTextList(raw);
    return names?.every((name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) ? names : undefined;
  },
  default: [],
  repeatable: true,
} as const;

/** The flags that name the variables of the command to run, beside those that every command gets. */
export const childFlags = inGroup('Command', {
  env: { flag: '--env <name>', help: 'further variable for the base URL', ...variableNames },
  envKey: { flag: '--env-key <name>', help: 'further variable for the API key', ...variableNames },
});

/** The flags of a command that runs the one behind it several times. */
export const repeatFlags = inGroup('Runs', {
  timeout: {
    flag: '--timeout <seconds>',
    help: 'time limit of a run',
    default: 600,
    ...wholeNumber(1, 86_400),
  },
  parallel: {
    flag: '--parallel <count>',
    help: 'maximum number of runs at a time',
    default: 1,
    ...wholeNumber(1, 64),
  },
});

/**
 * Reads how to run a command with a simulator.
 *
 * @returns creates the environment of the command
 * @throws {UsageError} when there is no command, or a name can't be that of a variable
 */
export function readEnvironment(name: string, flags: Flags, [program]: readonly string[]) {
  if (!program) {
    throw new UsageError(
      `A command to run is required. Add it after --, as in: animal-store ${name} -- npm test`,
    );
  }
  const { env, envKey } = readFlags(childFlags, flags);
  const both = env.find((one) => envKey.includes(one));
  if (both !== undefined) {
    throw new UsageError(`--env and --env-key must name different variables; both name ${both}.`);
  }
  return ({ url, origin, apiKey }: RunningSimulator): NodeJS.ProcessEnv => ({
    ...process.env,
    ANIMAL_STORE_URL: url,
    ANIMAL_STORE_ADMIN_URL: `${origin}/__admin`,
    ANIMAL_STORE_API_KEY: apiKey,
    ...Object.fromEntries(env.map((one) => [one, url])),
    ...Object.fromEntries(envKey.map((one) => [one, apiKey])),
  });
}

function describeMissing(program: string): string {
  if (/[\s$]/.test(program)) {
    return (
      'there is no such program. Pass the command and its arguments as separate words, as in: ' +
      `-- npm test; pass a line for a shell to sh, as in: -- sh -c '${program}'`
    );
  }
  return /[/\\]/.test(program)
    ? `there is no such file in ${process.cwd()}, or its first line names a program that does not ` +
        'exist. Check both.'
    : 'the PATH has no such program. Check its name; run a program of the project with npx, as in: ' +
        `npx ${program}`;
}

/** Why a command can't be started; as in shells, its exit code is 127 without the program, else 126. */
function createStartError(program: string, { code }: NodeJS.ErrnoException): UsageError {
  const name = JSON.stringify(program);
  return code === 'ENOENT'
    ? new UsageError(`${name} can't be run: ${describeMissing(program)}`, 127)
    : new UsageError(`${name} can't be run (${code}). Check that the file is executable.`, 126);
}

interface Exit {
  /** Its exit code; as in shells, 128 plus the signal that ended it. */
  readonly code: number;
  readonly signal: NodeJS.Signals | null;
}

/** Whether a command can have a process group of its own, and end with all that it started. */
const supportsGroups = process.platform !== 'win32';
/** Time between SIGTERM and SIGKILL at the end of a group, in milliseconds. */
const gracePeriod = 2_000;

/** Starts a command; `detached` gives it a group of its own, with all processes that it starts. */
function startCommand([program = '', ...args]: readonly string[], options: SpawnOptions) {
  const child = spawn(program, args, options);
  /** Sends a signal to the whole group; 0 sends none. Returns whether a process of it is alive. */
  const send = (signal: NodeJS.Signals | 0): boolean => {
    if (!options.detached || child.pid === undefined) {
      return child.kill(signal as NodeJS.Signals);
    }
    try {
      return process.kill(-child.pid, signal);
    } catch {
      return false;
    }
  };
  /** Ends the whole group; kills what ignores SIGTERM. */
  const end = async (): Promise<void> => {
    send('SIGTERM');
    for (const deadline = performance.now() + gracePeriod; send(0); await sleep(20)) {
      if (performance.now() > deadline) {
        send('SIGKILL');
        return;
      }
    }
  };
  /** The end of the command itself; rejects with a `UsageError` when the program can't be run. */
  const exited: Promise<Exit> = once(child, 'exit').then(
    ([code, signal]) => ({ code: signal === null ? code : getSignalExitCode(signal), signal }),
    (error) => {
      throw createStartError(program, error);
    },
  );
  return { child, send, end, exited };
}

const forwardedSignals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
/** Time that a command has to end after a signal, in milliseconds; GitHub Actions gives 7,500. */
const killTimeout = 5_000;

/**
 * Runs a command on the streams of this process and forwards its signals: what ignores the first one is
 * killed after a while, or by the second one. Outside a terminal the signals reach all processes of the
 * command. In a terminal the command must stay in the terminal's group to be able to read from it, and
 * the terminal itself sends its signals to all of it.
 *
 * @returns its exit code
 * @throws {UsageError} when the program can't be run
 */
export async function runAttached(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const inTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const detached = supportsGroups && !inTerminal;
  const group = startCommand(command, { stdio: 'inherit', env: environment, detached });
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
    const { code } = await group.exited;
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

/**
 * Runs a command to its end and captures the end of its output.
 *
 * @param timeout in milliseconds
 * @param signal ends the command
 * @throws {UsageError} when the program can't be run
 */
export async function runCaptured(
  command: readonly string[],
  environment: NodeJS.ProcessEnv,
  timeout: number,
  signal: AbortSignal,
): Promise<Exit & { readonly timedOut: boolean; readonly output: string }> {
  const group = startCommand(command, {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: supportsGroups,
  });
  const streams = [group.child.stdout, group.child.stderr];
  let output = '';
  for (const stream of streams) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput);
    });
  }
  const closed = once(group.child, 'close').catch(() => {});
  const late = AbortSignal.timeout(timeout);
  AbortSignal.any([signal, late]).addEventListener('abort', () => group.end());
  // A second signal ends this process at once.
  const kill = () => group.send('SIGKILL');
  process.on('exit', kill);
  try {
    const exit = await group.exited;
    const timedOut = late.aborted;
    // Remaining processes would hold the output open and call a simulator that is gone.
    await group.end();
    await Promise.race([closed, sleep(lateOutputTime, undefined, { ref: false })]);
    // A process that left the group may hold them open.
    for (const stream of streams) {
      stream?.destroy();
    }
    return { ...exit, timedOut, output };
  } finally {
    process.off('exit', kill);
  }
}
