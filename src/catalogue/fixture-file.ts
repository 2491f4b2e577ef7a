import type { SeededPet } from '../engine/pets.js';
import { readInputFile } from '../options/files.js';
import { fixtureNames } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { FixtureProblem, readPets } from './read-pets.js';

function describeProblem(error: unknown, text: string): string {
  if (error instanceof FixtureProblem) {
    return error.message;
  }
  if (!(error instanceof SyntaxError)) {
    return 'it is nested too deeply. It must be an array of Pet';
  }
  const { message } = error;
  const before = text.slice(0, Number(/position (\d+)/.exec(message)?.[1] ?? 0)).split('\n');
  return `line ${before.length}: it is not JSON. ${message}`;
}

/**
 * Reads the pets of a fixture: a JSON array of Pet, as GET /pets returns it.
 *
 * @param source what the message calls the fixture: its path
 * @throws {UsageError} that names pet and field
 */
export function readFixture(bytes: Uint8Array, source: string): SeededPet[] {
  let text: string;
  try {
    // Drops the byte order mark that some editors write.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`The fixture ${source} must be UTF-8. Save it as UTF-8.`);
  }
  try {
    return readPets(text);
  } catch (error) {
    throw new UsageError(`The fixture ${source}, ${describeProblem(error, text)}.`);
  }
}

/** @throws {UsageError} when the file can't be read, or is no fixture */
export async function readFixtureFile(path: string): Promise<SeededPet[]> {
  const bytes = readInputFile(
    path,
    (problem) =>
      `The fixture must be one of ${fixtureNames.join(', ')}, or a file; ` +
      `got "${path}", which ${problem}.`,
  );
  return readFixture(bytes, path);
}
