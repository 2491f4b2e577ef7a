import { setImmediate as endTurn } from 'node:timers/promises';
import type { LearnedSource } from '../options/learned.js';
import { defineOptions, optional } from '../options/option.js';
import { filePath, listOf } from '../options/readers.js';
import type { ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { NodeSimulator } from '../simulator/node-simulator.js';
import {
  type CommandDefaults,
  configFlag,
  type Flags,
  readFlags,
  resolveFlags,
} from './command.js';
import { describeFailure, failOnWords } from './fail-on.js';
import { importState, prepareExport } from './state-files.js';

export const failOnFlag = defineOptions('Checks', {
  failOn: {
    flag: '--fail-on <kinds>',
    help: `what fails the run: ${failOnWords.join(', ')} (ANIMAL_STORE_FAIL_ON)`,
    default: [],
    repeatable: true,
    ...listOf(failOnWords),
  },
});

/** What a command does before and after a simulator runs. */
const runTable = {
  ...defineOptions('Files and logs', {
    import: optional({
      flag: '--import <file>',
      help: 'sandboxes to start with (ANIMAL_STORE_IMPORT)',
      ...filePath('a file of --export-on-exit'),
    }),
    exportOnExit: optional({
      flag: '--export-on-exit <file>',
      help: 'file for all sandboxes at the end (ANIMAL_STORE_EXPORT_ON_EXIT)',
      ...filePath('a JSON file'),
    }),
  }),
  ...failOnFlag,
};

/** The flags of a command that starts a simulator, beside its options. */
export const runFlags = { config: configFlag, ...runTable };

/** Says once what a service does that the choices learned from it can't imitate. */
function reportBeyond({ from, beyond }: Partial<LearnedSource>): void {
  const lines = Object.entries(beyond ?? {}).map(([point, does]) => `  ${point}: it ${does}\n`);
  if (lines.length > 0) {
    process.stderr.write(
      `The simulator differs from ${from}, which it has learned from:\n${lines.join('')}`,
    );
  }
}

/** Warns of a choice that needs the errors of a service. */
export function reportMissingErrors({ choices, errors }: ResolvedOptions): void {
  if (choices['error-codes'] === 'custom' && Object.keys(errors).length === 0) {
    process.stderr.write(
      'error-codes=custom needs the errors of a service, and there are none: errors are those of error-codes=words. ' +
        'Set errors in the config file, or let animal-store learn write it.\n',
    );
  }
}

/**
 * Starts the simulator that flags and environment describe.
 *
 * @throws {UsageError} when an option is wrong, or a file can't be read or written
 */
export async function startRun(flags: Flags, defaults: CommandDefaults) {
  const variables = ['import', 'exportOnExit', 'failOn'] as const;
  const { failOn, exportOnExit, ...run } = readFlags(runTable, flags, variables);
  const options = resolveFlags(flags, defaults);
  reportBeyond(options.learned);
  reportMissingErrors(options);
  const { store, upstream } = options;
  if ((store ?? upstream) !== undefined && (run.import ?? exportOnExit) !== undefined) {
    const [other, reason] =
      upstream === undefined
        ? ['--store', 'the store keeps the sandboxes, for other simulators too']
        : ['--upstream', 'the pets are those of the service'];
    throw new UsageError(
      `${run.import === undefined ? '--export-on-exit' : '--import'} and ${other} must not be used together: ${reason}. Remove one of them.`,
    );
  }
  const node = new NodeSimulator(options);
  if (run.import !== undefined) {
    await importState(node.core, run.import);
  }
  /** Writes the sandboxes to the file of `--export-on-exit`. */
  const exportState =
    exportOnExit === undefined ? async () => {} : await prepareExport(node.core, exportOnExit);
  const simulator = await node.listen();
  return { simulator, node, options, failOn, exportState };
}

type Run = Awaited<ReturnType<typeof startRun>>;
/** A run over recorded traffic has neither a server nor sandboxes to export. */
type FinishedRun = Pick<Run, 'node' | 'options' | 'failOn'> &
  Partial<Pick<Run, 'simulator' | 'exportState'>>;

/**
 * Stops the simulator of a run, writes its files, and prints its summary on standard error.
 *
 * @returns the exit code: 1 when the run fails by `--fail-on`, 3 when a file can't be written, else 0
 */
export async function finishRun({
  simulator,
  node,
  options,
  failOn,
  exportState,
}: FinishedRun): Promise<0 | 1 | 3> {
  const { logLevel, logFormat } = options;
  const isJson = logFormat === 'json';
  let code: 0 | 3 = 0;
  /** Reports what fails; what follows must still be done. */
  const attempt = (act: () => Promise<unknown>) =>
    act().catch((error) => {
      console.error(error instanceof UsageError ? error.message : error);
      code = 3;
    });
  await attempt(async () => {
    // Writes the contract, too.
    await simulator?.close();
    // The log writes its last lines then.
    await endTurn();
    const pact = await node.savePact();
    if (pact !== undefined && logLevel !== 'silent') {
      const { formatPactSummary, formatPactSummaryJson } = await import('../contract/pact-file.js');
      process.stderr.write(isJson ? formatPactSummaryJson(pact) : formatPactSummary(pact));
    }
  });
  await attempt(async () => exportState?.());
  const summary = node.core.summary();
  const failure = describeFailure(summary, failOn);
  if (failure !== undefined || logLevel !== 'silent') {
    // Loaded on demand: a start must not wait for it.
    const { formatSummary, formatSummaryAnnotations, formatSummaryJson } = await import(
      '../server/log/summary-text.js'
    );
    process.stderr.write(isJson ? formatSummaryJson(summary) : formatSummary(summary));
    if (process.env.GITHUB_ACTIONS === 'true') {
      process.stderr.write(formatSummaryAnnotations(summary));
    }
  }
  if (failure !== undefined) {
    console.error(failure);
    return 1;
  }
  return code;
}
