import { dirname, resolve } from 'node:path';
import { isJsonObject } from '../document/json.js';
import { readJsonFile } from './files.js';
import { labelOptions, type RawOption, readOption } from './option.js';
import { resolveOptions } from './portable.js';
import { filePath } from './readers.js';
import {
  fixtureNames,
  optionNames,
  type RawSimulatorOptions,
  type ResolvedOptions,
  type SimulatorOptions,
} from './table.js';
import { UsageError } from './usage-error.js';

/** The options that name files. */
const pathOptions = ['fixture', 'tlsCert', 'tlsKey', 'pact'] as const;

/**
 * Reads a config file: a JSON object of options. Paths in it are relative to the file.
 *
 * @throws {UsageError} when the file can't be read, or holds an unknown option
 */
export function readConfigFile(config: RawOption): RawSimulatorOptions {
  const path = readOption(filePath('a JSON file'), config);
  const value = readJsonFile(path, `The config file ${path}`);
  if (!isJsonObject(value)) {
    throw new UsageError(
      `The config file ${path} must be a JSON object, such as {"port": 4010, "pets": 100}.`,
    );
  }
  const { $schema: _ignored, ...options } = value;
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
  return { ...((overrides.fixture ?? overrides.pets) ? others : base), ...overrides };
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
