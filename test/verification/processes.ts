import { readFileSync } from 'node:fs';

/** Only there does /proc tell of processes. */
export const onLinux = process.platform === 'linux';

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};

/** The processes that a process has started, and those that they have started. */
export function descendantsOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

/** One that has ended and that nobody has asked about is not running any more. */
export function isRunning(pid: number): boolean {
  const state = /^State:\s+(\w)/m.exec(read(`/proc/${pid}/status`))?.[1];
  return state !== undefined && state !== 'Z';
}
