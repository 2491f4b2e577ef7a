import { optionTable } from '../options/table.js';
import { childFlags } from './child-process.js';
import type { Command } from './command.js';
import { execCommand, needsFlags, runExec } from './exec.js';

const details = `
The command runs once as with animal-store exec; each further run leaves out one
field, and the last one all that nothing missed: at most 14 runs, two of which leave
out nothing. A run that fails shows a need. With the fixtures for Vitest and Playwright, each test has its own.

Exit codes: those of exec; 2 when nothing was derived.

Example:
  animal-store needs -- npm test
`;

const { pact, consumer, needs, ...startFlags } = optionTable;

/** `animal-store needs`: finds the fields of responses that a command needs. */
export const needsCommand: Command = {
  ...execCommand,
  name: 'needs',
  description: 'Finds the fields of responses without which a command, such as tests, fails.',
  details,
  flags: { ...needsFlags, ...childFlags },
  startFlags,
  run: (flags, childCommand) => runExec('needs', { ...flags, needs: 'auto' }, childCommand),
};
