import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { namedFixtures } from './named-fixtures.js';
import { type RawOptions, rawOptions } from './resolve.js';
import { UsageError } from './usage-error.js';

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
 * @param calledBy what its author calls the option: `--config`
 */
export function readConfigFile(path: string, calledBy: string): RawOptions {
  if (typeof path !== 'string' || path === '') {
    throw new UsageError(`${calledBy} must be the path of a JSON file, and nothing came.`);
  }
  const { $schema: _ignored, ...options } = readObject(path);
  const raw = rawOptions(options, (name) => `${name} in ${path}`);
  const fixture = raw.fixture?.value;
  if (typeof fixture !== 'string' || namedFixtures().includes(fixture) || isAbsolute(fixture)) {
    return raw;
  }
  return {
    ...raw,
    fixture: { value: resolve(dirname(path), fixture), calledBy: `fixture in ${path}` },
  };
}
