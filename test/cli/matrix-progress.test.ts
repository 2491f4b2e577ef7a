import { expect, test } from 'vitest';
import { matrixProgress } from '../../src/cli/matrix.js';
import type { Attempt } from '../../src/matrix/run.js';

const attempt = (passed: boolean): Attempt => ({
  passed,
  ending: 'exit code 1',
  output: '',
  exchanges: 1,
  cameUp: [],
});

/** What two runs, one passed and one failed, write to a stream. */
function shownOn(stream: { readonly isTTY?: boolean; readonly columns?: number }): string {
  let text = '';
  const write = (part: string) => {
    text += part;
    return true;
  };
  const progress = matrixProgress({ ...stream, write } as NodeJS.WriteStream);
  progress.begins('profile default', 1, 17);
  progress.ended('profile default', attempt(true), 1, 17);
  progress.begins('profile strict', 2, 17);
  progress.ended('profile strict', attempt(false), 2, 17);
  return text;
}

test('without a terminal, each run that is over is a line', () => {
  expect(shownOn({})).toBe(
    '1 of 17  profile default: passed\n2 of 17  profile strict: exit code 1\n',
  );
});

test('on a terminal, one line is written over, and failures stay', () => {
  const clear = '\r\u001b[K';

  expect(shownOn({ isTTY: true })).toBe(
    `${clear}1 of 17  profile default${clear}${clear}2 of 17  profile strict` +
      `${clear}2 of 17  profile strict: exit code 1\n`,
  );
});

test('on a terminal, no line is longer than it is wide', () => {
  const lines = shownOn({ isTTY: true, columns: 12 }).split(/[\r\n]/);

  expect(lines.map((line) => line.replace('\u001b[K', '').length)).toSatisfy(
    (lengths: number[]) => Math.max(...lengths) === 11,
  );
});
