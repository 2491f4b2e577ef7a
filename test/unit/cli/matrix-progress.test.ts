import { expect, test } from 'vitest';
import { showMatrixProgress } from '../../../src/cli/matrix.js';
import type { RunResult } from '../../../src/matrix/run.js';

const createResult = (passed: boolean): RunResult => ({
  passed,
  exit: 'exit code 1',
  output: '',
  exchanges: 1,
  used: [],
});

/** Writes the progress of two runs, one that passes and one that fails, to a stream. */
function show(stream: { readonly isTTY?: boolean; readonly columns?: number }): string {
  let text = '';
  const write = (part: string) => {
    text += part;
    return true;
  };
  const progress = showMatrixProgress({ ...stream, write } as NodeJS.WriteStream);
  progress.onStart('profile default', 1, 17);
  progress.onEnd('profile default', createResult(true), 1, 17);
  progress.onStart('profile strict', 2, 17);
  progress.onEnd('profile strict', createResult(false), 2, 17);
  return text;
}

test('prints a line for each run outside a terminal', () => {
  expect(show({})).toBe('1 of 17  profile default: passed\n2 of 17  profile strict: exit code 1\n');
});

test('overwrites one line in a terminal, but keeps failures', () => {
  const clear = '\r\u001b[K';

  expect(show({ isTTY: true })).toBe(
    `${clear}1 of 17  profile default${clear}${clear}2 of 17  profile strict` +
      `${clear}2 of 17  profile strict: exit code 1\n`,
  );
});
