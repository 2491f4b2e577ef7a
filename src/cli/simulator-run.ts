import { createTable } from '../options/option.js';
import { resolveOptions } from '../options/portable.js';
import { filePath, listOf, switchedOff } from '../options/readers.js';
import type { ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { type ListeningSimulator, NodeSimulatorCore } from '../simulator/node-core.js';
import { describeFailure, type FailOnWord, failOnWords } from './fail-on.js';
import type { Flags, FlagTable } from './parse-flags.js';
import { type CommandDefaults, configFlag, gatherOptions, readFlags } from './read-options.js';
import { ReadyFile } from './ready.js';
import { getSignalExitCode } from './signals.js';

/** What a command does before and after a simulator runs. */
interface RunOptions {
  readonly import: string | undefined;
  readonly exportOnExit: string | undefined;
  readonly readyFile: string | undefined;
  readonly open: boolean;
  readonly failOn: readonly FailOnWord[];
}

const runTable = createTable<RunOptions>({
  import: {
    flag: '--import <file>',
    group: 'Files',
    help: 'sandboxes to start with (ANIMAL_STORE_IMPORT)',
    default: undefined,
    ...filePath('a file of --export-on-exit'),
  },
  exportOnExit: {
    flag: '--export-on-exit <file>',
    group: 'Files',
    help: 'file for all sandboxes at the end (ANIMAL_STORE_EXPORT_ON_EXIT)',
    default: undefined,
    ...filePath('a JSON file'),
  },
  open: { flag: '--open', group: 'Files', help: 'open the console in a browser', ...switchedOff },
  readyFile: {
    flag: '--ready-file <file>',
    group: 'Files',
    help: 'file with the URL and port as JSON, while it listens (ANIMAL_STORE_READY_FILE)',
    default: undefined,
    ...filePath('a JSON file'),
  },
  failOn: {
    flag: '--fail-on <kinds>',
    group: 'Summary',
    help: `what fails the run: ${failOnWords.join(', ')} (ANIMAL_STORE_FAIL_ON)`,
    defaultText: 'none',
    default: [],
    repeatable: true,
    ...listOf(failOnWords),
  },
});

/** The flags of a command that starts a simulator, beside its options. */
export const runFlags: FlagTable = { config: configFlag, ...runTable };

/** A simulator that a command started, and the settings for its end. */
export interface SimulatorRun {
  readonly simulator: ListeningSimulator;
  readonly core: NodeSimulatorCore;
  readonly options: ResolvedOptions;
  readonly failOn: readonly FailOnWord[];
  readonly exportOnExit: string | undefined;
  readonly readyFile: ReadyFile | undefined;
}

/** @throws {UsageError} when sandboxes of a store would be exported or imported */
function checkStore({ store }: ResolvedOptions, { import: file, exportOnExit }: RunOptions): void {
  if (store !== undefined && (file ?? exportOnExit) !== undefined) {
    throw new UsageError(
      `${file === undefined ? '--export-on-exit' : '--import'} and --store must not be used together: ` +
        'the store keeps the sandboxes, for other simulators too. Remove one of them.',
    );
  }
}

/**
 * Starts the simulator that flags and environment describe.
 *
 * @throws {UsageError} when an option is wrong, or a file can't be read or written
 */
export async function startRun(flags: Flags, defaults: CommandDefaults): Promise<SimulatorRun> {
  const names = ['import', 'exportOnExit', 'readyFile', 'failOn'] as const;
  const run = readFlags<RunOptions>(runTable, flags, names);
  const { failOn, exportOnExit } = run;
  const options = resolveOptions(gatherOptions(flags, defaults));
  checkStore(options, run);
  const core = new NodeSimulatorCore(options);
  if ((run.import ?? exportOnExit) !== undefined) {
    const { importState, checkExport } = await import('./state-files.js');
    await importState(core, run.import);
    await checkExport(exportOnExit);
  }
  const readyFile = run.readyFile === undefined ? undefined : new ReadyFile(run.readyFile);
  await readyFile?.prepare();
  const simulator = await core.listen();
  await readyFile?.write(simulator).catch(async (error) => {
    await simulator.close();
    throw error;
  });
  if (run.open) {
    const { openBrowser } = await import('./open-browser.js');
    openBrowser(`${simulator.origin}/`);
  }
  return { simulator, core, options, failOn, exportOnExit, readyFile };
}

/** Stops the simulator of a run. */
export async function closeRun({ simulator, readyFile }: SimulatorRun): Promise<void> {
  readyFile?.remove();
  try {
    await simulator.close();
  } catch (error) {
    // A contract that can't be written: finishRun reports it.
    if (!(error instanceof UsageError)) {
      throw error;
    }
  }
}

/**
 * From now on signals end the process: the first one, or the second one when there is an export to
 * finish. The file of an export that is cut off keeps its old content.
 */
export function endOnSignals(
  { exportOnExit }: SimulatorRun,
  signals: readonly NodeJS.Signals[],
): void {
  let warned = exportOnExit === undefined;
  const onSignal = (signal: NodeJS.Signals) => {
    if (warned) {
      process.exit(getSignalExitCode(signal));
    }
    warned = true;
    console.error(
      `The export to ${exportOnExit} is not complete. Send ${signal} again to end without it.`,
    );
  };
  for (const signal of signals) {
    process.on(signal, onSignal);
  }
}

/** @returns false when the sandboxes could not be exported; the reason is printed */
async function exportSandboxes({ core, exportOnExit }: SimulatorRun): Promise<boolean> {
  if (exportOnExit === undefined) {
    return true;
  }
  const { exportState } = await import('./state-files.js');
  try {
    await exportState(core, exportOnExit);
    return true;
  } catch (error) {
    // Printed, not thrown: the summary and its exit code must still follow.
    console.error(error instanceof UsageError ? error.message : error);
    return false;
  }
}

/** @returns false when the contract could not be written; the reason is printed */
async function reportPact({ core, options }: SimulatorRun): Promise<boolean> {
  try {
    const saved = await core.savePact();
    if (saved !== undefined && options.logLevel !== 'silent') {
      const { formatPactSummary, formatPactSummaryJson } = await import('../contract/summary.js');
      const format = options.logFormat === 'json' ? formatPactSummaryJson : formatPactSummary;
      process.stderr.write(format(saved));
    }
    return true;
  } catch (error) {
    console.error(error instanceof UsageError ? error.message : error);
    return false;
  }
}

/**
 * Exports the sandboxes of a run that is over and prints its summary on standard error.
 *
 * @returns the exit code: 1 when the run fails by `--fail-on`, 2 when the export or the contract failed, else 0
 */
export async function finishRun(run: SimulatorRun): Promise<0 | 1 | 2> {
  const exported = await exportSandboxes(run);
  const recorded = await reportPact(run);
  const { logLevel, logFormat } = run.options;
  const summary = run.core.summary();
  const failure = describeFailure(summary, run.failOn);
  if (failure !== undefined || logLevel !== 'silent') {
    // Loaded on demand: a start must not wait for it.
    const { formatSummary, formatSummaryAnnotations, formatSummaryJson } = await import(
      '../server/log/summary-text.js'
    );
    const format = logFormat === 'json' ? formatSummaryJson : formatSummary;
    process.stderr.write(format(summary));
    if (process.env.GITHUB_ACTIONS === 'true') {
      process.stderr.write(formatSummaryAnnotations(summary));
    }
  }
  if (failure !== undefined) {
    console.error(failure);
    return 1;
  }
  return exported && recorded ? 0 : 2;
}
