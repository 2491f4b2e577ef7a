import type { Pet } from '../engine/pets/pet.js';
import { namedFixtures } from './generated/named-fixtures.js';
import { readPets } from './read-pets.js';

/** Reads a fixture that comes with the package, other than the default one. */
export function readNamedFixture(name: string): readonly Pet[] {
  return readPets(namedFixtures[name as keyof typeof namedFixtures]);
}
