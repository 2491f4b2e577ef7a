import type { Command } from 'commander';
import { stringify } from 'lossless-json';
import { document } from '../admin/generated/document.js';
import { omitUndefined, type Rule, type RuleState } from '../admin/schemas.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { faults } from '../engine/interface/message.js';
import { operations as describedOperations } from '../engine/interface/operations.js';
import { beyondStatuses, maxDelay } from '../engine/sandbox/scenarios.js';
import { readWholeNumber } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import { checkSandbox, createControlCommand, openSandbox } from './control-command.js';
import { createNameReader, readFlags } from './options.js';

function parseProbability(raw: unknown): number | undefined {
  const value = Number(raw);
  return value >= 0 && value <= 1 ? value : undefined;
}

const operations = document.components.schemas.OperationName.enum;

/** What any operation can be forced to respond with; the simulator checks the one of a rule. */
const statuses = [
  ...new Set([...describedOperations.flatMap((one) => one.statuses), ...beyondStatuses]),
].sort((one, other) => one - other);

const readers = {
  operation: createNameReader(operations),
  code: {
    legal: `one of ${statuses.join(', ')}`,
    read: (raw: unknown) => statuses.find((status) => String(status) === raw),
  },
  delay: { legal: `milliseconds from 0 to ${maxDelay}`, read: readWholeNumber(0, maxDelay) },
  fault: createNameReader(faults),
  times: { legal: 'a whole number from 1 to 1000000', read: readWholeNumber(1, 1_000_000) },
  probability: { legal: 'a number from 0 to 1', read: parseProbability },
} as const;

/** The flags that force something; the others say when. */
const effects = ['code', 'example', 'delay', 'fault'];

function readRule(flags: Readonly<Record<string, string | undefined>>): Rule {
  const { example, petId, bodyContains } = flags;
  if (effects.every((name) => flags[name] === undefined)) {
    throw new UsageError(
      'A rule must force something. Set at least one of --code, --example, --delay and --fault.',
    );
  }
  const match = omitUndefined({ petId, bodyContains });
  const matching = Object.keys(match).length === 0 ? undefined : match;
  // The simulator checks the example, which depends on the operation.
  return omitUndefined({ example, match: matching, ...readFlags(flags, readers) });
}

function formatRule({ id, applied, times, tried: _tried, ...rule }: RuleState): string {
  const left = times === undefined ? '' : ` of ${times}`;
  return `${id}  applied ${applied}${left}  ${stringify(rule)}`;
}

async function printRules(sandbox: SandboxHandle): Promise<void> {
  const rules = await sandbox.rules();
  console.log(
    rules.length === 0
      ? `The sandbox ${sandbox.name} has no rules.`
      : rules.map(formatRule).join('\n'),
  );
}

function createAddCommand(): Command {
  return createControlCommand('rules add', 'Adds a rule that forces responses.')
    .option('--operation <name>', `operation: ${operations.join(', ')} (default: all)`)
    .option('--code <status>', 'status of the response')
    .option('--example <name>', 'named example of /openapi.yaml to respond with')
    .option('--delay <ms>', 'delay of the response in milliseconds')
    .option('--fault <name>', `broken response: ${faults.join(', ')}`)
    .option('--times <count>', 'number of requests to force (default: no limit)')
    .option('--probability <number>', 'chance that it applies, from 0 to 1 (default: 1)')
    .option('--pet-id <id>', 'pet id that a request must have')
    .option('--body-contains <text>', 'text that a request body must contain')
    .action(async (_flags, command: Command) => {
      const flags = command.optsWithGlobals();
      console.log(formatRule(await openSandbox(flags).addRule(readRule(flags))));
    });
}

async function removeRule(sandbox: SandboxHandle, id: string): Promise<void> {
  try {
    await sandbox.removeRule(id);
  } catch (error) {
    throw error instanceof SimulatorError && error.code === 'not_found'
      ? new UsageError(
          `The sandbox ${sandbox.name} has no rule ${JSON.stringify(id)}. ` +
            '`animal-store rules` lists its rules.',
        )
      : error;
  }
}

function createRemoveCommand(): Command {
  return createControlCommand('rules remove', 'Removes a rule, or all rules.')
    .argument('[id]', 'rule to remove (default: all)')
    .action(async (id: string | undefined, _flags, command: Command) => {
      const sandbox = openSandbox(command.optsWithGlobals());
      await (id === undefined ? sandbox.clearRules() : removeRule(sandbox, id));
      await printRules(sandbox);
    });
}

export function createRulesCommand(): Command {
  return (
    createControlCommand('rules', 'Lists the rules of a sandbox, or adds or removes rules.')
      // --sandbox works before and after the subcommand.
      .enablePositionalOptions()
      .action(async (flags) => {
        await printRules(openSandbox(flags));
        await checkSandbox(flags);
      })
      .addCommand(createAddCommand())
      .addCommand(createRemoveCommand())
  );
}
