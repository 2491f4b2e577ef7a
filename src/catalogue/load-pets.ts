import type { SeededPet } from '../engine/pets.js';
import { fixtureNames } from '../options/table.js';
import { loadIncludedPets, type PetOptions } from './included-pets.js';

/**
 * Loads the initial pets, which may be in a file.
 *
 * @throws {UsageError} when the fixture can't be read
 */
export async function loadPets(options: PetOptions): Promise<readonly SeededPet[]> {
  if (fixtureNames.includes(options.fixture)) {
    return loadIncludedPets(options);
  }
  const { readFixtureFile } = await import('./fixture-file.js');
  return readFixtureFile(options.fixture);
}
