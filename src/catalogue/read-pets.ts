import { LosslessNumber } from 'lossless-json';
import { describeValue } from '../engine/interface/format.js';
import { JsonCutter } from '../engine/interface/json-cutter.js';
import { readJson } from '../engine/interface/json-reader.js';
import { newPetFields, type Pet, PetError, parsePet } from '../engine/pets/pet.js';

const fields = ['id', ...newPetFields];

/** A fixture is wrong at a path: the index of a pet, and a field. */
export class FixtureProblem extends Error {
  readonly path: (string | number)[];

  constructor(path: (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

function readPet(value: unknown, index: number): Pet {
  const unknown = Object.keys(Object(value)).find((field) => !fields.includes(field));
  if (describeValue(value) === 'an object' && unknown !== undefined) {
    const message = `is unknown; a Pet has ${fields.join(', ')} (section 2)`;
    throw new FixtureProblem([index, unknown], message);
  }
  try {
    return parsePet(value);
  } catch (error) {
    if (!(error instanceof PetError)) {
      throw error;
    }
    const { field, message } = error;
    throw new FixtureProblem(field === undefined ? [index] : [index, field], message);
  }
}

/** Every number keeps its digits. */
const readerOptions = {
  readNumber: (digits: string) => new LosslessNumber(digits),
  maxValues: Number.POSITIVE_INFINITY,
};

/** Parses the items of an array one by one: together they would take several times the memory. */
function* parseItems(text: string): Generator<unknown> {
  const cutter = new JsonCutter({
    opens: (path) => (path.length === 0 ? '[' : undefined),
    maxPiece: Number.POSITIVE_INFINITY,
  });
  for (const pieces of [cutter.push(text), cutter.end()]) {
    for (const { path, text: item, opens } of pieces) {
      const value = opens ? undefined : readJson(item, readerOptions);
      if (path.length > 0) {
        yield value;
      } else if (!opens) {
        throw new FixtureProblem(
          [],
          `must be a JSON array of Pet (section 2); got ${describeValue(value)}`,
        );
      }
    }
  }
}

/**
 * Reads a JSON array of Pet, as GET /pets returns it.
 *
 * @throws {FixtureProblem | SyntaxError} when it isn't one
 */
export function readPets(text: string): Pet[] {
  const ids = new Map<bigint, number>();
  const pets: Pet[] = [];
  for (const item of parseItems(text)) {
    const index = pets.length;
    const pet = readPet(item, index);
    const first = ids.get(pet.id);
    if (first !== undefined) {
      const message = `must be unique (section 2); pet ${first + 1} has ${pet.id} too`;
      throw new FixtureProblem([index, 'id'], message);
    }
    ids.set(pet.id, index);
    pets.push(pet);
  }
  return pets;
}
