import { dirname, resolve } from 'node:path';
import { isJsonObject } from '../document/json.js';
import { readJsonFile } from './files.js';
import { labelOptions, type RawOption, readOption } from './option.js';
import type { SimulatorOptions } from './options.js';
import { resolveOptions } from './portable.js';
import { filePath } from './readers.js';
import {
  fixtureNames,
  optionNames,
  type RawSimulatorOptions,
  type ResolvedOptions,
} from './table.js';
import { UsageError } from './usage-error.js';

/** What a config file says about the service that `animal-store learn` has asked. */
export interface LearnedSource {
  /** Its base URL. */
  readonly from: string;
  /** When, in ISO 8601. */
  readonly at: string;
  /** Points that could not be told, and why. */
  readonly unset: Readonly<Record<string, string>>;
  /** Points at which the service does what no choice of the simulator is. */
  readonly beyond: Readonly<Record<string, string>>;
}

function readConfigObject(config: RawOption) {
  const path = readOption(filePath('a JSON file'), config);
  const value = readJsonFile(path, `The config file ${path}`);
  if (!isJsonObject(value)) {
    throw new UsageError(
      `The config file ${path} must be a JSON object, such as {"port": 4010, "pets": 100}.`,
    );
  }
  return { path, value };
}

/** Reads where the choices of a config file come from; empty if it does not say so. */
export function readLearned(config: RawOption): Partial<LearnedSource> {
  const { learned } = readConfigObject(config).value;
  return isJsonObject(learned) ? learned : {};
}

/** The options that name files. */
const pathOptions = ['fixture', 'tlsCert', 'tlsKey'] as const;

/**
 * Reads a config file: a JSON object of options. Paths in it are relative to the file.
 *
 * @throws {UsageError} when the file can't be read, or holds an unknown option
 */
export function readConfigFile(config: RawOption): RawSimulatorOptions {
  const { path, value } = readConfigObject(config);
  // `animal-store learn` says there where the choices come from.
  const { $schema: _ignored, learned: _source, ...options } = value;
  const raw = labelOptions(options, optionNames, (name) => `${name} in ${path}`);
  for (const name of pathOptions) {
    const option = raw[name];
    const file = option?.value;
    if (option && typeof file === 'string' && !fixtureNames.includes(file)) {
      raw[name] = { ...option, value: resolve(dirname(path), file) };
    }
  }
  return raw;
}

/** Overrides options with those of another source, whose fixture or pets replace both. */
export function mergeRawOptions(
  base: RawSimulatorOptions,
  overrides: RawSimulatorOptions,
): RawSimulatorOptions {
  const { fixture: _fixture, pets: _pets, ...others } = base;
  const replaced = overrides.fixture !== undefined || overrides.pets !== undefined;
  return { ...(replaced ? others : base), ...overrides };
}

/**
 * Resolves the options of the TypeScript API, which override those of their config file.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolveSimulatorOptions(options: SimulatorOptions): ResolvedOptions {
  const { config, ...raw } = labelOptions(options, [...optionNames, 'config'] as const);
  return resolveOptions(config === undefined ? raw : mergeRawOptions(readConfigFile(config), raw));
}
