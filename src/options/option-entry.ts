import {
  type Readable,
  readBytes,
  readOneOf,
  readSwitch,
  readText,
  readWholeNumber,
} from './readers.js';

/** An option: its flag, its help, its default, and how a raw value is read. */
export interface OptionEntry<Value> extends Readable<Value> {
  /** The environment variable and the key of a config file have the same name. */
  readonly flag: string;
  readonly help: string;
  readonly default: NoInfer<Value>;
  /** The default as people read it, if that differs from its text. */
  readonly shown?: string;
  readonly repeatable?: true;
}

/** An option without a default. */
export const optional = <Value>(
  entry: Omit<OptionEntry<Value>, 'default'>,
): OptionEntry<Value | undefined> => ({ ...entry, default: undefined });

type OptionGroup = 'Server' | 'Pets' | 'Behaviour' | 'Contract' | 'Access' | 'Logs' | 'Limits';
type Grouped<Value> = OptionEntry<Value> & { readonly group: OptionGroup; readonly shown: string };

/** Adds the group of options, and their defaults as people read them. */
export function inGroup<Values extends object>(
  group: OptionGroup,
  entries: { readonly [Name in keyof Values]: OptionEntry<Values[Name]> },
): { readonly [Name in keyof Values]: Grouped<Values[Name]> } {
  const all: [string, OptionEntry<unknown>][] = Object.entries(entries);
  const grouped = all.map(([name, entry]) => {
    const shown = String(entry.default ?? '') || 'none';
    return [name, { group, shown, ...entry }];
  });
  return Object.fromEntries(grouped);
}

/** A switch, which is off by default. */
export const switchedOff = {
  shown: 'off',
  default: false,
  legal: 'true or false',
  read: readSwitch,
};

export const filePath = (what: string) => ({
  legal: `the path of ${what}`,
  read: readText,
});

export const wholeNumber = (from: number, to: number, what = 'a whole number') => ({
  legal: `${what} from ${from} to ${to}`,
  read: readWholeNumber(from, to),
});

/** A size in bytes with this default. */
export const byteSize = (shown: string) => ({
  shown,
  default: readBytes(shown) as number,
  legal: `a size from 1 byte to 1024MiB, such as 65536, 64KiB or ${shown}`,
  read: readBytes,
});

export const oneOf = <Name extends string>(names: readonly Name[]) => ({
  legal: `one of ${names.join(', ')}`,
  read: readOneOf(names),
});
