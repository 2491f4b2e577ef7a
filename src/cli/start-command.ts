import type { Command } from 'commander';
import { addFlags, createCommand } from './command.js';
import { start, startDefaults, startFlags } from './start.js';

const details = `
Every option is also an environment variable (--max-body is
ANIMAL_STORE_MAX_BODY) and a key of the config file (maxBody); those under Files
and Summary are no keys, and name their variable. Flags override variables, which
override the config file. animal-store help open-points lists the open points and
their choices.

SIGINT (Ctrl+C), SIGTERM and SIGHUP (a closed terminal) stop it. A second SIGINT
or SIGTERM ends it at once. With --export-on-exit the second one lets the export
finish, and a third one ends it; the file then keeps its old content.

The ready line is JSON with --log-format json. --ready-file FILE has the same facts
as long as the simulator listens.

Exit codes: 0 stopped by a signal, 1 failed by --fail-on, 2 wrong usage or
could not start; 130 or 143 ended by a further SIGINT or SIGTERM.

Examples:
  animal-store                                  50 pets on http://127.0.0.1:4010/v1
  animal-store --open                           with its console in a browser
  animal-store --port 0 --seed 7 --pets 1000    other pets, on a free port
  animal-store --fixture my-pets.json           a saved response of GET /pets
  animal-store --profile hostile                find assumptions of a client
  animal-store --choose list-order=shuffled     one choice other than the profile's
  animal-store --clock 2030-12-05T00:00:00Z     the day getPet is removed
  animal-store --fail-on all                    exit with 1 on any of its findings
`;

/** `animal-store start`, for its help and for wrong usage: correct flags are parsed without Commander. */
export function createStartCommand(): Command {
  const command = createCommand(
    'start',
    'Starts a simulator of the Animal Store service. Stop it with Ctrl+C or SIGTERM.',
    details,
  );
  return addFlags(command, startFlags, startDefaults).action(start);
}
