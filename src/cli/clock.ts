import type { Command } from 'commander';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { readInstant } from '../options/readers.js';
import { UsageError } from '../options/resolve.js';
import { asCommand, checkSandbox, controlCommand, readFlag, sandboxOf } from './target.js';

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

function readDuration(raw: unknown): number | undefined {
  const match = /^(-?\d{1,9})(ms|s|m|h|d)$/.exec(String(raw));
  return match === null ? undefined : Number(match[1]) * (units[match[2] as string] as number);
}

interface ClockFlags {
  readonly freeze?: string | true;
  readonly advance?: string;
  readonly release?: true;
}

async function change({ clock }: SandboxHandle, { freeze, advance, release }: ClockFlags) {
  if (freeze !== undefined && release) {
    throw new UsageError("--freeze and --release can't be said together. Leave one of them out.");
  }
  const legal = 'an instant such as 2030-12-06T00:00:00Z (ISO 8601)';
  const at =
    freeze === true ? undefined : readFlag('--freeze', freeze, { legal, read: readInstant });
  const duration = { legal: 'a duration such as 90s, 2h or 30d', read: readDuration };
  const milliseconds = readFlag('--advance', advance, duration);
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

/** `animal-store clock`: the time of a sandbox. */
export function clockCommand(): Command {
  return controlCommand('clock', 'Shows the time of a sandbox of a running simulator, or sets it.')
    .option('--freeze [instant]', 'stand still at an instant, or now')
    .option('--advance <duration>', 'go forward: 90s, 2h, 30d; or back: -2h')
    .option('--release', 'run as real time does')
    .action((flags) =>
      asCommand(async () => {
        const sandbox = sandboxOf(flags);
        await change(sandbox, flags);
        console.log((await sandbox.clock.now()).toISOString());
        await checkSandbox(flags);
      }),
    );
}
