import { describeValue } from '../document/format.js';
import { parseJson } from '../document/json.js';
import { isPetField, type Pet, PetError, parsePet, responseFields } from '../document/pet.js';

/** @throws {Error} that says what is wrong with a JSON array of Pet, and where: `pet 3, name is required` */
export function readPets(text: string): Pet[] {
  const items = parseJson(text);
  if (!Array.isArray(items)) {
    throw new Error(`it must be a JSON array of Pet (section 2); got ${describeValue(items)}`);
  }
  const ids = new Map<bigint, number>();
  return items.map((item, index) => {
    try {
      const pet = parsePet(item);
      const unknown = Object.keys(item).find((field) => !isPetField(field));
      if (unknown !== undefined) {
        const message = `is unknown; a Pet has ${responseFields.Pet.join(', ')} (section 2)`;
        throw new PetError(unknown, message, '');
      }
      const first = ids.get(pet.id);
      if (first !== undefined) {
        const message = `must be unique (section 2); pet ${first} has ${pet.id} too`;
        throw new PetError('id', message, '');
      }
      ids.set(pet.id, index + 1);
      return pet;
    } catch (error) {
      const { field, message } = error as PetError;
      throw new Error(`pet ${index + 1}${field === undefined ? '' : `, ${field}`} ${message}`);
    }
  });
}
