import type { SeedPet } from '../document/pet.js';
import { readInputFile } from '../options/files.js';
import { fixtureNames } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { loadIncludedPets, type PetOptions } from './included-pets.js';
import { readPets } from './read-pets.js';

function describeProblem({ name, message }: Error, text: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (name !== 'SyntaxError' || position === undefined) {
    return message;
  }
  const line = text.slice(0, Number(position)).split('\n').length;
  return `line ${line}: it is not JSON. ${message}`;
}

/** Reads the pets of a fixture, a response of GET /pets; messages call it by its source. */
export function readFixture(bytes: Uint8Array, source: string): SeedPet[] {
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
    throw new UsageError(`The fixture ${source}, ${describeProblem(error as Error, text)}.`);
  }
}

/** Loads the initial pets, which may be in a file. */
export async function loadPets(options: PetOptions): Promise<readonly SeedPet[]> {
  const { fixture } = options;
  if (fixtureNames.includes(fixture)) {
    return loadIncludedPets(options);
  }
  const label = `The fixture must be one of ${fixtureNames.join(', ')}, or a file; got "${fixture}", which`;
  return readFixture(readInputFile(fixture, label), fixture);
}
