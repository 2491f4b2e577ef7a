import type { Command } from 'commander';
import { stringify } from 'lossless-json';
import { document } from '../admin/generated/document.js';
import { omitUndefined, type Rule, type RuleState } from '../admin/schemas.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { faults } from '../engine/interface/message.js';
import { maxDelay } from '../engine/sandbox/preferences.js';
import { readWholeNumber } from '../options/readers.js';
import { UsageError } from '../options/resolve.js';
import { checkSandbox, createControlCommand, openSandbox } from './control-command.js';
import { createNameReader, readFlags } from './options.js';

function readProbability(raw: unknown): number | undefined {
  const value = Number(raw);
  return value >= 0 && value <= 1 ? value : undefined;
}

const readers = {
  operation: createNameReader(document.components.schemas.OperationName.enum),
  code: { legal: 'a status such as 404', read: readWholeNumber(100, 599) },
  delay: { legal: `milliseconds up to ${maxDelay}`, read: readWholeNumber(0, maxDelay) },
  fault: createNameReader(faults),
  times: { legal: 'a whole number from 1', read: readWholeNumber(1, 1_000_000) },
  probability: { legal: 'a number from 0 to 1', read: readProbability },
} as const;

/** What a rule answers with; the other flags say when. */
const answers = ['code', 'example', 'delay', 'fault'];

function ruleOf(flags: Readonly<Record<string, string | undefined>>): Rule {
  const { example, petId, bodyContains } = flags;
  if (answers.every((name) => flags[name] === undefined)) {
    throw new UsageError(
      'The rule forces nothing. Say at least one of --code, --example, --delay and --fault.',
    );
  }
  const match = omitUndefined({ petId, bodyContains });
  const matching = Object.keys(match).length === 0 ? undefined : match;
  // Which examples an operation has is for the simulator to say.
  return omitUndefined({ example, match: matching, ...readFlags(flags, readers) });
}

function inWords({ id, applied, times, tried: _tried, ...rule }: RuleState): string {
  const left = times === undefined ? '' : ` of ${times}`;
  return `${id}  applied ${applied}${left}  ${stringify(rule)}`;
}

async function list(sandbox: SandboxHandle): Promise<void> {
  const rules = await sandbox.rules();
  console.log(
    rules.length === 0
      ? `The sandbox ${sandbox.name} has no rules.`
      : rules.map(inWords).join('\n'),
  );
}

function addCommand(): Command {
  return createControlCommand('add', 'Forces answers from now on.')
    .option('--operation <name>', 'of listPets, createPet or getPet alone')
    .option('--code <status>', 'answer with this status')
    .option('--example <name>', 'answer with this example of /openapi.yaml')
    .option('--delay <ms>', 'answer so late')
    .option('--fault <name>', 'break the answer: reset, empty, truncate, garbage')
    .option('--times <count>', 'so many times (default: until it is removed)')
    .option('--probability <number>', 'by chance, from 0 to 1; seeded')
    .option('--pet-id <id>', 'for requests of this identifier alone')
    .option('--body-contains <text>', 'for requests whose body has this text alone')
    .action(async (_flags, command: Command) => {
      const flags = command.optsWithGlobals();
      console.log(inWords(await openSandbox(flags).addRule(ruleOf(flags))));
    });
}

async function remove(sandbox: SandboxHandle, id: string): Promise<void> {
  try {
    await sandbox.removeRule(id);
  } catch (error) {
    throw error instanceof SimulatorError && error.code === 'not_found'
      ? new UsageError(
          `The sandbox ${sandbox.name} has no rule ${JSON.stringify(id)}. ` +
            '`animal-store rules` lists those that it has.',
        )
      : error;
  }
}

function removeCommand(): Command {
  return createControlCommand('remove', 'Removes a rule, or all of them.')
    .argument('[id]', 'which one; without it, all')
    .action(async (id: string | undefined, _flags, command: Command) => {
      const sandbox = openSandbox(command.optsWithGlobals());
      await (id === undefined ? sandbox.clearRules() : remove(sandbox, id));
      await list(sandbox);
    });
}

/** `animal-store rules`: the rules of a sandbox. */
export function createRulesCommand(): Command {
  return (
    createControlCommand('rules', 'Shows the rules of a sandbox of a running simulator.')
      // Which sandbox is meant can be said before the word add or behind it.
      .enablePositionalOptions()
      .action(async (flags) => {
        await list(openSandbox(flags));
        await checkSandbox(flags);
      })
      .addCommand(addCommand())
      .addCommand(removeCommand())
  );
}
