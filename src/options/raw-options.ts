import { shorten } from '../engine/interface/format.js';
import type { Readable } from './readers.js';
import {
  fixtureNames,
  type OptionName,
  optionNames,
  optionTable,
  type ResolvedOptions,
} from './table.js';
import { UsageError } from './usage-error.js';

/** A value before it is checked, and what messages call it: `--port`, `ANIMAL_STORE_PORT`. */
export interface RawOption {
  readonly value: unknown;
  readonly label: string;
}
export type RawOptions = Partial<Record<OptionName, RawOption>>;

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
  { legal, read, show = (shown) => shown }: Readable<Value>,
  raw: RawOption,
): Value {
  const value = read(raw.value);
  if (value === undefined) {
    const expected = typeof legal === 'string' ? legal : legal(raw.value);
    const shown = show(raw.value);
    const received = shown === undefined ? 'the value is not shown' : `got ${formatRaw(shown)}`;
    throw new UsageError(`${raw.label} must be ${expected}; ${received}.`);
  }
  return value;
}

/**
 * Labels the options of an object.
 *
 * @throws {UsageError} for an unknown name
 */
export function labelOptions<Name extends string>(
  options: object,
  names: readonly Name[],
  label: (name: string) => string,
): Partial<Record<Name, RawOption>> {
  const unknown = Object.keys(options).find((name) => !(names as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`${label(unknown)} is unknown. Use ${names.join(', ')}.`);
  }
  const entries: [string, unknown][] = Object.entries(options);
  const set = entries.filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    set.map(([name, value]) => [name, { value, label: label(name) }]),
  ) as Partial<Record<Name, RawOption>>;
}

/** Overrides options with those of another source, whose fixture or pets replace both. */
export function mergeRawOptions(base: RawOptions, overrides: RawOptions): RawOptions {
  const { fixture: _fixture, pets: _pets, ...others } = base;
  const replaced = overrides.fixture !== undefined || overrides.pets !== undefined;
  return { ...(replaced ? others : base), ...overrides };
}

/** @throws {UsageError} when both a fixture and a number of pets are set */
function checkCatalogue({ fixture, pets }: RawOptions): void {
  if (fixture && pets && fixture.value !== optionTable.fixture.default) {
    throw new UsageError(
      `${pets.label} and ${fixture.label} must not be used together: ` +
        'the fixture sets the number of pets. Remove one of them.',
    );
  }
}

/** @throws {UsageError} when a certificate is set without its key, or a key without its certificate */
function checkCertificate({ tlsCert, tlsKey }: RawOptions): void {
  const [only, other] = tlsCert
    ? [tlsCert, '--tls-key (tlsKey)']
    : [tlsKey, '--tls-cert (tlsCert)'];
  if (only !== undefined && (tlsCert === undefined || tlsKey === undefined)) {
    throw new UsageError(`${only.label} requires ${other}. Set both.`);
  }
}

/**
 * @throws {UsageError} when a contract has no consumer, or a flag concerns a contract that is not written;
 * elsewhere, such an option is the default of `pact()` and of `GET /__admin/pact`
 */
function checkConsumer({ pact, consumer, needs }: RawOptions): void {
  const unused = [consumer, needs].find((option) => option?.label.startsWith('--'));
  if (pact === undefined && unused !== undefined) {
    throw new UsageError(
      `${unused.label} requires --pact (pact), the file of the contract. Set it, or remove ${unused.label}. ` +
        'Without a file, GET /__admin/pact?consumer=shop&needs=Pet=id reads the contract of a running simulator.',
    );
  }
  if (pact !== undefined && consumer === undefined) {
    throw new UsageError(
      `${pact.label} requires --consumer (consumer), the name of the consumer in the contract. Set it.`,
    );
  }
}

/** @throws {UsageError} when credentials are allowed to every origin, or to none */
function checkCredentials(label: string, { corsOrigin, corsCredentials }: ResolvedOptions): void {
  if (corsCredentials && (corsOrigin === '*' || corsOrigin.length === 0)) {
    throw new UsageError(
      `${label} requires a list of allowed origins, because browsers refuse credentials with *. ` +
        'Set --cors-origin (corsOrigin) to the origins of your app, such as http://localhost:3000.',
    );
  }
}

/** @throws {UsageError} when there is no file to watch */
function checkWatch(label: string, { fixture, watch }: ResolvedOptions): void {
  if (watch && fixtureNames.includes(fixture)) {
    throw new UsageError(
      `${label} requires a file of pets. Set --fixture (fixture) to the path of a JSON file.`,
    );
  }
}

/** @throws {UsageError} when options contradict that sandboxes are shared, or that they are not */
function checkStore({ store, sandboxTtl }: RawOptions, { watch }: ResolvedOptions): void {
  if (store === undefined && sandboxTtl !== undefined) {
    throw new UsageError(
      `${sandboxTtl.label} requires --store (store), because other sandboxes do not expire. Set it, or ` +
        'remove this one.',
    );
  }
  if (store !== undefined && watch) {
    throw new UsageError(
      `${store.label} and --watch (watch) must not be used together: sandboxes of a store keep the pets ` +
        'that they started with. Remove one of them.',
    );
  }
}

function resolveOption(name: OptionName, raw: RawOption | undefined): unknown {
  const entry: Readable<unknown> = optionTable[name];
  return raw === undefined ? optionTable[name].default : readOption(entry, raw);
}

/**
 * Checks all options; the result is complete and frozen.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolveOptions(raw: RawOptions): ResolvedOptions {
  checkCatalogue(raw);
  const entries = optionNames.map((name) => [name, resolveOption(name, raw[name])]);
  const options = Object.freeze(Object.fromEntries(entries)) as ResolvedOptions;
  checkCertificate(raw);
  checkConsumer(raw);
  checkWatch(raw.watch?.label ?? '', options);
  checkStore(raw, options);
  checkCredentials(raw.corsCredentials?.label ?? '', options);
  return options;
}
