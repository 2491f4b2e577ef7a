import type { Command } from 'commander';
import type { SandboxInfo } from '../admin/schemas.js';
import { connect, type RemoteSimulator } from '../client/connect.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { createCommand } from './command.js';

/** Flags that select a running simulator and one of its sandboxes. */
export interface TargetFlags {
  readonly url?: string;
  readonly sandbox?: string;
  readonly adminToken?: string;
}

/** Creates a command that controls a running simulator. */
export function createControlCommand(name: string, description: string): Command {
  return createCommand(name, description)
    .option('--url <url>', 'simulator URL (default: ANIMAL_STORE_URL or http://127.0.0.1:4010)')
    .option('--sandbox <name>', 'sandbox name (default: default)')
    .option('--admin-token <token>', 'admin token (default: ANIMAL_STORE_ADMIN_TOKEN)');
}

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
