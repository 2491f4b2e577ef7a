import { dirname, isAbsolute, resolve } from 'node:path';
import { isJsonObject } from '../document/json.js';
import { readInputFile } from './files.js';
import { formatRaw, labelOptions, type RawOption } from './option.js';
import type { SimulatorOptions } from './options.js';
import { checkObject, type RawOptions, resolveOptions } from './portable.js';
import { fixtureNames, optionNames, type ResolvedOptions } from './table.js';
import { UsageError } from './usage-error.js';

function readObject(path: string): Readonly<Record<string, unknown>> {
  const describe = (problem: string) => `The config file ${path} ${problem}. Check its path.`;
  // Drops the byte order mark that some editors write.
  const text = new TextDecoder().decode(readInputFile(path, describe));
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`The config file ${path} is not JSON: ${(error as Error).message}.`);
  }
  if (!isJsonObject(value)) {
    throw new UsageError(
      `The config file ${path} must be a JSON object, such as {"port": 4010, "pets": 100}.`,
    );
  }
  return value;
}

/** The options that name files. */
const pathOptions = ['fixture', 'tlsCert', 'tlsKey'] as const;

/**
 * Reads a config file: a JSON object of options. Paths in it are relative to the file.
 *
 * @throws {UsageError} when the file can't be read, or holds an unknown option
 */
export function readConfigFile({ value: path, label }: RawOption): RawOptions {
  if (typeof path !== 'string' || path === '') {
    throw new UsageError(`${label} must be the path of a JSON file; got ${formatRaw(path)}.`);
  }
  const { $schema: _ignored, ...options } = readObject(path);
  const raw = labelOptions(options, optionNames, (name) => `${name} in ${path}`);
  for (const name of pathOptions) {
    const option = raw[name];
    const file = option?.value;
    if (option && typeof file === 'string' && !isAbsolute(file) && !fixtureNames.includes(file)) {
      raw[name] = { ...option, value: resolve(dirname(path), file) };
    }
  }
  return raw;
}

/** Overrides options with those of another source, whose fixture or pets replace both. */
export function mergeRawOptions(base: RawOptions, overrides: RawOptions): RawOptions {
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
  checkObject(options);
  const { config, ...raw } = labelOptions(options, [...optionNames, 'config'] as const);
  return resolveOptions(config === undefined ? raw : mergeRawOptions(readConfigFile(config), raw));
}
