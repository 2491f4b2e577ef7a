import { parseJson } from '../base/json.js';
import { describeValue } from '../base/text.js';
import { isPetField, type Pet, parsePet, responseFields } from '../document/pet.js';
import { formatProblem } from '../document/problem.js';

/** @throws {Error} that says what is wrong with a JSON array of Pet, and where: `pet 3, name is required` */
export function readPets(text: string): Pet[] {
  const items = parseJson(text, 'digits');
  if (!Array.isArray(items)) {
    throw new Error(`it must be a JSON array of Pet (section 2); got ${describeValue(items)}`);
  }
  const ids = new Map<bigint, number>();
  return items.map((item, index) => {
    const createError = (problem: string, field?: string) =>
      new Error(`pet ${index + 1}${field === undefined ? '' : `, ${field}`} ${problem}`);
    const pet = parsePet(item, (problem, field) => createError(formatProblem(problem), field));
    const unknown = Object.keys(item).find((field) => !isPetField(field));
    if (unknown !== undefined) {
      const names = responseFields.Pet.join(', ');
      throw createError(`is unknown; a Pet has ${names} (section 2)`, unknown);
    }
    const first = ids.get(pet.id);
    if (first !== undefined) {
      throw createError(`must be unique (section 2); pet ${first} has ${pet.id} too`, 'id');
    }
    ids.set(pet.id, index + 1);
    return pet;
  });
}
