import type { DerivedNeeds } from '../matrix/needs.js';
import { optionTable } from '../options/table.js';
import { childFlags, readEnvironment, runAttached } from './child-process.js';
import {
  type Command,
  type CommandDefaults,
  type Flags,
  readFlags,
  resolveOwnFlags,
} from './command.js';
import { repeatFlags } from './repeat.js';
import { junitFlag, openJunit } from './reports.js';
import { finishRun, runFlags, startRun } from './simulator-run.js';

/** The terminal belongs to the command, so only errors are logged. */
const defaults: CommandDefaults = { port: 0, logLevel: 'error' };

const noRequests =
  'The simulator received no requests. The command must call the URL in ANIMAL_STORE_URL, ' +
  'which ends in /v1, or in a variable that --env names.';
const nothingToDerive = `${noRequests} A simulator in the tests' own process, as with MSW, can't derive needs.`;
const nothingToCheck = `${noRequests} Without requests, --fail-on can't pass.`;

const details = `
The command gets the base URL in ANIMAL_STORE_URL (it ends in /v1) and the key
in ANIMAL_STORE_API_KEY, and in the variables that --env and --env-key name.
ANIMAL_STORE_ADMIN_URL is the URL of the admin interface, for curl.
All options of start work here too; animal-store start --help lists them. The
port is a free one, and --log-level is error, unless set.

--needs auto finds what the command needs of responses, and prints it. It runs the
command again without one field of one response at a time, and at last without all
that nothing missed; --timeout and --parallel apply. A run that fails shows a need.
With the fixtures for Vitest and Playwright, each test has its own.

The signals SIGINT, SIGTERM, SIGHUP and SIGQUIT go on to the command and all that
it started. What is left after 5 seconds is killed; a second signal kills at once.
In a terminal, Ctrl+C and Ctrl+\\ reach the command directly, and nothing is killed.

Exit codes: that of the command, or 128 plus the signal that ended it; 127 when
the program does not exist; 1 when --fail-on fails a command that passed; 2 when
--fail-on is set and the simulator received no requests, or when --needs auto
derived nothing; 3 for wrong usage, when the simulator can't start, or when a file
can't be written.

Examples:
  animal-store exec -- npm test
  animal-store exec --env API_URL --env-key API_TOKEN -- npx vitest run
  animal-store exec --profile hostile --fail-on open,deprecated -- npm test
`;

/** The flags of runs that derive needs. */
const needsFlags = {
  ...repeatFlags,
  parallel: { ...repeatFlags.parallel, default: 4, defaultText: '4' },
};

/** Runs a command with a simulator, and again to derive what it needs, if `--needs` is `auto`. */
async function runExec(raw: Flags, childCommand: readonly string[]): Promise<void> {
  const createEnvironment = readEnvironment('exec', raw, childCommand);
  const isAuto = [raw.needs].flat().includes('auto');
  const flags = isAuto ? { ...raw, needs: undefined } : raw;
  if (isAuto) {
    resolveOwnFlags('--needs auto', flags, defaults);
  }
  const saveJunit = await openJunit('animal-store exec', raw);
  const run = await startRun(flags, defaults);
  const { simulator, node, failOn, options } = run;
  const { core } = node;
  if (options.logLevel !== 'silent') {
    console.error(`Animal Store console: ${simulator.origin}/`);
  }
  let needs: DerivedNeeds | undefined;
  if (isAuto) {
    core.record().derived = (...use) => needs?.of(...use);
  }
  const code = await runAttached(childCommand, createEnvironment(simulator)).catch(
    async (error) => {
      await simulator.close();
      throw error;
    },
  );
  const isEmpty = core.summary().exchanges === 0;
  const isUnchecked = isEmpty && failOn.length > 0;
  if (isUnchecked || (isEmpty && options.logLevel !== 'silent')) {
    console.error(isUnchecked ? nothingToCheck : isAuto ? nothingToDerive : noRequests);
  }
  if (isAuto && code === 0 && !isEmpty) {
    // Loaded here: other runs must not wait for it.
    const { deriveByRuns, formatDerived } = await import('./derive-needs.js');
    const settings = readFlags(needsFlags, flags);
    needs = await deriveByRuns(childCommand, createEnvironment, node, settings).catch(
      ({ message }) => void console.error(`Needs could not be derived: ${message}`),
    );
    process.stdout.write(needs === undefined ? '' : formatDerived(needs));
  }
  const failure = await finishRun(run);
  await saveJunit(async () => {
    const { listCases } = await import('../server/log/summary-text.js');
    const received = {
      name: 'receives requests',
      className: 'exec',
      message: noRequests,
      details: '',
    };
    const verdict = isEmpty ? 'unverified' : 'passed';
    return [{ ...received, verdict }, ...listCases(core.summary(), failOn)];
  });
  process.exitCode ||= code || failure || (isUnchecked || (isAuto && !needs) ? 2 : 0);
}

/** `animal-store exec`: a simulator that runs as long as another command. */
export const execCommand: Command = {
  name: 'exec',
  usage: '[options] -- <command...>',
  description:
    'Starts a simulator on a free port, runs a command, stops the simulator, and exits with the exit ' +
    'code of the command.',
  details,
  flags: { ...childFlags, ...junitFlag, ...runFlags, ...needsFlags },
  startFlags: optionTable,
  takesCommand: true,
  run: runExec,
};
