import type { Command } from 'commander';
import { readOption } from '../../options/resolve.js';
import { type OptionName, optionTable } from '../../options/table.js';
import { flagName } from '../command-options.js';
import { asCommand, controlCommand, sandboxOf } from './target.js';

/** Of the options of `start`, those that a sandbox can be reset to. */
const names = ['seed', 'pets', 'fixture', 'profile', 'choose'] as const satisfies OptionName[];
type ResetFlags = Readonly<Partial<Record<(typeof names)[number], string>>>;

function read(flags: ResetFlags) {
  const entries = names
    .filter((name) => flags[name] !== undefined)
    .map((name) => {
      const raw = { value: flags[name], calledBy: flagName(name) };
      return [name, readOption<unknown>(optionTable[name], raw)];
    });
  return Object.fromEntries(entries);
}

/** `animal-store reset`: a sandbox back to its start. */
export function resetCommand(): Command {
  const command = controlCommand(
    'reset',
    'Takes a sandbox of a running simulator back to its seeded start, or to that of another seed, fixture or profile.',
  );
  for (const name of names) {
    command.option(optionTable[name].flag, optionTable[name].help);
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
