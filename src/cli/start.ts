import { Command } from 'commander';
import { resolveOptions, UsageError } from '../options/resolve.js';
import { type RunningSimulator, SimulatorCore } from '../simulator.js';
import { addFailOn, couldNotRun, finish, readFailOn } from './finish.js';
import { examplesHelp, openPointsHelp } from './help.js';
import { addOptions, gatherOptions, type ShellDefaults } from './options.js';
import { addStateFiles, checkExport, importInto, readStateFiles } from './state-options.js';

/** Someone sits before it. */
const defaults: ShellDefaults = { port: 4010, logLevel: 'info' };

function readyLine({ url, apiKey }: RunningSimulator): string {
  const curl = `curl -H 'Authorization: Bearer ${apiKey}' ${url}/pets`;
  return `Animal Store simulator is ready at ${url} with the key ${apiKey}. Try: ${curl}`;
}

/** Stops on the first signal, as PID 1 too; the second one ends the process at once. */
function stopOnSignals(simulator: RunningSimulator, end: () => Promise<number>): void {
  let stopping = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) {
      process.exit(signal === 'SIGINT' ? 130 : 143);
    }
    stopping = true;
    simulator
      .close()
      .then(end)
      .then(
        (code) => process.exit(code),
        (error) => {
          console.error(error instanceof UsageError ? error.message : error);
          process.exit(couldNotRun);
        },
      );
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
}

/** `animal-store start`: a simulator that listens until it is told to stop. */
export function startCommand(): Command {
  const command = new Command('start')
    .usage('[options]')
    .description(
      'Starts the double of the Animal Store service, which says which of its answers are ' +
        'promised by the interface, and which it made up. Stops at SIGINT or SIGTERM.',
    )
    .allowExcessArguments()
    .exitOverride()
    .addHelpText('after', `${openPointsHelp()}\n${examplesHelp}`);
  return addStateFiles(addFailOn(addOptions(command, defaults))).action(
    async (flags: Record<string, unknown>, { args }: Command) => {
      if (args.length > 0) {
        throw new UsageError(
          `${JSON.stringify(args[0])} is no command of animal-store. The commands are start, exec, matrix, verify, sandboxes, reset, state, requests, rules and clock; --help shows more.`,
        );
      }
      const failOn = readFailOn(flags, process.env);
      const files = readStateFiles(flags, process.env);
      const options = resolveOptions(gatherOptions(flags, process.env, defaults));
      const core = new SimulatorCore(options);
      await importInto(core, files);
      await checkExport(files);
      const simulator = await core.start();
      stopOnSignals(simulator, () => finish(simulator, options, { ...files, failOn }));
      console.log(readyLine(simulator));
    },
  );
}
