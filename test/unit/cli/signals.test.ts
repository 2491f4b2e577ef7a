import { expect, onTestFinished, test, vi } from 'vitest';
import { abortOnSignals } from '../../../src/cli/signals.js';

/** Receives signals as the process does, without what the test runner does with them. */
function listen() {
  const { exitCode } = process;
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  onTestFinished(() => {
    exit.mockRestore();
    process.exitCode = exitCode;
  });
  const signal = abortOnSignals();
  const handlers = new Map(on.mock.calls as [string, () => void][]);
  on.mockRestore();
  return { signal, exit, send: (name: string) => handlers.get(name)?.() };
}

test.for([
  ['SIGINT', 'SIGINT', 130, 130],
  ['SIGTERM', 'SIGTERM', 143, 143],
  ['SIGINT', 'SIGTERM', 130, 143],
  ['SIGHUP', 'SIGINT', 129, 130],
  // A terminal that closes sends it twice.
  ['SIGHUP', 'SIGHUP', 129, undefined],
] as const)('%s stops, and a further %s ends at once', ([one, other, stopped, ended]) => {
  const { signal, exit, send } = listen();

  send(one);
  expect([signal.aborted, process.exitCode, exit.mock.calls]).toEqual([true, stopped, []]);
  send(other);

  expect(exit.mock.calls).toEqual(ended === undefined ? [] : [[ended]]);
});
