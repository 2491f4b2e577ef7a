import type { Command } from 'commander';
import type { Reset } from '../admin/schemas.js';
import { checkCatalogue, type RawOption, readOption } from '../options/resolve.js';
import { fixtureNames, type OptionName, optionTable } from '../options/table.js';
import { flagName } from './options.js';
import { asCommand, controlCommand, nameOf, sandboxOf } from './target.js';

/** Of the options of `start`, those that a sandbox can be reset to. */
const names = ['seed', 'pets', 'fixture', 'profile', 'choose'] as const satisfies OptionName[];
type ResetName = (typeof names)[number];

/** A fixture is said by its name: the simulator reads files at its start alone. */
const fixture = { flag: '--fixture <name>', help: 'with the pets of this fixture' };

function readOne(name: ResetName, raw: RawOption): unknown {
  return readOption<unknown>(name === 'fixture' ? nameOf(fixtureNames) : optionTable[name], raw);
}

function read(flags: Readonly<Partial<Record<ResetName, string>>>): Reset {
  const raw = names
    .filter((name) => flags[name] !== undefined)
    .map((name) => [name, { value: flags[name], label: flagName(name) }] as const);
  checkCatalogue(Object.fromEntries(raw));
  return Object.fromEntries(raw.map(([name, option]) => [name, readOne(name, option)]));
}

/** `animal-store reset`: a sandbox back to its start. */
export function resetCommand(): Command {
  const command = controlCommand(
    'reset',
    'Takes a sandbox of a running simulator back to its seeded start, or to that of another seed, fixture or profile.',
  );
  for (const name of names) {
    const { flag, help } = name === 'fixture' ? fixture : optionTable[name];
    command.option(flag, help);
  }
  return command.action((flags) =>
    asCommand(async () => {
      const sandbox = sandboxOf(flags);
      await sandbox.reset(read(flags));
      const pets = (await sandbox.pets.list()).length;
      console.log(`The sandbox ${sandbox.name} is at its start, with ${pets} pets.`);
    }),
  );
}
