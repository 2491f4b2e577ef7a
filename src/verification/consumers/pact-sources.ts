import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readFileAtOnce } from '../../options/read-file.js';
import { UsageError } from '../../options/usage-error.js';
import type { PactText } from './pact-file.js';

/** Maximum number of pacts of one run. */
export const maxPacts = 100;
/** Maximum size of a pact, in bytes. */
const maxPactBytes = 8 * 1024 ** 2;

function isFolder(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    throw new UsageError(
      `There is no pact ${path}. Name a pact file, or a folder of files that end in .json.`,
    );
  }
  return stats.isDirectory();
}

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
 * @throws {UsageError} when a path does not exist, or a folder has no pacts
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
