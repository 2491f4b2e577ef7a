import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFileAtOnce } from '../../options/read-file.js';
import { UsageError } from '../../options/usage-error.js';
import type { PactText } from './pact-file.js';

/** Maximum number of pacts of one run. */
export const maxPacts = 100;
/** Maximum size of a pact, in bytes. */
const maxPactBytes = 8 * 1024 ** 2;

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** Lists the pacts of a folder: its files that end in `.json`, sorted. */
function listFolder(path: string): string[] {
  const names = readdirSync(path).filter((name) => name.endsWith('.json'));
  if (names.length === 0) {
    throw new UsageError(`The folder ${path} has no file that ends in .json.`);
  }
  return names.sort().map((name) => join(path, name));
}

/**
 * Lists the files of paths, each a file or a folder.
 *
 * @throws {UsageError} when a folder has no pacts
 */
export const listPactFiles = (paths: readonly string[]): string[] => [
  ...new Set(paths.flatMap((path) => (isFolder(path) ? listFolder(path) : [path]))),
];

/** @throws {UsageError} when it cannot be read */
export function readPactFile(path: string): PactText {
  const describe = (problem: string) => `The pact ${path} ${problem}.`;
  const bytes = readFileAtOnce({ path, maxBytes: maxPactBytes, describe });
  return { source: path, text: new TextDecoder().decode(bytes) };
}
