import { dirname, resolve } from 'node:path';
import { readJsonFile } from '../base/files.js';
import { isJsonObject } from '../base/json.js';
import { UsageError } from '../base/usage-error.js';
import { fixtureNames } from './fixture-names.js';
import {
  labelOptions,
  type OptionTable,
  type RawOption,
  type RawOptions,
  readOption,
} from './option.js';
import { filePath } from './readers.js';
import { resolveOptions } from './resolve.js';
import { optionTable, type ResolvedOptions, type SimulatorOptions } from './table.js';

const table: OptionTable = optionTable;

/** @throws {UsageError} when the file can't be read, or holds no object */
export function readConfig(path: string): Readonly<Record<string, unknown>> {
  const value = readJsonFile(path, `The config file ${path}`);
  if (!isJsonObject(value)) {
    throw new UsageError(
      `The config file ${path} must be a JSON object, such as {"port": 4010, "pets": 100}.`,
    );
  }
  return value;
}

/** Reads the options of a config file; paths in it are relative to the file. */
export function readConfigFile(config: RawOption): RawOptions {
  const path = readOption(filePath('a JSON file'), config);
  const { $schema: _ignored, ...options } = readConfig(path);
  const isPath = (name: string, file: unknown): file is string =>
    table[name]?.isPath === true && typeof file === 'string' && !fixtureNames.includes(file);
  const resolved = Object.entries(options).map(([name, file]) => [
    name,
    isPath(name, file) ? resolve(dirname(path), file) : file,
  ]);
  return labelOptions(Object.fromEntries(resolved), optionTable, (name) => `${name} in ${path}`);
}

/** Overrides options with those of another source, whose fixture or pets replace both. */
export function mergeRawOptions(base: RawOptions, overrides: RawOptions): RawOptions {
  const { fixture: _fixture, pets: _pets, ...others } = base;
  return { ...((overrides.fixture ?? overrides.pets) ? others : base), ...overrides };
}

/** Resolves the options of the TypeScript API, which override those of their config file. */
export function resolveSimulatorOptions(options: SimulatorOptions): ResolvedOptions {
  const { config, ...raw } = labelOptions(options, { ...optionTable, config: undefined });
  return resolveOptions(config === undefined ? raw : mergeRawOptions(readConfigFile(config), raw));
}
