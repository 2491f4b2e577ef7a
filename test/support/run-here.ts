import { vi } from 'vitest';
import { run } from '../../src/cli/main.js';

/** Does in this process what a command does, and returns its exit code and what it prints. */
export async function capture(act: () => Promise<unknown>) {
  const printed = { stdout: '', stderr: '' };
  const record =
    (stream: keyof typeof printed, end = '') =>
    (text: unknown, onWritten?: unknown) => {
      printed[stream] += `${text}${end}`;
      if (typeof onWritten === 'function') {
        onWritten();
      }
      return true;
    };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(record('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(record('stderr')),
    vi.spyOn(console, 'log').mockImplementation(record('stdout', '\n')),
    vi.spyOn(console, 'error').mockImplementation(record('stderr', '\n')),
    // Signals and the end of the process are for the test runner.
    vi.spyOn(process, 'on').mockReturnValue(process),
    vi.spyOn(process, 'exit').mockReturnValue(undefined as never),
  ];
  const { exitCode } = process;
  process.exitCode = undefined;
  try {
    await act();
    return { code: Number(process.exitCode ?? 0), ...printed };
  } finally {
    process.exitCode = exitCode;
    for (const spy of spies) {
      spy.mockRestore();
    }
  }
}

/** Runs the command in this process. */
export const runHere = (...args: readonly string[]) => capture(() => run(args));
