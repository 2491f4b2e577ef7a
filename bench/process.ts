/** Processes that are measured: each runs on a processor of its own where the system can do that. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** How long a server may take until it listens, in milliseconds. */
const startTimeout = 60_000;
/** Clock ticks per second in `/proc`, on all systems that have it. */
const ticks = 100;

function canPin(): boolean {
  try {
    execFileSync('taskset', ['-cp', String(process.pid)], { stdio: 'ignore' });
    return availableParallelism() > 1;
  } catch {
    return false;
  }
}

/** Whether the server has the first processor and the load has the second one. */
export const isPinned = canPin();

/** Moves this process, which makes the load, away from the servers. */
export function pinSelf(): void {
  if (isPinned) {
    execFileSync('taskset', ['-acp', '1', String(process.pid)], { stdio: 'ignore' });
  }
}

/** The processes that a process has started, itself included: some commands only start another. */
function listTree(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.split(' ').filter(Boolean).map(Number).flatMap(listTree)];
}

function sumTree(pid: number, read: (pid: number) => number): number {
  try {
    return listTree(pid).reduce((sum, one) => sum + read(one), 0);
  } catch {
    return Number.NaN;
  }
}

function readCpu(pid: number): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13).map(Number);
  return ((user as number) + (system as number)) / ticks;
}

function readMemory(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

export interface RunningProcess {
  readonly port: number;
  /** Seconds of CPU time, user and system; NaN where the system doesn't tell. */
  cpu(): number;
  /** Resident memory in MiB; NaN where the system doesn't tell. */
  memory(): number;
  /** Empties the log. */
  forgetLog(): void;
  stop(): Promise<void>;
}

async function isListening(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a server; it listens when the promise resolves. Its log goes to a file.
 *
 * @param port that it was told to use; without one, it prints the port
 */
export async function startProcess(
  command: readonly string[],
  port?: number,
): Promise<RunningProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'animal-store-bench-'));
  const log = join(folder, 'log');
  const output = openSync(log, 'a');
  const [program = '', ...args] = isPinned ? ['taskset', '-c', '0', ...command] : command;
  const child = spawn(program, args, { stdio: ['ignore', output, output], cwd: folder });
  closeSync(output);
  const ended = once(child, 'exit').finally(() => rmSync(folder, { recursive: true }));
  const pid = child.pid as number;
  const deadline = performance.now() + startTimeout;
  let found: number | undefined;
  while (found === undefined) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${command.join(' ')} does not listen: ${readFileSync(log, 'utf8')}`);
    }
    const printed = /http:\/\/127\.0\.0\.1:(\d+)/.exec(readFileSync(log, 'utf8'))?.[1];
    if (port === undefined) {
      found = printed === undefined ? undefined : Number(printed);
    } else if (await isListening(port)) {
      found = port;
    }
    if (found === undefined) {
      await wait(1);
    }
  }
  return {
    port: found,
    cpu: () => sumTree(pid, readCpu),
    memory: () => sumTree(pid, readMemory),
    forgetLog: () => truncateSync(log),
    stop: async () => {
      child.kill();
      const killed = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(killed);
    },
  };
}
