import { runMatrix } from '../../src/matrix/matrix.js';
import type { CompleteMatrixReport } from '../../src/matrix/report.js';
import type { RunCommand } from '../../src/matrix/run.js';
import { noProgress } from '../matrix/no-progress.js';
import { Service } from '../providers/service.js';

/** What would run scripts, end an element, or forge text, if it was not escaped. */
export const hostile = `</code></style></script><script>alert(1)</script><img src=x onerror="a()">'"&\u0000\u202e`;

/** Returns it as every name, status and error. */
export class Hostile extends Service {
  protected override shown(...[pet, call]: Parameters<Service['shown']>) {
    return { ...super.shown(pet, call), name: hostile, status: hostile };
  }
  protected override shownError(...given: Parameters<Service['shownError']>) {
    return { ...super.shownError(...given), code: [hostile], message: hostile };
  }
}

/** The report on a command that fails with a choice, and prints this. */
export async function createMatrixReport(output = hostile): Promise<CompleteMatrixReport> {
  const run: RunCommand = async (choices) => {
    const passed = choices['list-order'] !== 'shuffled' && choices['id-scheme'] !== 'large';
    const exit = passed ? 'exit code 0' : 'exit code 1';
    return { passed, exit, output, exchanges: 1, used: ['list-order', 'id-scheme'] };
  };
  const report = await runMatrix(run, { pinned: {}, parallel: 1, maxRuns: 200 }, noProgress);
  return { command: ['npm', 'test', hostile], ...report };
}
