import type { Command } from 'commander';
import { stringify } from 'lossless-json';
import { document } from '../admin/generated/document.js';
import type { Rule, RuleState } from '../admin/schemas.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { type JsonValue, omitUndefined, tryReadJsonValue } from '../engine/interface/json.js';
import { faults } from '../engine/interface/message.js';
import { operations as describedOperations } from '../engine/interface/operations.js';
import { maxDelay } from '../engine/sandbox/preferences.js';
import { errorStatuses } from '../engine/sandbox/scenarios.js';
import { oneOf } from '../options/option-entry.js';
import { readWholeNumber } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import { collect } from './command.js';
import {
  checkSandbox,
  createControlCommand,
  openSandbox,
  type TargetFlags,
} from './control-command.js';
import { type Flags, readFlags } from './options.js';

function parseProbability(raw: unknown): number | undefined {
  const value = Number(raw);
  return value >= 0 && value <= 1 ? value : undefined;
}

const operations = document.components.schemas.OperationName.enum;

const { min, max } = errorStatuses;
const successes = [
  ...new Set(describedOperations.flatMap(({ statuses }) => statuses.filter((one) => one < min))),
];
const readErrorStatus = readWholeNumber(min, max);

const readers = {
  operation: oneOf(operations),
  code: {
    legal: `one of ${successes.join(', ')}, or a status from ${min} to ${max}`,
    read: (raw: unknown) =>
      successes.find((status) => String(status) === raw) ?? readErrorStatus(raw),
  },
  delay: { legal: `milliseconds from 0 to ${maxDelay}`, read: readWholeNumber(0, maxDelay) },
  fault: oneOf(faults),
  times: { legal: 'a whole number from 1 to 1000000', read: readWholeNumber(1, 1_000_000) },
  probability: { legal: 'a number from 0 to 1', read: parseProbability },
} as const;

/** The flags that force something; the others say when. */
const effects = ['code', 'example', 'delay', 'fault', 'header'];

type PairFlag = 'header' | 'matchHeader' | 'matchQuery';

/** The flags as commander collects them. */
type RuleFlags = Flags &
  TargetFlags & {
    readonly [Name in PairFlag]?: readonly string[];
  } & { readonly [Name in 'example' | 'petId' | 'body' | 'bodyContains' | 'matchBody']?: string };

/** Reads `name: value` or `name=value` texts; undefined without any. */
function readPairs(
  flag: string,
  separator: ':' | '=',
  texts: readonly string[] | undefined,
): Record<string, string> | undefined {
  const pairs = texts?.map((text) => {
    const place = text.indexOf(separator);
    if (place < 1) {
      throw new UsageError(
        `${flag} must be a name and a value with ${JSON.stringify(separator)} between them; got ${JSON.stringify(text)}.`,
      );
    }
    return [text.slice(0, place).trim(), text.slice(place + 1).trim()] as const;
  });
  return pairs && Object.fromEntries(pairs);
}

/** Reads a body: JSON, or else text. */
const readBody = (text: string | undefined) =>
  text === undefined ? undefined : (tryReadJsonValue(text) ?? text);

function readMatchBody(text: string | undefined): JsonValue | undefined {
  const value = text === undefined ? undefined : tryReadJsonValue(text);
  if (text !== undefined && value === undefined) {
    throw new UsageError(`--match-body must be JSON; got ${JSON.stringify(text)}.`);
  }
  return value;
}

function readMatch(flags: RuleFlags): Rule['match'] {
  const match = omitUndefined({
    petId: flags.petId,
    query: readPairs('--match-query', '=', flags.matchQuery),
    headers: readPairs('--match-header', ':', flags.matchHeader),
    body: readMatchBody(flags.matchBody),
    bodyContains: flags.bodyContains,
  });
  return Object.keys(match).length === 0 ? undefined : match;
}

function readRule(flags: RuleFlags): Rule {
  if (effects.every((name) => flags[name] === undefined)) {
    throw new UsageError(
      'A rule must force something. Set at least one of --code, --example, --delay, --fault and --header.',
    );
  }
  // The simulator checks how these fit the operation.
  return omitUndefined({
    example: flags.example,
    body: readBody(flags.body),
    headers: readPairs('--header', ':', flags.header),
    match: readMatch(flags),
    ...readFlags(flags, readers),
  });
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
    .option('--body <json|text>', 'body of the response, with --code 400 to 599')
    .option('--header <name:value>', 'header of the response (repeatable)', collect)
    .option('--times <count>', 'number of requests to force (default: no limit)')
    .option('--probability <number>', 'chance that it applies, from 0 to 1 (default: 1)')
    .option('--pet-id <id>', 'pet id that a request must have')
    .option('--match-query <name=value>', 'query parameter of the request (repeatable)', collect)
    .option('--match-header <name:value>', 'header of the request (repeatable)', collect)
    .option('--match-body <json>', 'JSON that a request body must contain')
    .option('--body-contains <text>', 'text that a request body must contain')
    .action(async (_flags, command: Command) => {
      const flags = command.optsWithGlobals<RuleFlags>();
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
