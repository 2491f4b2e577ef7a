import type { Faker, Randomizer } from '@faker-js/faker';
import { pause } from '../base/real-time.js';
import { spec } from '../document/generated/spec.js';
import { convertPet, type NewPet, type SeedPet } from '../document/pet.js';
import { mix, mixValues } from '../engine/random.js';

/** The share of seeded pets with a status, which the document makes optional. */
const statusProbability = 0.9;
/** Number of pets that are generated before other requests may be served: some 50 ms. */
const petsAtOnce = 500;
/** faker's dates are relative to this one. */
const referenceDate = '2030-01-01T00:00:00Z';

/** The schema of NewPet, and those that it refers to. */
const { NewPet: newPet, PetStatus } = spec.components.schemas;
const schema: Record<string, unknown> = { ...newPet, components: { schemas: { PetStatus } } };

/**
 * Generates the first `count` pets of a seed from the schemas of the spec. Pet number n depends on the
 * seed and n only: the first 20 of 1,000 pets are the 20 of 20 pets.
 */
export async function generatePets(seed: number, count: number): Promise<SeedPet[]> {
  // Loaded here: the generators take longer than all the rest of a start.
  const [{ faker: english }, { generateSync }] = await Promise.all([
    import('@faker-js/faker/locale/en'),
    import('json-schema-faker'),
  ]);
  // The module that exports the class loads every language, which takes six times as long.
  const EnglishFaker = english.constructor as typeof Faker;
  let petSeed = 0;
  let drawn = 0;
  // faker's own randomizer is slow to seed, and it would be seeded for each pet.
  const randomizer: Randomizer = {
    next: () => {
      drawn += 1;
      return mix(petSeed, drawn) / mixValues;
    },
    seed: () => {},
  };
  const faker = new EnglishFaker({ locale: english.rawDefinitions, randomizer });
  faker.setDefaultRefDate(referenceDate);
  const pets: SeedPet[] = [];
  for (let n = 1; n <= count; n += 1) {
    petSeed = mix(seed, n);
    drawn = 0;
    const generated = generateSync(schema, {
      seed: petSeed,
      optionalsProbability: statusProbability,
      extensions: { faker },
      propAliases: { 'x-faker': 'faker' },
    }) as unknown as NewPet<number>;
    pets.push(convertPet(generated, BigInt));
    if (n % petsAtOnce === 0) {
      await pause(0);
    }
  }
  return pets;
}
