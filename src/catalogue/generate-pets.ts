import type { Randomizer } from '@faker-js/faker';
import { document } from '../engine/generated/document.js';
import { mix } from '../engine/pets/order.js';
import type { PetStatus } from '../engine/pets/pet.js';
import type { SeededPet } from '../engine/pets/pet-index.js';

/** How many of the seeded pets have a status; the document makes it optional. */
const statusProbability = 0.9;
/** Dates that faker makes are relative to this one. */
const referenceDate = '2030-01-01T00:00:00Z';

interface GeneratedPet {
  readonly name: string;
  readonly categoryId: number;
  readonly status?: PetStatus;
}

/** The schema of NewPet as the generator wants it: self-contained, and `x-faker` by its own name. */
function generatorSchema(): Record<string, unknown> {
  const { NewPet, PetStatus } = document.components.schemas;
  const { name, categoryId } = NewPet.properties;
  return {
    type: NewPet.type,
    required: NewPet.required,
    properties: {
      name: { type: name.type, faker: name['x-faker'] },
      categoryId: { type: categoryId.type, faker: categoryId['x-faker'] },
      status: { type: PetStatus.type, enum: PetStatus.enum },
    },
  };
}

/**
 * Generates the first `count` pets of a seed from the schemas of the spec. Pet number n is a function
 * of the seed and n alone: the first 20 of 1,000 are the same 20 as of 20.
 *
 * The generators are loaded here and not before, as they cost more than all the rest of a start.
 */
export async function generatePets(seed: number, count: number): Promise<SeededPet[]> {
  const [{ base, en, Faker }, { generateSync }] = await Promise.all([
    import('@faker-js/faker'),
    import('json-schema-faker'),
  ]);
  let petSeed = 0;
  let drawn = 0;
  // A source of its own: faker's is seeded anew for each pet, which takes most of the time.
  const randomizer: Randomizer = {
    next: () => {
      drawn += 1;
      return mix(petSeed, drawn) / 2 ** 32;
    },
    seed: () => {},
  };
  const faker = new Faker({ locale: [en, base], randomizer });
  faker.setDefaultRefDate(referenceDate);
  const schema = generatorSchema();
  const pets: SeededPet[] = [];
  for (let n = 1; n <= count; n += 1) {
    petSeed = mix(seed, n);
    drawn = 0;
    const generated = generateSync(schema, {
      seed: petSeed,
      optionalsProbability: statusProbability,
      extensions: { faker },
    }) as GeneratedPet;
    pets.push({ ...generated, categoryId: BigInt(generated.categoryId) });
  }
  return pets;
}
