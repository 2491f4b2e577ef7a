import { type RunCommand, runMatrix } from '../matrix/matrix.js';
import { formatMatrix, listPointCases } from '../matrix/text.js';
import { optionTable } from '../options/table.js';
import { createNodeSimulator } from '../simulator/node-simulator.js';
import { writeJunit } from '../verify/report/junit.js';
import { childFlags, prepareChild } from './child-process.js';
import { type Command, configFlag, readFlags, resolveFlags } from './command.js';
import { createRunner, repeatFlags } from './repeat.js';
import { prepareReport, reportFlags } from './reports.js';

/** Without those that the matrix sets itself: a free port, and each profile. */
const { port, profile, pact, consumer, needs, ...startFlags } = optionTable;

const details = `
The command gets the base URL in ANIMAL_STORE_URL (it ends in /v1) and the key
in ANIMAL_STORE_API_KEY, and in the variables that --env and --env-key name.
The options of start work here too, except --port, --profile and those of a
contract; animal-store start --help lists them. --choice pins an open point to one choice in all runs.
--clock 2030-12-06 adds the time after getPet is removed.

A choice is tried alone if the command uses its point and no passing profile has it.

Exit codes: 0 the command passed in all runs, 1 it failed with some choices, 2 no
comparison: it fails with the profile default, or sends no requests; 3 wrong
usage; 127 when the program does not exist.

Examples:
  animal-store matrix -- npm test
  animal-store matrix --env API_URL --env-key API_TOKEN -- npx vitest run
  animal-store matrix --parallel 4 --json matrix.json -- npm test
`;

export const command: Command = {
  usage: '[options] -- <command...>',
  description:
    'Runs a command, such as a test suite, with every profile and with single choices for open ' +
    'points, each time with a fresh simulator, and reports the choices that make it fail.',
  details,
  flags: { ...repeatFlags, ...reportFlags, ...childFlags, ...configFlag },
  startFlags,
  takes: 'command',
  run: async (flags, childCommand) => {
    const start = prepareChild('matrix', flags, childCommand);
    const { timeout, parallel } = readFlags(repeatFlags, flags);
    const options = resolveFlags(flags, { port: 0, logLevel: 'error' }, 'matrix');
    const saveJson = await prepareReport('json', flags);
    const saveJunit = await prepareReport('junit', flags);
    const run = createRunner(start, timeout);
    const createSimulator = (choices = options.choices) =>
      createNodeSimulator({ ...options, port: 0, choices });
    const runWith: RunCommand = (name, choices) => run(name, createSimulator(choices));
    const report = await runMatrix(runWith, options.choices, parallel);
    process.stdout.write(formatMatrix(report));
    process.exitCode = report.outcome === 'passed' ? 0 : 1;
    const redacted = childCommand.map(createSimulator().core.redact);
    await saveJunit?.(writeJunit('animal-store matrix', undefined, listPointCases(report)));
    await saveJson?.(`${JSON.stringify({ command: redacted, ...report }, null, 2)}\n`);
  },
};
