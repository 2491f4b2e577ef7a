import { openPointNames, openPoints } from '../document/open-points.js';
import type { OptionEntry } from '../options/option.js';
import type { Command } from './command.js';

const wrap = (text: string, width: number) =>
  text.replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n').trimEnd();

/** Formats the flags of a command in their groups, each with its meaning beside it. */
function formatFlags({ flags }: Command, width: number): string {
  const rows: Partial<OptionEntry<unknown>>[] = Object.values(flags).filter(({ flag }) => flag);
  rows.push({ flag: '-h, --help', help: 'show this help' });
  const column = Math.max(...rows.map(({ flag = '' }) => flag.length)) + 4;
  const groups: Record<string, string> = {};
  for (const { flag, help, group = 'Options', defaultText = 'none', repeatable } of rows) {
    const rest = defaultText === 'none' ? '' : ` (default: ${defaultText})`;
    const meaning = `${help}${repeatable ? '; repeatable' : ''}${rest}`;
    const lines = wrap(meaning, Math.max(20, width - column)).split('\n');
    const row = `  ${flag}`.padEnd(column) + lines.join(`\n${' '.repeat(column)}`);
    groups[group] = `${groups[group] ?? `${group}:\n`}${row}\n`;
  }
  return Object.values(groups).join('\n');
}

export function formatCommandHelp(name: string, command: Command, width = 80): string {
  const { usage = '[options]', description, details } = command;
  return `Usage: animal-store ${name} ${usage}

${wrap(description, width)}

${formatFlags(command, width)}
${details.trim()}
`;
}

/** Formats the main help; it fits a terminal of 80 columns and 24 lines. */
export function formatHelp(summaries: Readonly<Record<string, readonly [string, unknown]>>) {
  const lines = Object.entries(summaries).map(
    ([name, [summary]]) => `  ${name.padEnd(9)}  ${summary}`,
  );
  return `A test double of the Animal Store service.

Usage: animal-store [command] [options]

Commands:
${lines.join('\n')}

Options of start (animal-store start --help lists all):
  --port <port>          port to listen on; 0 picks a free one (default: 4010)
  --fixture <name|file>  pets to start with: a named fixture or a JSON file
  --profile <name>       default, strict, lenient or hostile
  --fail-on <kinds>      open, deprecated, violation, mismatch, refused or all
More: animal-store <command> --help, animal-store help open-points, --version`;
}

export function formatOpenPoints(): string {
  const width = Math.max(...openPointNames.map((point) => point.length));
  const lines = openPointNames.map((point) => {
    const { choices, silent, section } = openPoints[point];
    return `  ${point.padEnd(width)}  ${choices.join(' | ')}\n      ${silent} (section ${section})`;
  });
  return `Open points: behaviour that the interface document does not specify.
The first choice of each is the default. Set others with --profile or --choice:

  animal-store --profile hostile
  animal-store --choice list-order=shuffled --choice id-scheme=large

${lines.join('\n')}`;
}
