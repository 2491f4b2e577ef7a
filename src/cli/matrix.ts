import { type Command, Option } from 'commander';
import { checkWritable, saveFile } from '../files.js';
import { runMatrix } from '../matrix/matrix.js';
import type { MatrixProgress, RunCommand } from '../matrix/run.js';
import { formatMatrix } from '../matrix/text.js';
import { resolveOptions } from '../options/raw-options.js';
import { readWholeNumber } from '../options/readers.js';
import {
  type OptionName,
  optionNames,
  optionTable,
  type ResolvedOptions,
} from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { SimulatorCore } from '../simulator-core.js';
import {
  addChildCommand,
  checkChildCommand,
  createEnvironment,
  readVariableNames,
  type VariableNames,
} from './child-command.js';
import { addFlags, createCommand } from './command.js';
import { getSignalExitCode } from './exit-codes.js';
import {
  type CommandDefaults,
  configFlag,
  type Flags,
  gatherOptions,
  readFlag,
} from './options.js';
import { CommandStartError } from './process/command-start-error.js';
import { type CapturedExit, runCaptured } from './process/run.js';

/** Shows progress on standard error: one line in a terminal, one line per run elsewhere. */
export function showMatrixProgress(stream: NodeJS.WriteStream): MatrixProgress {
  const clearLine = '\r\u001b[K';
  const cutToWidth = (line: string) => line.slice(0, (stream.columns ?? 80) - 1);
  return {
    onStart: (name, number, planned) => {
      if (stream.isTTY) {
        stream.write(`${clearLine}${cutToWidth(`${number} of ${planned}  ${name}`)}`);
      }
    },
    onEnd: (name, { passed, exit }, number, planned) => {
      const line = `${number} of ${planned}  ${name}: ${passed ? 'passed' : exit}`;
      if (!stream.isTTY) {
        stream.write(`${line}\n`);
      } else {
        // The next run overwrites a run that passed.
        stream.write(`${clearLine}${passed ? '' : `${cutToWidth(line)}\n`}`);
      }
    },
  };
}

const defaults: CommandDefaults = { port: 0, logLevel: 'error' };

/** Options that the matrix sets itself: a free port, and each profile. */
const ownOptions: readonly OptionName[] = ['port', 'profile', 'pact', 'consumer', 'needs'];

const details = `
The command gets the base URL in ANIMAL_STORE_URL (it ends in /v1) and the key
in ANIMAL_STORE_API_KEY, and in the variables that --env and --env-key name.
The options of start work here too, except --port, --profile and those of a
contract; animal-store start --help lists them. --choose pins an open point to one choice in all runs.
--clock 2030-12-06 adds the time after getPet is removed.

Only points that the command uses are combined in pairs.

Exit codes: 0 the command passed in all runs, 1 it failed with some choices, 2
wrong usage or no comparison: it fails with the profile default, sends no
requests, or can't be run.

Examples:
  animal-store matrix -- npm test
  animal-store matrix --env API_URL --env-key API_TOKEN -- npx vitest run
  animal-store matrix --parallel 4 --json matrix.json -- npm test
`;

interface MatrixFlags extends Flags {
  readonly timeout?: string;
  readonly parallel?: string;
  readonly maxRuns?: string;
  readonly profile?: string;
  readonly json?: string;
  readonly verbose?: boolean;
}

function readCount(
  flag: string,
  raw: string | undefined,
  max: number,
  min = 1,
): number | undefined {
  const legal = `a whole number from ${min} to ${max}`;
  const reader = { legal, read: readWholeNumber(min, max) };
  return readFlag(flag, raw, reader);
}

interface AbortSignals {
  /** Ends the command of the current run. */
  readonly signal: AbortSignal;
  /** Kills it. */
  readonly killSignal: AbortSignal;
}

/**
 * Ends the current run on the first signal, and kills it on the second. Runs have process groups of
 * their own, so a terminal's signals don't reach them.
 */
function abortOnSignals(): AbortSignals {
  const [abort, kill] = [new AbortController(), new AbortController()];
  const onSignal = (name: NodeJS.Signals) => {
    if (abort.signal.aborted) {
      kill.abort();
      process.exit(getSignalExitCode(name));
    }
    abort.abort();
    process.exitCode = getSignalExitCode(name);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, onSignal);
  }
  return { signal: abort.signal, killSignal: kill.signal };
}

