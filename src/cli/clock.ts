import type { Command } from 'commander';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { readInstant } from '../options/readers.js';
import { UsageError } from '../options/usage-error.js';
import { checkSandbox, createControlCommand, openSandbox } from './control-command.js';
import { readFlag } from './options.js';

const unitMilliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function parseDuration(raw: unknown): number | undefined {
  const match = /^(-?\d{1,9})(ms|s|m|h|d)$/.exec(String(raw));
  return match === null
    ? undefined
    : Number(match[1]) * (unitMilliseconds[match[2] as string] as number);
}

const instantReader = {
  legal: 'an instant such as 2030-12-06T00:00:00Z (ISO 8601)',
  read: readInstant,
};
const durationReader = {
  legal: 'a duration in ms, s, m, h or d, such as 90s, 2h, 30d or -2h',
  read: parseDuration,
};

interface ClockFlags {
  readonly freeze?: string | true;
  readonly advance?: string;
  readonly release?: true;
}

async function setClock({ clock }: SandboxHandle, { freeze, advance, release }: ClockFlags) {
  if (freeze !== undefined && release) {
    throw new UsageError('--freeze and --release must not be used together. Omit one of them.');
  }
  const at = freeze === true ? undefined : readFlag('--freeze', freeze, instantReader);
  const milliseconds = readFlag('--advance', advance, durationReader);
  if (release) {
    await clock.release();
  }
  if (freeze !== undefined) {
    await clock.freeze(at);
  }
  if (milliseconds !== undefined) {
    await clock.advance(milliseconds);
  }
}

export function createClockCommand(): Command {
  return createControlCommand('clock', 'Shows or sets the clock of a sandbox.')
    .option('--freeze [instant]', 'instant to stop the clock at (default: now)')
    .option('--advance <duration>', 'time to add, such as 90s, 2h, 30d or -2h')
    .option('--release', 'return to real time')
    .action(async (flags) => {
      const sandbox = openSandbox(flags);
      await setClock(sandbox, flags);
      console.log((await sandbox.clock.now()).toISOString());
      await checkSandbox(flags);
    });
}
