import { Command } from 'commander';
import { resolveOptions } from '../options/resolve.js';
import { type RunningSimulator, SimulatorCore } from '../simulator.js';
import { addFailOn, couldNotRun, finish, readFailOn } from './finish.js';
import {
  addCommandLine,
  addOptions,
  checkCommand,
  gatherOptions,
  readVariables,
  type ShellDefaults,
} from './options.js';
import { environmentFor, type Variables } from './process/ending.js';
import { addStateFiles, checkExport, importInto, readStateFiles } from './state-options.js';

/** The terminal belongs to the command. */
const defaults: ShellDefaults = { port: 0, logLevel: 'error' };

const nothingCame =
  'No request reached the service. The command finds its address, which ends in /v1, in ' +
  'ANIMAL_STORE_URL, or in a variable that --env names.';
const nothingToJudge = `${nothingCame} So --fail-on has nothing to judge.`;

const after = `
The command finds the simulator by ANIMAL_STORE_URL (which ends in /v1) and ANIMAL_STORE_API_KEY,
and in the variables that --env and --env-key name. All options of start can be said before it.

Exit codes: that of the command (128 and the signal's number when a signal ended it, 127 when there
is no such program); 1 when it passed and --fail-on fails it; 2 when the simulator could not be run, or
when --fail-on has nothing to judge, as no request came.

Examples:
  animal-store exec -- npm test
  animal-store exec --env API_URL --env-key API_TOKEN -- npx vitest run
  animal-store exec --profile hostile --fail-on open,deprecated -- npm test
`;

/** Runs the command while the simulator listens, and not a moment longer. */
async function runBeside(
  simulator: RunningSimulator,
  words: readonly string[],
  variables: Variables,
): Promise<number> {
  // Loaded when they are needed: `start` does without.
  const { runAttached } = await import('./process/attached.js');
  try {
    const environment = environmentFor(simulator, variables, process.env);
    return (await runAttached(words, environment)).code;
  } finally {
    await simulator.close();
  }
}

/** `animal-store exec`: a simulator for as long as another command runs. */
export function execCommand(): Command {
  const command = new Command('exec')
    .usage('[options] -- <command...>')
    .description(
      'Starts a simulator on a free port, runs a command that calls it, stops it, and exits with ' +
        'the exit code of the command.',
    )
    .exitOverride()
    .addHelpText('after', after);
  addStateFiles(addFailOn(addCommandLine(addOptions(command, defaults))));
  return command.action(async (words: readonly string[], flags: Record<string, unknown>) => {
    checkCommand(words, 'exec');
    const failOn = readFailOn(flags, process.env);
    const files = readStateFiles(flags, process.env);
    const variables = readVariables(flags);
    const options = resolveOptions(gatherOptions(flags, process.env, defaults));
    const core = new SimulatorCore(options);
    await importInto(core, files);
    await checkExport(files);
    const simulator = await core.start();
    const code = await runBeside(simulator, words, variables);
    const nothing = simulator.summary().exchanges === 0;
    const unjudged = nothing && failOn.length > 0;
    if (unjudged || (nothing && options.logLevel !== 'silent')) {
      console.error(unjudged ? nothingToJudge : nothingCame);
    }
    const failed = await finish(simulator, options, { ...files, failOn });
    process.exitCode = code || failed || (unjudged ? couldNotRun : 0);
  });
}
