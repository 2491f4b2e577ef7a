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

test.for([
  ['start', false, 1],
  ['start', true, 0],
  ['pretest', false, 0],
] as const)(
  'npm run %s, leader of a group (%s): stops without its parent: %s',
  ([script, leads, stops]) => {
    vi.useFakeTimers();
    vi.stubEnv('npm_lifecycle_event', script);
    vi.spyOn(process, 'ppid', 'get').mockReturnValueOnce(7);
    vi.spyOn(process, 'kill').mockReturnValue(leads as true);
    const print = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => {
      vi.useRealTimers().unstubAllEnvs().restoreAllMocks();
    });

    const { signal } = listen();
    vi.advanceTimersByTime(1_000);

    expect([signal.aborted, print.mock.calls.length]).toEqual([stops === 1, stops]);
  },
);
