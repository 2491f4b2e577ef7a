import { Command } from 'commander';
import { omitUndefined, type SandboxInfo } from '../admin/schemas.js';
import { connect, type RemoteSimulator } from '../client/connect.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { readOneOf } from '../options/readers.js';
import { readOption, UsageError } from '../options/resolve.js';
import { showErrorsAsSentences } from './options.js';

/** Where a running simulator is, and which of its sandboxes is meant. */
export interface TargetFlags {
  readonly url?: string;
  readonly sandbox?: string;
  readonly adminToken?: string;
}

/** `animal-store rules add`. */
function fullName(command: Command): string {
  return command.parent === null ? command.name() : `${fullName(command.parent)} ${command.name()}`;
}

/** @throws {UsageError} for a word that a command has no place for, with what was meant perhaps */
function checkArguments(command: Command): void {
  const word = command.args[command.registeredArguments.length];
  if (word === undefined) {
    return;
  }
  const words = command.commands.map((one) => one.name()).join(' or ');
  const takes = words === '' ? '' : ` It takes ${words}, and shows what there is without.`;
  throw new UsageError(
    `${fullName(command)} takes no ${JSON.stringify(word)}.${takes} A sandbox is named ` +
      'with --sandbox <name>; --help shows all options.',
  );
}

/** A command that talks to a running simulator. */
export function controlCommand(name: string, description: string): Command {
  const command = new Command(name)
    .description(description)
    .exitOverride()
    .allowExcessArguments()
    .hook('preAction', (_command, called) => checkArguments(called))
    .option(
      '--url <address>',
      'where it runs (default: ANIMAL_STORE_URL, or http://127.0.0.1:4010)',
    )
    .option('--sandbox <name>', 'which sandbox is meant (default: default)')
    .option(
      '--admin-token <token>',
      'the token that it was started with (default: ANIMAL_STORE_ADMIN_TOKEN)',
    );
  return showErrorsAsSentences(command, `animal-store ${name} --help shows all options.`);
}

/** The simulator that a command is about. */
export function simulatorOf({ url, adminToken }: TargetFlags): RemoteSimulator {
  return connect(url, adminToken === undefined ? {} : { adminToken });
}

/** The sandbox that a command is about. */
export function sandboxOf(flags: TargetFlags): SandboxHandle {
  return simulatorOf(flags).sandbox(flags.sandbox ?? 'default');
}

function inWords(error: SimulatorError): string {
  // A header is nothing that could be said to a command.
  return error.code === 'simulator_token_refused'
    ? 'The simulator asks for the token that it was started with, and none or another one came. ' +
        'Say it with --admin-token or ANIMAL_STORE_ADMIN_TOKEN.'
    : error.message;
}

/** Says what the simulator says as a sentence of the command. */
export async function asCommand<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof SimulatorError ? new UsageError(inWords(error)) : error;
  }
}

/** How a flag's text is read, and what is legal. */
interface FlagReader<Value> {
  readonly legal: string;
  readonly read: (raw: unknown) => Value | undefined;
}

/** Reads one of several names. */
export function nameOf<Name extends string>(names: readonly Name[]): FlagReader<Name> {
  return { legal: `one of ${names.join(', ')}`, read: readOneOf(names) };
}

/** The values of the flags that were said, by name. */
export function readFlags(
  flags: Readonly<Record<string, string | undefined>>,
  readers: Readonly<Record<string, FlagReader<unknown>>>,
): Record<string, unknown> {
  const read = Object.entries(readers).map(([name, reader]) => [
    name,
    readFlag(`--${name}`, flags[name], reader),
  ]);
  return omitUndefined(Object.fromEntries(read));
}

/** The value of a flag, if it was said. */
export function readFlag<Value>(
  flag: string,
  raw: unknown,
  reader: FlagReader<Value>,
): Value | undefined {
  return raw === undefined ? undefined : readOption(reader, { value: raw, label: flag });
}

/** So many sandboxes are named; others are counted. */
const maxNamed = 10;

function listNames(sandboxes: readonly SandboxInfo[]): string {
  const names = sandboxes.map(({ name }) => name);
  if (names.length === 1) {
    return `there is ${names[0]} alone`;
  }
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `there are ${names.slice(0, maxNamed).join(', ')}${more}`;
}

/**
 * Says so when the sandbox that was looked at isn't there: its name may be misspelt, and looking makes
 * none. What was shown is what it would be.
 *
 * @returns whether it is there
 */
export async function checkSandbox(flags: TargetFlags): Promise<boolean> {
  const { name } = sandboxOf(flags);
  const sandboxes = await simulatorOf(flags).sandboxes();
  const isThere = sandboxes.some((sandbox) => sandbox.name === name);
  if (!isThere) {
    console.error(`There is no sandbox ${name} yet; ${listNames(sandboxes)}.`);
  }
  return isThere;
}
