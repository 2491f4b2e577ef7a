import { readTextFile } from '../base/files.js';
import { suggest } from '../base/nearest.js';
import { UsageError } from '../base/usage-error.js';
import type { SeedPet } from '../document/pet.js';
import { fixtureNames } from '../options/fixture-names.js';
import { loadIncludedPets, type PetOptions } from './included-pets.js';
import { readPets } from './read-pets.js';

function describeJsonProblem({ name, message }: Error, text: string): string {
  const position = /position (\d+)/.exec(message)?.[1];
  if (name !== 'SyntaxError' || position === undefined) {
    return message;
  }
  const line = text.slice(0, Number(position)).split('\n').length;
  return `line ${line}: it is not JSON. ${message}`;
}

/** Loads the initial pets, which may be in a file: a response of GET /pets. */
export async function loadPets(options: PetOptions): Promise<readonly SeedPet[]> {
  const { fixture } = options;
  if (fixtureNames.includes(fixture)) {
    return loadIncludedPets(options);
  }
  const label = `The fixture must be one of ${fixtureNames.join(', ')}, or a file; got "${fixture}", which`;
  const text = readTextFile(fixture, label, suggest(fixture, fixtureNames));
  try {
    return readPets(text);
  } catch (error) {
    const problem = describeJsonProblem(error as Error, text);
    const example = '{"id": 1, "name": "Max", "categoryId": 7, "status": "sold"}';
    throw new UsageError(`The fixture ${fixture}, ${problem}. A pet is ${example}.`);
  }
}
