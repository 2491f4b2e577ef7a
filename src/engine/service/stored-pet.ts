import { type LosslessNumber, parse } from 'lossless-json';
import { type Pet, type PetStatus, writePet } from './pet.js';

/** A pet as it stands in a catalogue; `extra` is further members as JSON text, each with a leading comma. */
export type StoredPet = Pet & { readonly extra: string };

/** Reads a pet that `writePet` wrote. */
export function readStoredPet(piece: string): StoredPet {
  const fields = parse(piece) as {
    readonly id: LosslessNumber;
    readonly name: string;
    readonly categoryId: LosslessNumber;
    readonly status?: PetStatus;
  };
  const { name, status } = fields;
  const [id, categoryId] = [BigInt(fields.id.value), BigInt(fields.categoryId.value)];
  const pet = { id, name, categoryId, ...(status === undefined ? {} : { status }) };
  const own = writePet(id, pet);
  // As text, so that it comes back byte for byte.
  return { ...pet, extra: piece.slice(own.length - 1, -1) };
}
