import { runMatrix } from '../matrix/matrix.js';
import type { MatrixProgress, RunCommand, RunResult } from '../matrix/run.js';
import { formatMatrix } from '../matrix/text.js';
import { checkWritable, saveFile } from '../options/files.js';
import { inGroup, optional } from '../options/option.js';
import { filePath, wholeNumber } from '../options/readers.js';
import { optionTable } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { NodeSimulatorCore } from '../simulator/node-simulator.js';
import { childFlags, readEnvironment, repeatFlags, runCaptured } from './child-process.js';
import {
  type Command,
  configFlag,
  type Flags,
  hideFlags,
  readFlags,
  resolveFlags,
} from './command.js';
import { abortOnSignals } from './signals.js';

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

const matrixFlags = {
  ...repeatFlags,
  ...inGroup('Runs', {
    maxRuns: {
      flag: '--max-runs <count>',
      help: 'maximum number of runs',
      default: 200,
      ...wholeNumber(10, 10_000),
    },
    json: optional({
      flag: '--json <file>',
      help: 'file for the report as JSON, with the output of failing runs',
      ...filePath('a JSON file'),
    }),
  }),
};

/** Options that the matrix sets itself: a free port, and each profile. */
const ownOptions = ['port', 'profile', 'pact', 'consumer', 'needs'];

const details = `
The command gets the base URL in ANIMAL_STORE_URL (it ends in /v1) and the key
in ANIMAL_STORE_API_KEY, and in the variables that --env and --env-key name.
The options of start work here too, except --port, --profile and those of a
contract; animal-store start --help lists them. --choose pins an open point to one choice in all runs.
--clock 2030-12-06 adds the time after getPet is removed.

Only points that the command uses are combined in pairs.

Exit codes: 0 the command passed in all runs, 1 it failed with some choices, 2 no
comparison: it fails with the profile default, or sends no requests; 3 wrong
usage, or the command can't be run.

Examples:
  animal-store matrix -- npm test
  animal-store matrix --env API_URL --env-key API_TOKEN -- npx vitest run
  animal-store matrix --parallel 4 --json matrix.json -- npm test
`;

/** Runs a command with a simulator of its own, within a time in seconds and until a signal. */
export async function runWith(
  core: NodeSimulatorCore,
  command: readonly string[],
  createEnvironment: ReturnType<typeof readEnvironment>,
  timeout: number,
  signal: AbortSignal,
): Promise<RunResult> {
  const simulator = await core.listen();
  try {
    signal.throwIfAborted();
    const environment = createEnvironment(simulator);
    const exit = await runCaptured(command, environment, timeout * 1_000, signal);
    signal.throwIfAborted();
    const { exchanges, notes } = core.summary();
    const ending = exit.signal === null ? `exit code ${exit.code}` : `ended by ${exit.signal}`;
    return {
      passed: exit.code === 0 && !exit.timedOut,
      exit: exit.timedOut ? `timed out after ${timeout} s` : ending,
      output: exit.output,
      exchanges,
      used: notes.flatMap(({ point }) => point ?? []),
    };
  } finally {
    await simulator.close();
  }
}

async function runMatrixCommand(flags: Flags, command: readonly string[]): Promise<void> {
  if (flags.profile !== undefined) {
    throw new UsageError(
      '--profile is not an option of matrix, which runs every profile. To keep a choice in all runs, pass ' +
        '--choose <point>=<choice>.',
    );
  }
  const createEnvironment = readEnvironment('matrix', flags, command);
  const { timeout, parallel, maxRuns, json } = readFlags(matrixFlags, flags);
  const options = resolveFlags(flags, { port: 0, logLevel: 'error' });
  const file = json === undefined ? undefined : { path: json, label: '--json: the report' };
  if (file !== undefined) {
    await checkWritable(file);
  }
  const signal = abortOnSignals();
  const run: RunCommand = (choices) => {
    const core = new NodeSimulatorCore({ ...options, port: 0, choose: choices });
    return runWith(core, command, createEnvironment, timeout, signal);
  };
  const plan = { pinned: options.choose, parallel, maxRuns };
  const report = await runMatrix(run, plan, showMatrixProgress(process.stderr)).catch((error) => {
    if (!signal.aborted) {
      // Those of a command that can't be run are for exec, which passes on the exit code.
      throw error.exitCode > 3 ? new UsageError(error.message) : error;
    }
  });
  if (report === undefined) {
    console.error('Stopped before all runs ended; there is no report.');
    return;
  }
  process.stdout.write(formatMatrix(report));
  process.exitCode = report.outcome === 'passed' ? 0 : 1;
  if (file !== undefined) {
    await saveFile(file, `${JSON.stringify({ command, ...report }, null, 2)}\n`);
  }
}

/** `animal-store matrix`: finds the choices of the service that a command depends on. */
export const matrixCommand: Command = {
  name: 'matrix',
  usage: '[options] -- <command...>',
  description:
    'Runs a command, such as a test suite, with every profile and every pair of choices for open ' +
    'points, each time with a fresh simulator, and reports the choices that make it fail.',
  details,
  flags: {
    ...matrixFlags,
    ...childFlags,
    config: configFlag,
    ...hideFlags(optionTable, ownOptions),
    // Refused with a sentence of its own.
    profile: { ...optionTable.profile, isHidden: true },
  },
  takesCommand: true,
  run: runMatrixCommand,
};
