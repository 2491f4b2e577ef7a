import { openPointNames, openPoints } from '../engine/choices/open-points.js';
import { UsageError } from '../options/usage-error.js';
import { commands } from './commands.js';

/** The main help; it fits a terminal of 80 columns and 24 lines. */
export function formatHelp(): string {
  const lines = Object.entries(commands).map(
    ([name, { summary }]) => `  ${name.padEnd(9)}  ${summary}`,
  );
  return `A test double of the Animal Store service.

Usage: animal-store [command] [options]

Commands:
${lines.join('\n')}

Options of start (animal-store start --help lists all):
  --port <port>          port to listen on; 0 picks a free one (default: 4010)
  --fixture <name|file>  pets to start with: a named fixture or a JSON file
  --profile <name>       default, strict, lenient or hostile
  --fail-on <kinds>      exit 1 on open, deprecated, violation, refused or all
More: animal-store <command> --help, animal-store help open-points, --version`;
}

function formatOpenPoints(): string {
  const width = Math.max(...openPointNames.map((point) => point.length));
  const lines = openPointNames.map((point) => {
    const { choices, silent, section } = openPoints[point];
    return `  ${point.padEnd(width)}  ${choices.join(' | ')}\n      ${silent} (section ${section})`;
  });
  return `Open points: behaviour that the interface document does not specify.
The first choice of each is the default. Set others with --profile or --choose:

  animal-store --profile hostile
  animal-store --choose list-order=shuffled --choose id-scheme=large

${lines.join('\n')}`;
}

/** @throws {UsageError} when there is no such topic */
export function formatTopic(topic: string): string {
  if (topic !== 'open-points') {
    throw new UsageError(
      `There is no help for ${JSON.stringify(topic)}. ` +
        `Topics are open-points and the commands ${Object.keys(commands).join(', ')}.`,
    );
  }
  return formatOpenPoints();
}
