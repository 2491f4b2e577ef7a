import { readdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { packageRoot } from '../package-root.js';
import type { SimulatorOptions } from './options.js';
import {
  mergeRawOptions,
  type RawOptions,
  rawOptions,
  resolveOptions,
  UsageError,
} from './resolve.js';
import type { ResolvedOptions } from './table.js';

/** The folder of the named catalogues, which is part of the package. */
export const fixturesFolder = new URL('fixtures/', packageRoot);

/** The names that `--fixture` takes beside paths. */
export function namedFixtures(): string[] {
  return readdirSync(fixturesFolder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
}

function readObject(path: string): Record<string, unknown> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`The config file ${path} can't be read (${code}). Check its path.`);
  }
  let value: unknown;
  try {
    // Editors put a byte order mark before a file; in a file it does no harm.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`The config file ${path} is not JSON: ${(error as Error).message}.`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new UsageError(
      `The config file ${path} must be a JSON object, such as {"port": 4010, "pets": 100}.`,
    );
  }
  return value as Record<string, unknown>;
}

/**
 * Reads a config file: a JSON object of options. A fixture's path is relative to the file.
 *
 * @param label what its author calls the option: `--config`
 */
export function readConfigFile(path: string, label: string): RawOptions {
  if (typeof path !== 'string' || path === '') {
    throw new UsageError(`${label} must be the path of a JSON file, and nothing came.`);
  }
  const { $schema: _ignored, ...options } = readObject(path);
  const raw = rawOptions(options, (name) => `${name} in ${path}`);
  const fixture = raw.fixture?.value;
  if (typeof fixture !== 'string' || namedFixtures().includes(fixture) || isAbsolute(fixture)) {
    return raw;
  }
  return {
    ...raw,
    fixture: { value: resolve(dirname(path), fixture), label: `fixture in ${path}` },
  };
}

/** Resolves the options of the programmatic API; what it says goes before its config file. */
export function resolveSimulatorOptions(simulatorOptions: SimulatorOptions): ResolvedOptions {
  if (typeof simulatorOptions !== 'object' || simulatorOptions === null) {
    throw new UsageError('The options must be an object, such as { seed: 7 }.');
  }
  const { config, ...options } = simulatorOptions;
  const own = rawOptions(options, (name) => `The option ${name}`);
  return resolveOptions(
    config === undefined ? own : mergeRawOptions(readConfigFile(config, 'The option config'), own),
  );
}
