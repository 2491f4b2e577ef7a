import { shorten } from '../engine/interface/format.js';
import { type OptionName, optionNames, optionTable, type ResolvedOptions } from './table.js';

/** The simulator can't be run as asked: one sentence that names what was wrong and what is legal. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A raw value and what its author calls it: `--port`, `ANIMAL_STORE_PORT`, `port`. */
export interface RawOption {
  readonly value: unknown;
  readonly label: string;
}
export type RawOptions = Partial<Record<OptionName, RawOption>>;

/** Names the options of an object as its author does; an unknown one is an error. */
export function rawOptions(
  options: Readonly<Record<string, unknown>>,
  label: (name: string) => string,
): RawOptions {
  const raw: RawOptions = {};
  for (const [name, value] of Object.entries(options)) {
    if (!(optionNames as readonly string[]).includes(name)) {
      throw new UsageError(
        `${label(name)} is no option. The options are ${optionNames.join(', ')} and config.`,
      );
    }
    if (value !== undefined) {
      raw[name as OptionName] = { value, label: label(name) };
    }
  }
  return raw;
}

function show(value: unknown): string {
  // A repeatable flag that came once is shown as it was written.
  const shown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const text = typeof shown === 'bigint' ? undefined : JSON.stringify(shown);
  return shorten(text ?? String(shown));
}

/** How a raw value is read, and what is said when it isn't legal. */
interface Readable<Value> {
  /** The legal values, to end the sentence `--port must be …`. */
  readonly legal: string | ((raw: unknown) => string);
  readonly read: (raw: unknown) => Value | undefined;
}

/**
 * Reads one option.
 *
 * @throws {UsageError} that names the option and the legal values
 */
export function readOption<Value>({ legal, read }: Readable<Value>, raw: RawOption): Value {
  const value = read(raw.value);
  if (value === undefined) {
    const expected = typeof legal === 'string' ? legal : legal(raw.value);
    throw new UsageError(`${raw.label} must be ${expected}, and ${show(raw.value)} came.`);
  }
  return value;
}

function resolveOne(name: OptionName, raw: RawOption | undefined): unknown {
  const entry: Readable<unknown> = optionTable[name];
  return raw === undefined ? optionTable[name].default : readOption(entry, raw);
}

/** Puts one source of options over another: what names the catalogue above is all that names it. */
export function mergeRawOptions(below: RawOptions, above: RawOptions): RawOptions {
  const { fixture: _fixture, pets: _pets, ...others } = below;
  const namedAbove = above.fixture !== undefined || above.pets !== undefined;
  return { ...(namedAbove ? others : below), ...above };
}

/** @throws {UsageError} when the number of pets is said of a fixture, which has as many as it has */
export function checkCatalogue({ fixture, pets }: RawOptions): void {
  if (fixture && pets && fixture.value !== optionTable.fixture.default) {
    throw new UsageError(
      `${pets.label} and ${fixture.label} can't be said together: a fixture has as ` +
        'many pets as it has. Leave one of them out.',
    );
  }
}

/**
 * Reads and checks all options once; the result is complete and frozen.
 *
 * @throws {UsageError} that names the option and the legal values
 */
export function resolveOptions(raw: RawOptions): ResolvedOptions {
  checkCatalogue(raw);
  const entries = optionNames.map((name) => [name, resolveOne(name, raw[name])]);
  return Object.freeze(Object.fromEntries(entries)) as ResolvedOptions;
}
