import { shorten } from '../document/format.js';
import { UsageError } from './usage-error.js';

/** How a raw value is read, and what the message says when it is not allowed. */
export interface Readable<Value> {
  /** The allowed values, to end the sentence `--port must be …`. */
  readonly expected: string | ((raw: unknown) => string);
  /** Returns the value, or nothing when the raw value is not allowed. */
  readonly read: (raw: unknown) => Value | undefined;
  /** Hides secrets of a value in a message; undefined hides all of it. */
  readonly show?: (raw: unknown) => unknown;
}

/** An option: its flag, its help, its default, and how a raw value is read. */
export interface OptionEntry<Value> extends Readable<Value> {
  /** Without one, it is no flag of the command: a variable and a key of a config file, or TypeScript only. */
  readonly flag?: string;
  /** Its heading in the help. */
  readonly group?: string;
  readonly help: string;
  readonly default: NoInfer<Value>;
  /** The default as people read it, if that differs from its text. */
  readonly defaultText?: string;
  readonly repeatable?: true;
  readonly required?: true;
}

/** Gives a table of options the types of their values. */
export const createTable = <Values extends object>(
  table: {
    readonly [Name in keyof Values]: OptionEntry<Values[Name]>;
  },
) => table;

/** A value before it is checked, and what messages call it: `--port`, `ANIMAL_STORE_PORT`. */
export interface RawOption {
  readonly value: unknown;
  readonly label: string;
}

export function formatRaw(value: unknown): string {
  // A repeatable flag that was set once is shown as it was written.
  const shown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const text = typeof shown === 'bigint' ? undefined : JSON.stringify(shown);
  return shorten(text ?? String(shown));
}

/**
 * Reads one option.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function readOption<Value>(
  { expected, read, show = (shown) => shown }: Readable<Value>,
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
export function readOptions<Values extends object>(
  table: { readonly [Name in keyof Values]: OptionEntry<Values[Name]> },
  raw: Partial<Record<keyof Values, RawOption>>,
  label = (name: keyof Values) => String(name),
): Readonly<Values> {
  const names = Object.keys(table) as (keyof Values)[];
  const entries = names.map((name) => {
    const [entry, option] = [table[name], raw[name]];
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
 * @throws {UsageError} for an unknown name
 */
export function labelOptions<Name extends string>(
  options: object,
  names: readonly Name[],
  label: (name: string) => string = labelName,
): Partial<Record<Name, RawOption>> {
  const unknown = Object.keys(options).find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`${label(unknown)} is unknown. Use ${names.join(', ')}.`);
  }
  const set = Object.entries<unknown>({ ...options }).filter(([, value]) => value !== undefined);
  const labelled = set.map(([name, value]) => [name, { value, label: label(name) }]);
  return Object.fromEntries(labelled) as Partial<Record<Name, RawOption>>;
}
