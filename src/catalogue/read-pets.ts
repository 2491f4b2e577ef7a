import { LosslessNumber, parse } from 'lossless-json';
import { describeValue, quote } from '../document/format.js';
import { newPetFields, type Pet, PetError, parsePet } from '../document/pet.js';

const fields = ['id', ...newPetFields];

/** What is wrong with a fixture, and where: `pet 3, name is required`. */
export class FixtureProblem extends Error {}

const createProblem = (index: number, field: string | undefined, problem: string) =>
  new FixtureProblem(`pet ${index + 1}${field === undefined ? '' : `, ${field}`} ${problem}`);

function readPet(value: unknown, index: number): Pet {
  const unknown = Object.keys(Object(value)).find((field) => !fields.includes(field));
  if (describeValue(value) === 'an object' && unknown !== undefined) {
    const message = `is unknown; a Pet has ${fields.join(', ')} (section 2)`;
    throw createProblem(index, unknown, message);
  }
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    const { field, message } = error;
    throw createProblem(index, field, message);
  }
}

/**
 * Reads a JSON array of Pet, as GET /pets returns it.
 *
 * @throws {FixtureProblem | SyntaxError} when it isn't one
 */
export function readPets(text: string): Pet[] {
  const items = parse(text, null, {
    parseNumber: (digits) => new LosslessNumber(digits),
    onDuplicateKey: ({ key, position }) => {
      throw new SyntaxError(`the key ${quote(key)} occurs twice at position ${position}`);
    },
  });
  if (!Array.isArray(items)) {
    const got = describeValue(items);
    throw new FixtureProblem(`it must be a JSON array of Pet (section 2); got ${got}`);
  }
  const places = new Map<bigint, number>();
  return items.map((item, index) => {
    const pet = readPet(item, index);
    const first = places.get(pet.id);
    if (first !== undefined) {
      const message = `must be unique (section 2); pet ${first + 1} has ${pet.id} too`;
      throw createProblem(index, 'id', message);
    }
    places.set(pet.id, index);
    return pet;
  });
}
