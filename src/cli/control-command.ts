import { Command } from 'commander';
import type { SandboxInfo } from '../admin/schemas.js';
import { connect, type RemoteSimulator } from '../client/connect.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { UsageError } from '../options/resolve.js';
import { showErrorsAsSentences } from './options.js';

/** Flags that select a running simulator and one of its sandboxes. */
export interface TargetFlags {
  readonly url?: string;
  readonly sandbox?: string;
  readonly adminToken?: string;
}

/** `animal-store rules add`. */
function getFullName(command: Command): string {
  return command.parent === null
    ? command.name()
    : `${getFullName(command.parent)} ${command.name()}`;
}

/** @throws {UsageError} for an argument that the command does not take */
function checkArguments(command: Command): void {
  const word = command.args[command.registeredArguments.length];
  if (word === undefined) {
    return;
  }
  const words = command.commands.map((one) => one.name()).join(' and ');
  const subcommands = words === '' ? '' : ` Its subcommands are ${words}.`;
  throw new UsageError(
    `${getFullName(command)} does not take the argument ${JSON.stringify(word)}.${subcommands} ` +
      'Name a sandbox with --sandbox <name>; --help shows all options.',
  );
}

/**
 * Creates a command that controls a running simulator.
 *
 * @param fullName `reset`, `rules add`
 */
export function createControlCommand(fullName: string, description: string): Command {
  const command = new Command(fullName.split(' ').at(-1))
    .description(description)
    .exitOverride()
    .allowExcessArguments()
    .hook('preAction', (_command, action) => checkArguments(action))
    .option('--url <url>', 'simulator URL (default: ANIMAL_STORE_URL or http://127.0.0.1:4010)')
    .option('--sandbox <name>', 'sandbox name (default: default)')
    .option('--admin-token <token>', 'admin token (default: ANIMAL_STORE_ADMIN_TOKEN)');
  return showErrorsAsSentences(command, `animal-store ${fullName} --help shows all options.`);
}

/** Connects to the simulator that the flags select. */
export function connectTo({ url, adminToken }: TargetFlags): RemoteSimulator {
  return connect(url, adminToken === undefined ? {} : { adminToken });
}

/** Opens the sandbox that the flags select; nothing is sent yet. */
export function openSandbox(flags: TargetFlags): SandboxHandle {
  return connectTo(flags).sandbox(flags.sandbox ?? 'default');
}

/** More sandboxes than these are counted, not named. */
const maxNamed = 10;

function formatNames(sandboxes: readonly SandboxInfo[]): string {
  const names = sandboxes.map(({ name }) => name);
  const more = names.length > maxNamed ? ` and ${names.length - maxNamed} more` : '';
  return `${names.slice(0, maxNamed).join(', ')}${more}`;
}

/**
 * Warns when the sandbox does not exist: its name may be misspelt, and reading does not create it.
 *
 * @returns whether it exists
 */
export async function checkSandbox(flags: TargetFlags): Promise<boolean> {
  const { name } = openSandbox(flags);
  const sandboxes = await connectTo(flags).sandboxes();
  const exists = sandboxes.some((sandbox) => sandbox.name === name);
  if (!exists) {
    console.error(
      `The sandbox ${name} does not exist. Existing sandboxes: ${formatNames(sandboxes)}.`,
    );
  }
  return exists;
}
