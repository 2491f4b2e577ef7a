import { formatFlag, type OptionEntry } from '../src/options/option.js';
import { optionTable } from '../src/options/table.js';
import { verifyOptionTable } from '../src/options/verify-options.js';

const tables = { optionTable, verifyOptionTable };
type Table = Readonly<Record<string, OptionEntry<unknown>>>;

/** The default of programs, and that of commands where it differs. */
function formatDefault({ defaultText = 'none', read, ...row }: OptionEntry<unknown>): string {
  const isSimple = typeof row.default === 'number' || typeof row.default === 'string';
  return isSimple && read(defaultText) !== row.default
    ? `${row.default} in TypeScript, ${defaultText} on the command line`
    : defaultText;
}

/** Describes an option for the types of the package: its meaning, what is allowed, and its default. */
export function describeOption(name: string, table: Table): string {
  const row = table[name] as OptionEntry<unknown>;
  const { help, expected, required } = row;
  const properties = new Map(Object.entries(table).map(([key, one]) => [formatFlag(one), key]));
  const toProperties = (text: string) =>
    text.replace(/--[a-z-]+/g, (flag) => properties.get(flag) ?? flag);
  // The type has names and objects already.
  const allowed =
    typeof expected === 'function' || /^(?:one |<)/.test(expected) ? [] : [`Must be ${expected}`];
  const fallback = required ? [] : [`Default: ${formatDefault(row)}`];
  const sentences = [help.replace(/^./, (first) => first.toUpperCase()), ...allowed, ...fallback];
  return toProperties(sentences.map((sentence) => `${sentence}.`).join(' '));
}

/** Adds comments to the declarations of the tables, from which the types of options derive. */
export const addOptionComments = (declarations: string) =>
  declarations.replace(/^declare const (\w+): \{$[\s\S]*?^\};$/gm, (declaration, name) => {
    const table: Table | undefined = tables[name as keyof typeof tables];
    return table === undefined
      ? declaration
      : declaration.replace(
          /^ {2}(?:readonly )?(\w+): /gm,
          (line, option) => `  /** ${describeOption(option, table)} */\n${line}`,
        );
  });
