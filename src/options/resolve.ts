import { dirname, isAbsolute, resolve } from 'node:path';
import { isJsonObject } from '../engine/interface/json.js';
import type { SimulatorOptions } from './options.js';
import {
  formatRaw,
  labelOptions,
  mergeRawOptions,
  type RawOption,
  type RawOptions,
  resolveOptions,
} from './raw-options.js';
import { readFileAtOnce } from './read-file.js';
import { fixtureNames, optionNames, type ResolvedOptions } from './table.js';
import { UsageError } from './usage-error.js';

/** The largest config file, in bytes. */
const maxConfigBytes = 1024 ** 2;

function readObject(path: string): Readonly<Record<string, unknown>> {
  const describe = (problem: string) => `The config file ${path} ${problem}. Check its path.`;
  const bytes = readFileAtOnce({ path, maxBytes: maxConfigBytes, describe });
  // Drops the byte order mark that some editors write.
  const text = new TextDecoder().decode(bytes);
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
  return { ...raw, ...resolvePaths(raw, dirname(path)) };
}

/** The options that name files. */
const pathOptions = ['fixture', 'tlsCert', 'tlsKey'] as const;

/** Resolves the paths of files against a folder. */
function resolvePaths(raw: RawOptions, folder: string): RawOptions {
  const entries = pathOptions.flatMap((name) => {
    const option = raw[name];
    const file = option?.value;
    return typeof file !== 'string' || isAbsolute(file) || fixtureNames.includes(file)
      ? []
      : [[name, { ...option, value: resolve(folder, file) }]];
  });
  return Object.fromEntries(entries);
}

/**
 * Resolves the options of the TypeScript API, which override those of their config file.
 *
 * @throws {UsageError} that names the option and the allowed values
 */
export function resolveSimulatorOptions(simulatorOptions: SimulatorOptions): ResolvedOptions {
  if (typeof simulatorOptions !== 'object' || simulatorOptions === null) {
    throw new UsageError('The options must be an object, such as { seed: 7 }.');
  }
  const names = [...optionNames, 'config'] as const;
  const { config, ...raw } = labelOptions(simulatorOptions, names, (name) => `The option ${name}`);
  return resolveOptions(config === undefined ? raw : mergeRawOptions(readConfigFile(config), raw));
}
