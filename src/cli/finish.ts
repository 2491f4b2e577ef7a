import type { ResolvedOptions } from '../options/table.js';
import type { RunningSimulator } from '../simulator-core.js';
import type { Failure } from '../summary/summary.js';
import { failureOf } from './fail-on.js';

/**
 * Says on standard error what there was to say about the run that is over.
 *
 * @returns the exit code: 1 when it fails by `--fail-on`
 */
export async function finish(
  simulator: RunningSimulator,
  { logLevel, logFormat }: ResolvedOptions,
  failOn: readonly Failure[],
): Promise<0 | 1> {
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
