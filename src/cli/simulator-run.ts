import { setImmediate as endTurn } from 'node:timers/promises';
import { prepareFile } from '../base/files.js';
import { refuseTogether, UsageError } from '../base/usage-error.js';
import type { LearnedSource } from '../options/learned.js';
import { defineOptions } from '../options/option.js';
import { filePath, listOf } from '../options/readers.js';
import type { ResolvedOptions } from '../options/table.js';
import { formatSummary, formatSummaryAnnotations } from '../server/log/summary.js';
import { createNodeSimulator } from '../simulator/node-simulator.js';
import {
  type CommandDefaults,
  configFlag,
  type Flags,
  readFlags,
  resolveFlags,
} from './command.js';
import { describeFailure, failOnWords } from './fail-on.js';
import { formatState, importState } from './state-files.js';

export const failOnFlag = defineOptions('Checks', {
  failOn: {
    flag: '--fail-on <kinds>',
    help: `what fails the run: ${failOnWords.join(', ')} (ANIMAL_STORE_FAIL_ON)`,
    ...listOf(failOnWords),
  },
});

/** The flags of a command that starts a simulator, beside its options. */
export const runFlags = {
  ...configFlag,
  ...defineOptions('Files and logs', {
    import: {
      flag: '--import <file>',
      help: 'sandboxes to start with (ANIMAL_STORE_IMPORT)',
      ...filePath('a file of --export-on-exit'),
    },
    exportOnExit: {
      flag: '--export-on-exit <file>',
      help: 'file for all sandboxes at the end (ANIMAL_STORE_EXPORT_ON_EXIT)',
      ...filePath('a JSON file'),
    },
  }),
  ...failOnFlag,
};

/** Formats something that happened as a line of a JSON log. */
export const formatEvent = (event: object) =>
  `${JSON.stringify({ time: new Date(), level: 'info', ...event })}\n`;

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

/** Starts the simulator that flags and environment describe; `fixed` excludes `--upstream`. */
export async function startRun(flags: Flags, defaults: CommandDefaults, fixed?: string) {
  const variables = ['import', 'exportOnExit', 'failOn'] as const;
  const { failOn, exportOnExit, ...run } = readFlags(runFlags, flags, variables);
  const options = resolveFlags(flags, defaults, fixed);
  reportBeyond(options.learned);
  reportMissingErrors(options);
  const file = (run.import && '--import') ?? (exportOnExit && '--export-on-exit');
  const { store, upstream } = options;
  refuseTogether(file, upstream && '--upstream', 'the pets are those of the service');
  const reason = 'the store keeps the sandboxes, for other simulators too';
  refuseTogether(file, store && '--store', reason);
  const node = createNodeSimulator(options);
  if (run.import !== undefined) {
    await importState(node.open(), run.import);
  }
  const saveState = await prepareFile(exportOnExit, `--export-on-exit: the file ${exportOnExit}`);
  const simulator = await node.listen();
  return { simulator, node, failOn, saveState };
}

type Run = Awaited<ReturnType<typeof startRun>>;

/** Ends a run: writes its files, prints its summary on standard error, and returns its exit code. */
export async function finishRun(
  run: Partial<Run> & Pick<Run, 'node' | 'failOn'>,
): Promise<0 | 1 | 3> {
  const { node, failOn } = run;
  const { logLevel, logFormat } = node.core.options;
  const print = (text: string, event: object | '') =>
    process.stderr.write(logFormat === 'json' && event ? formatEvent(event) : text);
  let code: 0 | 3 = 0;
  /** Reports what fails; what follows must still be done. */
  const attempt = (act: () => Promise<unknown>) =>
    act().catch((error) => {
      console.error(error instanceof UsageError ? error.message : error);
      code = 3;
    });
  await attempt(async () => {
    // Writes the contract, too.
    await run.simulator?.close();
    // The log writes its last lines then.
    await endTurn();
    const pact = await node.savePact();
    if (pact !== undefined && logLevel !== 'silent') {
      const { formatPactSummary } = await import('../contract/pact-file.js');
      print(formatPactSummary(pact), { contract: pact });
    }
  });
  await attempt(async () => run.saveState?.(await formatState(await node.core.sandboxes())));
  const summary = node.core.summary();
  const failure = describeFailure(summary, failOn);
  if (failure !== undefined || logLevel !== 'silent') {
    const text = formatSummary(summary);
    print(text, text && { summary });
    if (process.env.GITHUB_ACTIONS === 'true') {
      process.stderr.write(formatSummaryAnnotations(summary, failOn));
    }
  }
  if (failure !== undefined) {
    console.error(failure);
    return 1;
  }
  return code;
}
