import { stringify } from 'lossless-json';
import { suggest } from '../base/nearest.js';
import { shorten } from '../base/text.js';
import { UsageError } from '../base/usage-error.js';

/** The reader of a raw value, and the words of the message when it is not allowed. */
export interface Readable<Value, Input = Value> {
  /** The allowed values, to end the sentence `--port must be …`. */
  readonly expected: string | ((raw: unknown) => string);
  /** Returns the value, or nothing when the raw value is not allowed. */
  readonly read: (raw: unknown) => Value | undefined;
  /** Words in allowed values: a message suggests the nearest one for a mistyped one. */
  readonly words?: readonly string[];
  /** Hides secrets of a value in a message; undefined hides all of it. */
  readonly show?: (raw: unknown) => unknown;
  /** Never set: its type is what programs may pass. */
  readonly input?: Input;
}

/** One row of a table of options; flag, variable, config key, help, checks and types derive from it. */
export interface OptionEntry<Value, Input = unknown> extends Readable<Value, Input> {
  /** `--port <port>`, or `--read-only` without a value. Without one, it is no flag of the command. */
  readonly flag?: string;
  /** Heading in the help. Default: Options. */
  readonly group?: string;
  readonly help: string;
  /** True if the value may be a path: in a config file, it is relative to the file. */
  readonly isPath?: true;
  readonly default: Value;
  /** The default as people read it. */
  readonly defaultText?: string;
  readonly repeatable?: true;
  readonly required?: true;
}

export type OptionTable = Readonly<Record<string, OptionEntry<unknown>>>;

type Row = Omit<OptionEntry<unknown>, 'default'> & { readonly default?: unknown };

/** Undefined where a row neither has a default nor is required. */
type ValueOf<One extends Row> =
  | Exclude<ReturnType<One['read']>, undefined>
  | (One extends { readonly default: unknown } | { readonly required: true } ? never : undefined);

type OptionInput<One extends Row> = Exclude<One['input'], undefined>;

export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name]['default'];
};

export type InputsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: OptionInput<Table[Name]>;
};

/** Gives rows a group, and their default as people read it. */
export function defineOptions<Rows extends Readonly<Record<string, Row>>>(
  group: string,
  rows: Rows & { readonly [Name in keyof Rows]: { readonly default?: ValueOf<Rows[Name]> } },
): {
  readonly [Name in keyof Rows]: OptionEntry<ValueOf<Rows[Name]>, OptionInput<Rows[Name]>>;
} {
  const entries = Object.entries<Row>(rows).map(([name, entry]) => {
    const defaultText = String(entry.default ?? '') || 'none';
    return [name, { group, defaultText, ...entry }];
  });
  return Object.fromEntries(entries);
}

/** The flag of a row without the placeholder of its value: `--port`. */
export const formatFlag = ({ flag = '' }: { readonly flag?: string }) => flag.replace(/ .*/, '');

/** The environment variable of an option: `maxBody` is `ANIMAL_STORE_MAX_BODY`. */
export const formatVariable = (name: string) =>
  `ANIMAL_STORE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

const labelName = (name: string) => `The option ${name}`;

/** A value before it is checked, and what messages call it: `--port`, `ANIMAL_STORE_PORT`. */
export interface RawOption {
  readonly value: unknown;
  readonly label: string;
}

export type RawOptions = Readonly<Partial<Record<string, RawOption>>>;

/** @throws {UsageError} that names the option and the allowed values */
export function readOption<Value>(
  { expected, read, words = [], show = (shown) => shown }: Readable<Value, unknown>,
  raw: RawOption,
): Value {
  const value = read(raw.value);
  if (value === undefined) {
    const all = show(raw.value);
    // A repeatable flag that was set once is shown as it was written.
    const shown = Array.isArray(all) && all.length === 1 ? all[0] : all;
    const text = shorten(stringify(shown) ?? String(shown));
    const wanted = typeof expected === 'string' ? expected : expected(raw.value);
    const received = shown === undefined ? 'the value is not shown' : `got ${text}`;
    const unknown = text.match(/[\w.-]+/g)?.filter((word) => !words.includes(word)) ?? [];
    const advice = unknown.map((word) => suggest(word, words)).join('');
    throw new UsageError(`${raw.label} must be ${wanted}; ${received}.${advice}`);
  }
  return value;
}

/** Reads all options of a table; `label` is what the message calls one that is required and not set. */
export function readOptions<Table extends OptionTable>(
  table: Table,
  raw: RawOptions,
  label: (name: string) => string = labelName,
): ValuesOf<Table> {
  const entries = Object.entries(table).map(([name, entry]) => {
    const option = raw[name];
    if (option === undefined && entry.required) {
      throw new UsageError(`${label(name)} is required. Set it to ${entry.expected}.`);
    }
    return [name, option === undefined ? entry.default : readOption(entry, option)];
  });
  return Object.freeze(Object.fromEntries(entries));
}

/** @throws {UsageError} for a name that the table doesn't have, or when there is no object */
export function labelOptions(
  options: object,
  table: object,
  label: (name: string) => string = labelName,
): RawOptions {
  const names = Object.keys(table);
  if (typeof options !== 'object' || options === null) {
    const some = names.slice(0, 2).join(' and ');
    throw new UsageError(`The options must be an object with properties such as ${some}.`);
  }
  const entries = Object.entries(options);
  const [unknown] = entries.find(([name]) => !names.includes(name)) ?? [];
  if (unknown !== undefined) {
    throw new UsageError(
      `${label(unknown)} is unknown. Use ${names.join(', ')}.${suggest(unknown, names)}`,
    );
  }
  const set = entries.filter(([, value]) => value !== undefined);
  return Object.fromEntries(set.map(([name, value]) => [name, { value, label: label(name) }]));
}