interface ChildCommand {
  readonly command: readonly string[];
  readonly variables: VariableNames;
  /** Time limit of a run in milliseconds. */
  readonly timeout: number;
}

function formatExit({ code, signal, timedOut }: CapturedExit, timeout: number): string {
  if (timedOut) {
    return `timed out after ${timeout / 1_000} s`;
  }
  return signal === undefined ? `exit code ${code}` : `ended by ${signal}`;
}

/** Runs the command with a fresh simulator each time. */
function createRunCommand(
  options: ResolvedOptions,
  { command, variables, timeout }: ChildCommand,
  { signal, killSignal }: AbortSignals,
): RunCommand {
  return async (choices) => {
    const core = new SimulatorCore({ ...options, port: 0, choose: choices });
    const simulator = await core.listen();
    try {
      signal.throwIfAborted();
      const environment = createEnvironment(simulator, variables);
      const captured = await runCaptured(command, { environment, timeout, signal, killSignal });
      signal.throwIfAborted();
      const { exchanges, notes } = core.summary();
      return {
        passed: captured.code === 0 && !captured.timedOut,
        exit: formatExit(captured, timeout),
        output: captured.output,
        exchanges,
        used: notes.flatMap(({ point }) => point ?? []),
      };
    } finally {
      await simulator.close();
    }
  };
}

async function runMatrixCommand(command: readonly string[], flags: MatrixFlags): Promise<void> {
  if (flags.profile !== undefined) {
    throw new UsageError(
      '--profile is not an option of matrix, which runs every profile. To keep a choice in all runs, pass ' +
        '--choose <point>=<choice>.',
    );
  }
  checkChildCommand(command, 'matrix');
  const timeout = (readCount('--timeout', flags.timeout, 86_400) ?? 600) * 1_000;
  const parallel = readCount('--parallel', flags.parallel, 64) ?? 1;
  const maxRuns = readCount('--max-runs', flags.maxRuns, 10_000, 10) ?? 200;
  const child = { command, variables: readVariableNames(flags), timeout };
  const options = resolveOptions(gatherOptions(flags, defaults));
  const file = flags.json && { path: flags.json, label: '--json: the report' };
  if (file) {
    await checkWritable(file);
  }
  const signals = abortOnSignals();
  const run = createRunCommand(options, child, signals);
  const progress = showMatrixProgress(process.stderr);
  const report = await runMatrix(
    run,
    { pinned: options.choose, parallel, maxRuns },
    progress,
  ).catch((error) => {
    if (!signals.signal.aborted) {
      // The exit codes 126 and 127 are those of exec; here 2 says that there is no report.
      throw error instanceof CommandStartError ? new UsageError(error.message) : error;
    }
  });
  if (report === undefined) {
    console.error('Stopped before all runs ended; there is no report.');
    return;
  }
  process.stdout.write(formatMatrix(report, flags.verbose === true));
  process.exitCode = report.outcome === 'passed' ? 0 : 1;
  if (file) {
    await saveFile(file, `${JSON.stringify({ command, ...report }, null, 2)}\n`);
  }
}

/** `animal-store matrix`: finds the choices of the service that a command depends on. */
export function createMatrixCommand(): Command {
  const command = createCommand(
    'matrix',
    'Runs a command, such as a test suite, with every profile and every pair of choices for open ' +
      'points, each time with a fresh simulator, and reports the choices that make it fail.',
    details,
  )
    .optionsGroup('Matrix:')
    .option('--timeout <seconds>', 'time limit of a run (default: 600)')
    .option('--parallel <count>', 'maximum number of runs at a time (default: 1)')
    .option('--max-runs <count>', 'maximum number of runs (default: 200)')
    .option('--json <file>', 'file for the report as JSON')
    .option('--verbose', 'whole output of failing runs (default: last 20 lines)')
    .addOption(new Option('--profile <name>').hideHelp());
  const passedOn = optionNames.filter((name) => !ownOptions.includes(name));
  const flags = Object.fromEntries(passedOn.map((name) => [name, optionTable[name]]));
  addFlags(addChildCommand(command), flags, defaults, { hidden: true });
  addFlags(command, { config: configFlag }, defaults);
  return command.action(runMatrixCommand);
}
