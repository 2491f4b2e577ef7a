import { expect, onTestFinished } from 'vitest';

/**
 * A script of Node.js that starts a process with no streams but its own, which heeds SIGTERM or
 * doesn't; when that is up, it goes on with `then`, where `pid` is that process.
 */
export function leavingBehind(then: string, { heeds }: { readonly heeds: boolean }): string {
  const left = `
    ${heeds ? '' : "process.on('SIGTERM', () => {});"}
    setTimeout(() => {}, 60_000);
    process.send('up');
    process.disconnect();
  `;
  return `
    const { spawn } = process.getBuiltinModule('node:child_process');
    const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
    const left = spawn(process.execPath, ['-e', ${JSON.stringify(left)}], { stdio });
    left.unref();
    left.once('message', () => {
      const { pid } = left;
      ${then}
    });
  `;
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A process that was killed is there until it is collected, which isn't for us to do. */
export async function expectEndOf(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid)).toBe(false);
}

/** Ends a process with the test, when it is there still. */
export function endWithTest(pid: number): void {
  onTestFinished(() => {
    if (isAlive(pid)) {
      process.kill(pid, 'SIGKILL');
    }
  });
}
