import type { Command } from 'commander';
import type { Reset } from '../admin/schemas.js';
import { checkCatalogue, type RawOption, readOption } from '../options/resolve.js';
import { fixtureNames, type OptionName, optionTable } from '../options/table.js';
import { formatCount } from '../summary/text.js';
import { checkSandbox, connectTo, createControlCommand, openSandbox } from './control-command.js';
import { createNameReader, getFlagName } from './options.js';
import { formatSnapshot, readSnapshotFile } from './state-files.js';

/** `animal-store sandboxes` */
export function createSandboxesCommand(): Command {
  return createControlCommand('sandboxes', 'Lists the sandboxes of a running simulator.').action(
    async (flags) => {
      for (const { name, pets, requests, rules } of await connectTo(flags).sandboxes()) {
        const counts = [
          formatCount(pets, 'pet'),
          formatCount(requests, 'request'),
          formatCount(rules, 'rule'),
        ];
        console.log(`${name}  ${counts.join(', ')}`);
      }
    },
  );
}

/** The options of `start` that a sandbox can be reset to. */
const resetNames = ['seed', 'pets', 'fixture', 'profile', 'choose'] as const satisfies OptionName[];
type ResetName = (typeof resetNames)[number];

/** A simulator reads files at its start only, so a reset takes named fixtures. */
const fixture = { flag: '--fixture <name>', help: `fixture: ${fixtureNames.join(', ')}` };

function readResetOption(name: ResetName, raw: RawOption): unknown {
  const reader = name === 'fixture' ? createNameReader(fixtureNames) : optionTable[name];
  return readOption<unknown>(reader, raw);
}

function readReset(flags: Readonly<Partial<Record<ResetName, string>>>): Reset {
  const raw = resetNames
    .filter((name) => flags[name] !== undefined)
    .map((name) => [name, { value: flags[name], label: getFlagName(name) }] as const);
  checkCatalogue(Object.fromEntries(raw));
  return Object.fromEntries(raw.map(([name, option]) => [name, readResetOption(name, option)]));
}

/** `animal-store reset` */
export function createResetCommand(): Command {
  const command = createControlCommand(
    'reset',
    'Resets a sandbox of a running simulator to its start, or to another seed, fixture or profile.',
  );
  for (const name of resetNames) {
    const { flag, help } = name === 'fixture' ? fixture : optionTable[name];
    command.option(flag, help);
  }
  return command.action(async (flags) => {
    const sandbox = openSandbox(flags);
    await sandbox.reset(readReset(flags));
    const pets = await sandbox.pets.list();
    console.log(`Reset the sandbox ${sandbox.name}; it has ${formatCount(pets.length, 'pet')}.`);
  });
}

/** `animal-store state` */
export function createStateCommand(): Command {
  return createControlCommand(
    'state',
    'Prints a snapshot of a sandbox of a running simulator, or restores one.',
  )
    .option('--restore <file>', 'snapshot to restore; - reads standard input')
    .action(async (flags) => {
      const sandbox = openSandbox(flags);
      if (flags.restore === undefined) {
        console.log(formatSnapshot(await sandbox.snapshot()));
        await checkSandbox(flags);
        return;
      }
      await sandbox.restore(await readSnapshotFile(flags.restore));
      console.log(`Restored the sandbox ${sandbox.name}.`);
    });
}
