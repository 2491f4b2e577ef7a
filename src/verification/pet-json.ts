import { type NewPet, type Pet, writePet } from '../engine/service/pet.js';

/** A NewPet as JSON, every digit kept. */
export function writeNewPet({ name, categoryId, status }: NewPet): string {
  const members = [`"name":${JSON.stringify(name)}`, `"categoryId":${categoryId}`];
  return `{${[...members, ...(status === undefined ? [] : [`"status":"${status}"`])].join(',')}}`;
}

/** Whether two tell the same of a pet, in the fields that the document has. */
export function isSamePet(one: Pet, other: Pet): boolean {
  return writePet(one.id, one) === writePet(other.id, other);
}
