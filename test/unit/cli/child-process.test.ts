import { expect, test } from 'vitest';
import { sendSignal } from '../../../src/cli/child-process.js';

test.each([
  ['SIGTERM', null, true, [['taskkill', ['/pid', '7', '/t', '/f']]]],
  ['SIGKILL', null, true, [['taskkill', ['/pid', '7', '/t', '/f']]]],
  [0, null, true, []],
  // Another process may have its number by now.
  ['SIGTERM', 0, false, []],
] as const)(
  'on Windows, %s to a command with the exit code %s ends all that it started: %s',
  (signal, exitCode, isAlive, runs) => {
    const ran: unknown[] = [];
    const runProgram = (...call: unknown[]) => void ran.push(call);

    const found = sendSignal({ pid: 7, exitCode }, false, signal, 'win32', runProgram as never);

    expect([found, ran]).toEqual([isAlive, runs]);
  },
);
