import { type ChildProcess, type SpawnOptions, spawnSync } from 'node:child_process';
import { addAbortListener, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import spawn from 'cross-spawn';
import { createNoProxy } from '../base/no-proxy.js';
import { attempt } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';
import { defineOptions } from '../options/option.js';
import { readTexts, splitList } from '../options/readers.js';
import type { RunningSimulator } from '../simulator/node-simulator.js';
import { type Flags, readFlags } from './command.js';
import { createRepeatCheck, getSignalExitCode } from './signals.js';

const variableNames = readTexts(
  'the name of an environment variable, such as API_URL',
  /^[A-Za-z_][A-Za-z0-9_]*$/,
  splitList,
);

/** True where process groups exist (not on Windows): the command and its children end together. */
const supportsGroups = process.platform !== 'win32';

/** Time between SIGTERM and SIGKILL at the end of a group, in milliseconds. */
const gracePeriod = 2_000;

/** Shell script that ends the process or group `$1` when its input ends, which is when this process has ended. */
const endOrphans = `read -r _ || { kill -s TERM -- "$1"; sleep ${gracePeriod / 1_000}; kill -s KILL -- "$1"; }`;

/**
 * Sends a signal to a command, or to its group; 0 sends none. Returns whether a process was there. On Windows, any
 * signal kills the command with all that it started.
 */
export function sendSignal(
  { pid, exitCode }: Pick<ChildProcess, 'pid' | 'exitCode'>,
  isGroup: unknown,
  signal: NodeJS.Signals | 0,
  platform = process.platform,
  runProgram: typeof spawnSync = spawnSync,
): boolean {
  if (platform !== 'win32') {
    return attempt(() => process.kill(Number(pid) * (isGroup ? -1 : 1), signal)) ?? false;
  }
  const isAlive = pid !== undefined && exitCode === null;
  if (isAlive && signal !== 0) {
    runProgram('taskkill', ['/pid', `${pid}`, '/t', '/f']);
  }
  return isAlive;
}

/** The flags that name the variables of the command to run, beside those that every command gets. */
export const childFlags = defineOptions('Command', {
  env: { flag: '--env <name>', help: 'further variable for the base URL', ...variableNames },
  envKey: { flag: '--env-key <name>', help: 'further variable for the API key', ...variableNames },
});

/** Checks that there is a command to run; returns what starts it with the URLs and the key of a simulator. */
export function prepareChild(name: string, flags: Flags, words: readonly string[]) {
  const [program, ...args] = words;
  if (!program) {
    throw new UsageError(
      `A command to run is required. Add it after --, as in: animal-store ${name} -- npm test`,
    );
  }
  const { env, envKey } = readFlags(childFlags, flags);
  /** With `detached`, the command has a group of its own, with all processes that it starts. */
  return ({ url, origin, apiKey }: RunningSimulator, options: SpawnOptions) => {
    const environment = {
      ...process.env,
      ...createNoProxy('localhost', new URL(url).hostname.replace(/^\[|\]$/g, '')),
      ANIMAL_STORE_URL: url,
      ANIMAL_STORE_ADMIN_URL: `${origin}/__admin`,
      ANIMAL_STORE_API_KEY: apiKey,
      ...Object.fromEntries(env.map((one) => [one, url])),
      ...Object.fromEntries(envKey.map((one) => [one, apiKey])),
    };
    const child = spawn(program, args, { ...options, env: environment });
    const { detached } = options;
    if (supportsGroups && child.pid !== undefined) {
      const target = detached ? -child.pid : child.pid;
      // In a session of its own, it survives the signals of this group.
      const watch: SpawnOptions = { stdio: ['pipe', 'ignore', 'ignore'], detached: true };
      const watcher = spawn('sh', ['-c', endOrphans, 'sh', String(target)], watch);
      watcher.on('error', () => {});
      child.once('exit', () => watcher.kill('SIGKILL'));
    }
    const send = (signal: NodeJS.Signals | 0) => sendSignal(child, detached, signal);
    /** Ends the whole group; kills what ignores SIGTERM. */
    const end = async (): Promise<void> => {
      send('SIGTERM');
      const deadline = performance.now() + gracePeriod;
      while (send(0) && performance.now() < deadline) {
        await sleep(20);
      }
      send('SIGKILL');
    };
    /** The end of the command itself: its exit code, and the signal that ended it. */
    const exited = once(child, 'exit').then(
      ([code, signal]) => ({
        code: Number(signal === null ? code : getSignalExitCode(signal)),
        signal: signal as NodeJS.Signals | null,
      }),
      ({ code }) => {
        if (/^(?:EMFILE|ENFILE|EAGAIN)$/.test(code)) {
          throw new UsageError(
            `${JSON.stringify(program)} can't be started (${code}): too many files or processes are open. ` +
              'Close some, or raise the limits (ulimit -n, ulimit -u).',
          );
        }
        throw new UsageError(
          `${JSON.stringify(program)} can't be run (${code}): there is no such program, or it is not executable. ` +
            'Check its name. Run a program of the project with npx, pass arguments as separate words, and ' +
            "pass a shell command to sh -c '…'.",
          127,
        );
      },
    );
    return { child, send, end, exited };
  };
}

export type StartChild = ReturnType<typeof prepareChild>;

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;
/** Time that a command has to end after a signal, in milliseconds; GitHub Actions gives 7,500. */
const killTimeout = 5_000;

/**
 * Runs a command on the streams of this process and returns its exit code. Forwards signals: what ignores the
 * first one is killed after a while, or by the second one. Outside a terminal they reach all processes of the
 * command. In a terminal the command must stay in the terminal's group to be able to read from it, and the
 * terminal itself sends its signals to all of it.
 */
export async function runAttached(start: StartChild, simulator: RunningSimulator): Promise<number> {
  // A console of Windows sends its events to all its processes, in CI too.
  const inTerminal = !supportsGroups || [0, 1, 2].some((descriptor) => isatty(descriptor));
  const detached = !inTerminal;
  const group = start(simulator, { stdio: 'inherit', detached });
  const isRepeated = createRepeatCheck();
  let killing: NodeJS.Timeout | undefined;
  const forward = (signal: NodeJS.Signals) => {
    if (inTerminal && signal !== 'SIGTERM') {
      // An interactive command, such as a shell, lives on after Ctrl-C.
      return;
    }
    const isFurther = isRepeated();
    if (killing === undefined || isFurther) {
      group.send(killing === undefined ? signal : 'SIGKILL');
    }
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

/** Runs a command until its end, a signal or a time limit in milliseconds, and captures the end of its output. */
export async function runCaptured(
  start: StartChild,
  simulator: RunningSimulator,
  timeout: number,
  signal: AbortSignal,
) {
  const group = start(simulator, { stdio: ['ignore', 'pipe', 'pipe'], detached: supportsGroups });
  const { stdout, stderr } = group.child;
  let output = '';
  for (const stream of [stdout, stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-maxOutput);
    });
  }
  const closed = once(group.child, 'close').catch(() => {});
  const late = AbortSignal.timeout(timeout);
  addAbortListener(AbortSignal.any([signal, late]), () => group.end());
  const exit = await group.exited;
  const timedOut = late.aborted;
  // Remaining processes would hold the output open and call a simulator that is gone.
  await group.end();
  // A process outside the group may keep the pipe open.
  await Promise.race([closed, sleep(500, undefined, { ref: false })]);
  stdout?.destroy();
  stderr?.destroy();
  return { ...exit, timedOut, output };
}
