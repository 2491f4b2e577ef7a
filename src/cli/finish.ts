import type { ResolvedOptions } from '../options/table.js';
import type { RunningSimulator } from '../simulator-api.js';
import type { Failure } from '../summary/summary.js';
import { failureOf } from './fail-on.js';

/** What is to be done when a simulator has stopped. */
export interface Finish {
  readonly failOn: readonly Failure[];
  /** Where the sandboxes are written to. */
  readonly exportOnExit: string | undefined;
}

/**
 * Says on standard error what there was to say about the run that is over, and keeps its sandboxes.
 *
 * @returns the exit code: 1 when it fails by `--fail-on`
 */
export async function finish(
  simulator: RunningSimulator,
  { logLevel, logFormat }: ResolvedOptions,
  { failOn, exportOnExit }: Finish,
): Promise<0 | 1> {
  if (exportOnExit !== undefined) {
    const { exportState } = await import('./control/state-file.js');
    await exportState(simulator, exportOnExit);
  }
  const summary = simulator.summary();
  const failure = failureOf(summary, failOn);
  if (failure !== undefined || logLevel !== 'silent') {
    // Loaded when it is needed: a start does without.
    const { writeSummary, writeSummaryLine } = await import('../summary/text.js');
    const write = logFormat === 'json' ? writeSummaryLine : writeSummary;
    process.stderr.write(write(summary));
  }
  if (failure !== undefined) {
    console.error(failure);
  }
  return failure === undefined ? 0 : 1;
}
