import { stringify } from 'lossless-json';
import { shorten } from '../document/format.js';
import { UsageError } from './usage-error.js';

/** How a raw value is read, and what the message says when it is not allowed. */
export interface Readable<Value, Input = Value> {
  /** The allowed values, to end the sentence `--port must be …`. */
  readonly expected: string | ((raw: unknown) => string);
  /** Returns the value, or nothing when the raw value is not allowed. */
  readonly read: (raw: unknown) => Value | undefined;
  /** Hides secrets of a value in a message; undefined hides all of it. */
  readonly show?: (raw: unknown) => unknown;
  /** Never set: its type is what programs may pass. */
  readonly input?: Input;
}

/** One row of a table of options; flag, variable, config key, help, checks and types derive from it. */
export interface OptionEntry<Value, Input = unknown> extends Readable<Value, Input> {
  /** `--port <port>`, or `--read-only` without a value. Without one, it is no flag of the command. */
  readonly flag?: string;
  /** Its heading in the help. Default: Options. */
  readonly group?: string;
  readonly help: string;
  readonly default: NoInfer<Value>;
  /** The default as people read it. */
  readonly defaultText?: string;
  readonly repeatable?: true;
  readonly required?: true;
}

export type OptionTable = Readonly<Record<string, OptionEntry<unknown>>>;

type ValueOf<Row extends OptionEntry<unknown>> =
  | Exclude<ReturnType<Row['read']>, undefined>
  | (undefined extends Row['default'] ? undefined : never);

/** What programs may pass; without a type of its own, a value. */
type InputOf<Row extends OptionEntry<unknown>> = 'input' extends keyof Row
  ? Exclude<Row['input'], undefined>
  : Exclude<ValueOf<Row>, undefined>;

/** The values of all options of a table. */
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: ValueOf<Table[Name]>;
};

/** What programs may pass for the options of a table. */
export type InputsOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]?: InputOf<Table[Name]>;
};

/** Gives rows a group, and their default as people read it. */
export function defineOptions<Rows extends OptionTable>(
  group: string,
  rows: Rows & { readonly [Name in keyof Rows]: { readonly default: ValueOf<Rows[Name]> } },
): {
  readonly [Name in keyof Rows]: OptionEntry<ValueOf<Rows[Name]>, InputOf<Rows[Name]>> & {
    group: string;
    defaultText: string;
  };
} {
  const entries = Object.entries<OptionEntry<unknown>>({ ...rows }).map(([name, entry]) => {
    const defaultText = String(entry.default ?? '') || 'none';
    return [name, { group, defaultText, ...entry }];
  });
  return Object.fromEntries(entries);
}

/** An option without a default. */
export const optional = <Value, Input>(
  entry: Omit<OptionEntry<Value, Input>, 'default'>,
): OptionEntry<Value | undefined, Input> => ({ ...entry, default: undefined });

/** The flag of a row without the placeholder of its value: `--port`. */
export const formatFlag = ({ flag = '' }: { readonly flag?: string }) => flag.replace(/ .*/, '');

/** The environment variable of an option: `maxBody` is `ANIMAL_STORE_MAX_BODY`. */
export const formatVariable = (name: string) =>
  `ANIMAL_STORE_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;

/** A value before it is checked, and what messages call it: `--port`, `ANIMAL_STORE_PORT`. */
export interface RawOption {
  readonly value: unknown;
  readonly label: string;
}

export type RawOptions<Name extends PropertyKey> = Partial<Record<Name, RawOption>>;

function formatRaw(value: unknown): string {
  // A repeatable flag that was set once is shown as it was written.
  const shown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return shorten(stringify(shown) ?? String(shown));
}

/**
 * Reads one option.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function readOption<Value>(
  { expected, read, show = (shown) => shown }: Readable<Value, unknown>,
  raw: RawOption,
): Value {
  const value = read(raw.value);
  if (value === undefined) {
    const shown = show(raw.value);
    const wanted = typeof expected === 'string' ? expected : expected(raw.value);
    const received = shown === undefined ? 'the value is not shown' : `got ${formatRaw(shown)}`;
    throw new UsageError(`${raw.label} must be ${wanted}; ${received}.`);
  }
  return value;
}

/**
 * Reads all options of a table; those that are not set have their default.
 *
 * @param label what messages call an option that is required and not set
 * @throws {UsageError} that names the option and the allowed values
 */
export function readOptions<Table extends OptionTable>(
  table: Table,
  raw: RawOptions<keyof Table>,
  label: (name: keyof Table & string) => string = String,
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

/** What messages call an option of a TypeScript function. */
export const labelName = (name: string) => `The option ${name}`;

/**
 * Labels the options of an object.
 *
 * @throws {UsageError} for an unknown name, or when there is no object
 */
export function labelOptions<Name extends string>(
  options: object,
  names: readonly Name[],
  label: (name: string) => string = labelName,
): RawOptions<Name> {
  if (typeof options !== 'object' || options === null) {
    throw new UsageError('The options must be an object, such as { seed: 7 }.');
  }
  const raw: RawOptions<string> = {};
  for (const [name, value] of Object.entries<unknown>({ ...options })) {
    if (!(names as readonly string[]).includes(name)) {
      throw new UsageError(`${label(name)} is unknown. Use ${names.join(', ')}.`);
    }
    if (value !== undefined) {
      raw[name] = { value, label: label(name) };
    }
  }
  return raw as RawOptions<Name>;
}
