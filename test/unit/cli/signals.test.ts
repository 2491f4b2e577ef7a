import { expect, onTestFinished, test, vi } from 'vitest';
import { runAttached } from '../../../src/cli/child-process.js';
import { command as learnCommand } from '../../../src/cli/learn.js';
import { abortOnSignals } from '../../../src/cli/signals.js';
import { openHttp } from '../../support/open-http.js';

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
  ['SIGUSR2', 'SIGUSR2', 140, 140],
  // A terminal that closes sends it twice.
  ['SIGHUP', 'SIGHUP', 129, undefined],
] as const)('%s stops, and a further %s ends at once', ([one, other, stopped, ended]) => {
  const { signal, exit, send } = listen();

  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());

  send(one);
  // A process manager signals again what its terminal has signalled.
  vi.advanceTimersByTime(500);
  send(other);
  expect([signal.aborted, process.exitCode, exit.mock.calls]).toEqual([true, stopped, []]);
  vi.advanceTimersByTime(1);
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
    onTestFinished(() => void vi.useRealTimers().restoreAllMocks());

    const { signal } = listen();
    vi.advanceTimersByTime(1_000);

    expect([signal.aborted, print.mock.calls.length]).toEqual([stops === 1, stops]);
  },
);

test('exec forwards the signals of half a second as one, and kills with a further one', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  onTestFinished(() => on.mockRestore());
  const sent: unknown[] = [];
  let exit = (_: object) => {};
  const exited = new Promise<object>((resolve) => {
    exit = resolve;
  });
  const group = { send: (signal: string) => sent.push(signal), end: async () => {}, exited };

  const code = runAttached(() => group as never, {} as never);
  const handlers = new Map(on.mock.calls as [string, (signal: string) => void][]);
  for (const wait of [0, 500, 1]) {
    vi.advanceTimersByTime(wait);
    handlers.get('SIGTERM')?.('SIGTERM');
  }
  exit({ code: 7, signal: null });

  expect(await code).toBe(7);
  expect(sent).toEqual(['SIGTERM', 'SIGKILL']);
});

test('learn that is stopped ends with the code of the signal', async () => {
  const { exitCode } = process;
  const on = vi.spyOn(process, 'on').mockReturnValue(process);
  onTestFinished(() => {
    on.mockRestore();
    process.exitCode = exitCode;
  });
  const url = await openHttp(() => on.mock.calls.find(([name]) => name === 'SIGINT')?.[1]());

  await expect(learnCommand.run({ url, apiKey: 'a' }, [])).rejects.toMatchObject({
    exitCode: 130,
    message: expect.stringContaining('it was stopped (SIGINT)'),
  });
});
