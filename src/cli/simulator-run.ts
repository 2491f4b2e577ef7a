import { resolveOptions } from '../options/raw-options.js';
import type { ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { type ListeningSimulator, SimulatorCore } from '../simulator-core.js';
import { getSignalExitCode } from './exit-codes.js';
import { describeFailure, type FailOnWord, failOnFlag, readFailOn } from './fail-on.js';
import {
  type CommandDefaults,
  configFlag,
  type Flags,
  formatVariable,
  gatherOptions,
  type ListedFlag,
} from './options.js';
import type { ReadyFile } from './ready-file.js';

/** A simulator that a command started, and the settings for its end. */
export interface SimulatorRun {
  readonly simulator: ListeningSimulator;
  readonly core: SimulatorCore;
  readonly options: ResolvedOptions;
  readonly failOn: readonly FailOnWord[];
  readonly exportOnExit: string | undefined;
  readonly readyFile: ReadyFile | undefined;
}

/** The flags of a command that starts a simulator, beside its options. */
export const runFlags = {
  config: configFlag,
  import: {
    flag: '--import <file>',
    group: 'Files',
    help: 'sandboxes to start with (ANIMAL_STORE_IMPORT)',
  },
  exportOnExit: {
    flag: '--export-on-exit <file>',
    group: 'Files',
    help: 'file for all sandboxes at the end (ANIMAL_STORE_EXPORT_ON_EXIT)',
  },
  open: { flag: '--open', group: 'Files', help: 'open the console in a browser' },
  readyFile: {
    flag: '--ready-file <file>',
    group: 'Files',
    help: 'file with the URL and port as JSON, while it listens (ANIMAL_STORE_READY_FILE)',
  },
  failOn: failOnFlag,
} satisfies Readonly<Record<string, ListedFlag>>;

async function prepareReadyFile(path: string): Promise<ReadyFile> {
  const { ReadyFile } = await import('./ready-file.js');
  const file = new ReadyFile(path);
  await file.prepare();
  return file;
}

/**
 * Starts the simulator that flags and environment describe.
 *
 * @throws {UsageError} when an option is wrong, or a file can't be read or written
 */
export async function startRun(flags: Flags, defaults: CommandDefaults): Promise<SimulatorRun> {
  const failOn = readFailOn(flags);
  const readFileName = (name: string) =>
    String(flags[name] ?? process.env[formatVariable(name)] ?? '') || undefined;
  const importFrom = readFileName('import');
  const exportOnExit = readFileName('exportOnExit');
  const readyFileName = readFileName('readyFile');
  const options = resolveOptions(gatherOptions(flags, defaults));
  for (const [flag, file] of Object.entries({
    '--import': importFrom,
    '--export-on-exit': exportOnExit,
  })) {
    if (options.store !== undefined && file !== undefined) {
      throw new UsageError(
        `${flag} and --store must not be used together: the store keeps the sandboxes, for other ` +
          'simulators too. Remove one of them.',
      );
    }
  }
  const core = new SimulatorCore(options);
  // Loaded on demand: most runs use no state file.
  if (importFrom !== undefined) {
    const { importState } = await import('./state-files.js');
    await importState(core, importFrom);
  }
  if (exportOnExit !== undefined) {
    const [{ createExportFile }, { checkWritable }] = await Promise.all([
      import('./state-files.js'),
      import('../files.js'),
    ]);
    await checkWritable(createExportFile(exportOnExit));
  }
  const readyFile = readyFileName === undefined ? undefined : await prepareReadyFile(readyFileName);
  const simulator = await core.listen();
  await readyFile?.write(simulator).catch(async (error) => {
    await simulator.close();
    throw error;
  });
  if (flags.open !== undefined) {
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
    await exportState((await core.engine()).sandboxes, exportOnExit);
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
      const { formatPactSummary, formatPactSummaryJson } = await import('../recording/text.js');
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
      '../summary/text.js'
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
