import type { Pet } from '../document/pet.js';
import type { SeededPet } from '../engine/pets.js';
import { optionTable, type ResolvedOptions } from '../options/table.js';
import { defaultFixture } from './generated/default-fixture.js';

/** What decides the pets that a sandbox starts with. */
export type PetOptions = Pick<ResolvedOptions, 'fixture' | 'seed' | 'pets'>;

/** Reads the pets of the default seed. Their file is generated, so its numbers need no care. */
function readDefault(): SeededPet[] {
  type DefaultPet = Omit<Pet, 'id' | 'categoryId'> & { readonly categoryId: number };
  const pets = JSON.parse(defaultFixture) as readonly DefaultPet[];
  // Without their identifiers, which the open point id-scheme assigns.
  return pets.map(({ name, categoryId, status }) => ({
    name,
    categoryId: BigInt(categoryId),
    ...(status === undefined ? {} : { status }),
  }));
}

/**
 * Loads the pets of a seed, or of a fixture that comes with the package. The pets of the default seed are
 * ready-made, so that a start loads no generator.
 */
export async function loadIncludedPets(options: PetOptions): Promise<readonly SeededPet[]> {
  const { fixture, seed, pets: count } = options;
  if (fixture !== optionTable.fixture.default) {
    const [{ namedFixtures }, { readPets }] = await Promise.all([
      import('./generated/named-fixtures.js'),
      import('./read-pets.js'),
    ]);
    return readPets(namedFixtures[fixture as keyof typeof namedFixtures]);
  }
  if (seed === optionTable.seed.default && count <= optionTable.pets.default) {
    return readDefault().slice(0, count);
  }
  const { generatePets } = await import('./generate-pets.js');
  return generatePets(seed, count);
}
