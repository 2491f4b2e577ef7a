import { callAdvice } from '../matrix/matrix.js';
import type { DerivedNeeds } from '../matrix/needs.js';
import { optionTable } from '../options/table.js';
import { listFindingCases } from '../server/log/summary.js';
import type { JunitCase } from '../verify/report/junit.js';
import { childFlags, prepareChild, runAttached } from './child-process.js';
import { type Command, readFlags } from './command.js';
import { repeatFlags } from './repeat.js';
import { prepareReport, reportFlags } from './reports.js';
import { finishRun, runFlags, startRun } from './simulator-run.js';

const noRequests = `The simulator received no requests. ${callAdvice}`;
const nothingToDerive = " A simulator in the tests' own process, as with MSW, can't derive needs.";
const nothingToCheck = " Without requests, --fail-on can't pass.";

const details = `
The command gets the base URL in ANIMAL_STORE_URL (it ends in /v1) and the key
in ANIMAL_STORE_API_KEY, and in the variables that --env and --env-key name.
ANIMAL_STORE_ADMIN_URL is the URL of the admin interface, for curl.
All options of start work here too; animal-store start --help lists them. The
port is a free one, and --log-level is error, unless set.

--needs auto finds and prints the fields that the command reads. It repeats the
command without one field of one response at a time, and finally without every
field that no run needed; --timeout and --parallel apply. A failing run means that
the field is needed. With the fixtures for Vitest and Playwright, each test has its
own needs.

The signals SIGINT, SIGTERM, SIGHUP and SIGQUIT go on to the command and all that
it started. What is left after 5 seconds is killed; a second signal kills at once.
When exec is killed, all that it started ends.
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

const needsFlags = {
  ...repeatFlags,
  parallel: { ...repeatFlags.parallel, default: 4, defaultText: '4' },
};

export const command: Command = {
  usage: '[options] -- <command...>',
  description:
    'Starts a simulator on a free port, runs a command, stops the simulator, and exits with the exit ' +
    'code of the command.',
  details,
  flags: { ...childFlags, junit: reportFlags.junit, ...runFlags, ...needsFlags },
  startFlags: optionTable,
  takes: 'command',
  run: async (raw, childCommand) => {
    const start = prepareChild('exec', raw, childCommand);
    const isAuto = [raw.needs].flat().includes('auto');
    const flags = isAuto ? { ...raw, needs: undefined } : raw;
    const saveJunit = await prepareReport('junit', raw);
    // The terminal belongs to the command, so only errors are logged.
    const defaults = { port: 0, logLevel: 'error' } as const;
    const run = await startRun(flags, defaults, isAuto ? '--needs auto' : undefined);
    const { simulator, node, failOn } = run;
    const { core } = node;
    const isSilent = core.options.logLevel === 'silent';
    if (!isSilent) {
      console.error(`Animal Store console: ${simulator.origin}/`);
    }
    let needs: DerivedNeeds | undefined;
    if (isAuto) {
      (await core.record()).derived = (...use) => needs?.of(...use);
    }
    const code = await runAttached(start, simulator).catch(async (error) => {
      await simulator.close();
      throw error;
    });
    const isEmpty = core.summary().exchanges === 0;
    const isUnchecked = isEmpty && failOn.length > 0;
    if (isUnchecked || (isEmpty && !isSilent)) {
      console.error(noRequests + (isUnchecked ? nothingToCheck : isAuto ? nothingToDerive : ''));
    }
    if (isAuto && code === 0 && !isEmpty) {
      // Loaded here: other runs must not wait for it.
      const { deriveByRuns } = await import('./derive-needs.js');
      const settings = readFlags(needsFlags, flags);
      needs = await deriveByRuns(start, node, settings).catch(
        ({ message }) => void console.error(`Needs could not be derived: ${message}`),
      );
    }
    const failure = await finishRun(run);
    if (saveJunit !== undefined) {
      const { writeJunit } = await import('../verify/report/junit.js');
      const missing = isUnchecked ? 'unverified' : 'inconclusive';
      const verdict: JunitCase['verdict'] = isEmpty ? missing : 'passed';
      const rest = { className: 'exec', verdict, message: noRequests, details: '' };
      const cases = [
        { name: 'receives requests', ...rest },
        ...listFindingCases(core.summary(), failOn),
      ];
      await saveJunit(writeJunit('animal-store exec', undefined, cases));
    }
    process.exitCode ||= code || failure || (isUnchecked || (isAuto && !needs) ? 2 : 0);
  },
};
