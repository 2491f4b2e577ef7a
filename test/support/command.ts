import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The built command, as users run it. */
export const command = fileURLToPath(new URL('../../dist/main.cjs', import.meta.url));

/** A run of the command. */
export type Run = ReturnType<typeof run>;

export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
}

/** Runs the command; it is ended with the test at the latest. */
export function run(args: readonly string[], { environment, folder }: RunOptions = {}) {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  /** The first line of standard output. */
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (stdout.includes('\n')) {
        resolve(stdout.split('\n')[0] ?? '');
      }
    });
    child.once('close', () => reject(new Error(`It ended before it was ready: ${stderr}`)));
  });
  // A test that waits for the end only must not fail without a ready line.
  ready.catch(() => {});
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const finished = once(child, 'close').then(([code]) => ({ code, stdout, stderr }));
  return { child, ready, finished };
}

/** Starts the command on a free port and returns its URL. */
export async function start(args: readonly string[] = [], options?: RunOptions) {
  const running = run(['start', '--port', '0', ...args], options);
  const line = await running.ready;
  const url = /https?:\/\/\S+\/v1/.exec(line)?.[0] ?? '';
  return { ...running, url };
}

export const withKey = { headers: { Authorization: 'Bearer test-key' } };
