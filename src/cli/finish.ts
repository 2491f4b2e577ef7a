import type { FindingKind } from '../engine/simulation/notes.js';
import type { ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import type { RunningSimulator } from '../simulator-api.js';
import { couldNotRun } from './exit-codes.js';
import { failureOf } from './fail-on.js';

/** What is to be done when a simulator has stopped. */
export interface Finish {
  readonly failOn: readonly FindingKind[];
  /** Where the sandboxes are written to. */
  readonly exportOnExit: string | undefined;
}

/** @returns whether the sandboxes are written, when they are to be; else it is said why not */
async function keepSandboxes(simulator: RunningSimulator, exportOnExit: string | undefined) {
  if (exportOnExit === undefined) {
    return true;
  }
  const { exportState } = await import('./control/state-file.js');
  try {
    await exportState(simulator, exportOnExit);
    return true;
  } catch (error) {
    // What is known of the run is worth more than this, and is not to be lost for it.
    console.error(error instanceof UsageError ? error.message : error);
    return false;
  }
}

/**
 * Says on standard error what there was to say about the run that is over, and keeps its sandboxes.
 *
 * @returns the exit code: 1 when it fails by `--fail-on`, else 2 when the sandboxes can't be written
 */
export async function finish(
  simulator: RunningSimulator,
  { logLevel, logFormat }: ResolvedOptions,
  { failOn, exportOnExit }: Finish,
): Promise<0 | 1 | typeof couldNotRun> {
  const kept = await keepSandboxes(simulator, exportOnExit);
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
    return 1;
  }
  return kept ? 0 : couldNotRun;
}
