import { Command, Option } from 'commander';
import type { MatrixProgress } from '../matrix/run.js';
import { readWholeNumber } from '../options/readers.js';
import { readOption, resolveOptions, UsageError } from '../options/resolve.js';
import { type OptionName, optionNames } from '../options/table.js';
import {
  addCommandLine,
  addOptions,
  checkCommand,
  gatherOptions,
  readVariables,
  type ShellDefaults,
} from './options.js';
import { CannotStart, codeOfSignal } from './process/ending.js';

/** On standard error, so that standard output has the report alone; on a terminal, in one line. */
export function matrixProgress(stream: NodeJS.WriteStream): MatrixProgress {
  const position = (number: number, planned: number) => `${number} of ${planned}`;
  const cutToWidth = (line: string) => line.slice(0, (stream.columns ?? 80) - 1);
  return {
    begins: (name, number, planned) => {
      if (stream.isTTY) {
        stream.write(`\r\u001b[K${cutToWidth(`${position(number, planned)}  ${name}`)}`);
      }
    },
    ended: (name, { passed, ending }, number, planned) => {
      const line = `${position(number, planned)}  ${name}: ${passed ? 'passed' : ending}`;
      if (!stream.isTTY) {
        stream.write(`${line}\n`);
      } else {
        // What passed is written over by the next.
        stream.write(`\r\u001b[K${passed ? '' : `${cutToWidth(line)}\n`}`);
      }
    },
  };
}

const defaults: ShellDefaults = { port: 0, logLevel: 'error' };

/** The matrix itself decides on these: a port that is free, and every profile. */
const decided: readonly OptionName[] = ['port', 'profile'];

const after = `
The command finds each simulator by ANIMAL_STORE_URL (which ends in /v1) and ANIMAL_STORE_API_KEY,
and in the variables that --env and --env-key name. --choose holds a point to one choice in all
runs, for what you have agreed on with the service. --clock 2030-12-06 brings getPet's end into it.

Exit codes: 0 the command passed whatever the document leaves open, 1 it failed under some choices,
2 nothing can be said: it fails anyway, sends no request, or can't be run.

Examples:
  animal-store matrix -- npm test
  animal-store matrix --env API_URL --env-key API_TOKEN -- npx vitest run
  animal-store matrix --parallel 4 --json matrix.json -- npm test
`;

interface Flags extends Readonly<Record<string, unknown>> {
  readonly timeout?: string;
  readonly parallel?: string;
  readonly json?: string;
  readonly verbose?: boolean;
}

function addMatrixOptions(command: Command): Command {
  const options = [
    new Option('--timeout <seconds>', 'how long one run may take (default: 600)'),
    new Option('--parallel <count>', 'how many runs take place at a time (default: 1)'),
    new Option('--json <file>', 'write the report as JSON, too'),
    new Option('--verbose', 'show all that a failing run printed, not its last lines alone'),
  ];
  for (const option of options) {
    command.addOption(option.helpGroup('Matrix:'));
  }
  return command;
}

function readCount(value: string | undefined, label: string, most: number, unsaid: number) {
  const entry = { legal: `a whole number from 1 to ${most}`, read: readWholeNumber(1, most) };
  return value === undefined ? unsaid : readOption(entry, { value, label });
}

/**
 * What ends the process ends the runs: the groups of the command aren't the terminal's. The second
 * signal ends both at once.
 */
function abortOnSignals(): { readonly signal: AbortSignal; readonly killSignal: AbortSignal } {
  const [abort, kill] = [new AbortController(), new AbortController()];
  const onSignal = (name: NodeJS.Signals) => {
    if (abort.signal.aborted) {
      kill.abort();
      process.exit(codeOfSignal(name));
    }
    abort.abort();
    process.exitCode = codeOfSignal(name);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, onSignal);
  }
  return { signal: abort.signal, killSignal: kill.signal };
}

/** `animal-store matrix`: finds out which choices of the service a command relies on. */
export function matrixCommand(): Command {
  const command = new Command('matrix')
    .usage('[options] -- <command...>')
    .description(
      'Runs a command, such as your tests, once under each profile and then under combinations ' +
        'that have every pair of choices for what the document leaves open, each in a fresh ' +
        'simulator; and names the choices that break it.',
    )
    .exitOverride()
    .addHelpText('after', after);
  const names = optionNames.filter((name) => !decided.includes(name));
  addMatrixOptions(addCommandLine(addOptions(command, defaults, names)));
  return command.action(async (words: readonly string[], flags: Flags) => {
    checkCommand(words, 'matrix');
    const timeout = readCount(flags.timeout, '--timeout', 86_400, 600) * 1_000;
    const parallel = readCount(flags.parallel, '--parallel', 64, 1);
    const variables = readVariables(flags);
    const options = resolveOptions(gatherOptions(flags, process.env, defaults));
    // Loaded when they are needed: `start` does without.
    const [{ runMatrix }, { simulatedRuns }, { writeMatrix }, written] = await Promise.all([
      import('../matrix/matrix.js'),
      import('./simulated-runs.js'),
      import('../matrix/text.js'),
      import('./state-files.js'),
    ]);
    const json =
      flags.json === undefined ? undefined : { path: flags.json, label: '--json: the report' };
    if (json !== undefined) {
      await written.checkWritable(json);
    }
    const { signal, killSignal } = abortOnSignals();
    const run = simulatedRuns(options, { words, variables, timeout, signal, killSignal });
    const progress = matrixProgress(process.stderr);
    const report = await runMatrix(run, { pinned: options.choose, parallel }, progress).catch(
      (error) => {
        if (!signal.aborted) {
          // Nothing was judged; the exit codes of shells are for exec.
          throw error instanceof CannotStart ? new UsageError(error.message) : error;
        }
      },
    );
    if (report === undefined) {
      console.error('Stopped before all runs were over.');
      return;
    }
    process.stdout.write(writeMatrix(report, flags.verbose === true));
    process.exitCode = report.outcome === 'passed' ? 0 : 1;
    if (json !== undefined) {
      await written.save(json, `${JSON.stringify({ command: words, ...report }, null, 2)}\n`);
    }
  });
}
