import { expect, onTestFinished } from 'vitest';

/**
 * Writes a Node.js script that leaves a process behind, which heeds or ignores SIGTERM. When it runs, the
 * script continues with `then`, where `pid` is that process.
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

/** Whether a process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A killed process exists until its parent collects it. */
export async function expectEndOf(pid: number): Promise<void> {
  await expect.poll(() => isAlive(pid)).toBe(false);
}

/** Kills a process at the end of the test, if it still exists. */
export function endWithTest(pid: number): void {
  onTestFinished(() => {
    if (isAlive(pid)) {
      process.kill(pid, 'SIGKILL');
    }
  });
}
