import type { SeededPet } from '../engine/pets/pet-index.js';
import { fixtureNames, type ResolvedOptions } from '../options/table.js';
import { loadIncludedPets } from './included-pets.js';

/**
 * Loads the initial pets.
 *
 * @throws {UsageError} when the fixture can't be read
 */
export async function loadPets(options: ResolvedOptions): Promise<readonly SeededPet[]> {
  const { fixture } = options;
  if (fixtureNames.includes(fixture)) {
    return loadIncludedPets(options);
  }
  const { readFixtureFile } = await import('./fixture-file.js');
  return readFixtureFile(fixture);
}
