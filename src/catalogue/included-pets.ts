import type { SeedPet } from '../document/pet.js';
import type { IdScheme } from '../engine/pets.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { defaultFixture } from './generated/default-fixture.js';
import { readPets } from './read-pets.js';

/** The options that choose a sandbox's first pets. */
export type PetOptions = Pick<ResolvedOptions, 'fixture' | 'seed' | 'pets'>;

/** Names the seeded pets: equal names, equal pets. */
export const formatSeededKey = ({ fixture, seed, pets }: PetOptions, scheme: IdScheme) =>
  JSON.stringify([fixture, seed, pets, scheme]);

/**
 * Loads the pets of a seed, or of a fixture that comes with the package. The pets of the default seed are
 * ready-made, so that a start loads no generator.
 */
export async function loadIncludedPets(options: PetOptions): Promise<readonly SeedPet[]> {
  const { fixture, seed, pets: count } = options;
  if (fixture !== optionTable.fixture.default) {
    const { namedFixtures } = await import('./generated/named-fixtures.js');
    return readPets(namedFixtures[fixture as keyof typeof namedFixtures]);
  }
  if (seed === optionTable.seed.default && count <= optionTable.pets.default) {
    return defaultFixture.slice(0, count);
  }
  const { generatePets } = await import('./generate-pets.js');
  return generatePets(seed, count);
}
