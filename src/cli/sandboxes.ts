import type { Command } from 'commander';
import { oneOf } from '../options/option-entry.js';
import { checkCatalogue } from '../options/raw-options.js';
import { fixtureNames, optionTable } from '../options/table.js';
import { formatCount } from '../summary/text.js';
import { createOption } from './command.js';
import { checkSandbox, connectTo, createControlCommand, openSandbox } from './control-command.js';
import { readFlagOptions, readFlags } from './options.js';
import { formatSnapshotFile, readSnapshotFile } from './state-files.js';

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
const resetTable = {
  seed: optionTable.seed,
  pets: optionTable.pets,
  // A simulator reads files at its start only.
  fixture: {
    flag: '--fixture <name>',
    help: `fixture: ${fixtureNames.join(', ')}`,
    ...oneOf(fixtureNames),
  },
  profile: optionTable.profile,
  choose: optionTable.choose,
};

export function createResetCommand(): Command {
  const command = createControlCommand(
    'reset',
    'Resets a sandbox of a running simulator to its start, or to another seed, fixture or profile.',
  );
  for (const entry of Object.values(resetTable)) {
    command.addOption(createOption(entry));
  }
  return command.action(async (flags) => {
    const sandbox = openSandbox(flags);
    checkCatalogue(readFlagOptions(resetTable, flags));
    await sandbox.reset(readFlags(flags, resetTable));
    const pets = await sandbox.pets.list();
    console.log(`Reset the sandbox ${sandbox.name}; it has ${formatCount(pets.length, 'pet')}.`);
  });
}

export function createStateCommand(): Command {
  return createControlCommand(
    'state',
    'Prints a snapshot of a sandbox of a running simulator, or restores one.',
  )
    .option('--restore <file>', 'snapshot to restore; - reads standard input')
    .action(async (flags) => {
      const sandbox = openSandbox(flags);
      if (flags.restore === undefined) {
        console.log(formatSnapshotFile(await sandbox.snapshot()));
        await checkSandbox(flags);
        return;
      }
      await sandbox.restore(await readSnapshotFile(flags.restore));
      console.log(`Restored the sandbox ${sandbox.name}.`);
    });
}
