import { type LosslessNumber, parse } from 'lossless-json';
import { document } from '../generated/document.js';
import type { components } from '../generated/types.js';

/** Section 2 of the document; int64 is a bigint. */
export type Pet = components['schemas']['Pet'];
export type NewPet = components['schemas']['NewPet'];
export type PetStatus = components['schemas']['PetStatus'];

export const petStatuses: readonly PetStatus[] = document.components.schemas.PetStatus.enum;

export function isPetStatus(value: unknown): value is PetStatus {
  return (petStatuses as readonly unknown[]).includes(value);
}

/**
 * Writes a pet as JSON, every digit of its integers kept.
 *
 * @param extra further members as JSON text, each with a leading comma
 */
export function writePet(id: bigint, pet: NewPet, extra = ''): string {
  const status = pet.status === undefined ? '' : `,"status":"${pet.status}"`;
  const { categoryId, name } = pet;
  // Joined, so that the text is kept in one piece and not as a tree of its parts.
  return [
    '{"id":',
    id,
    ',"name":',
    JSON.stringify(name),
    ',"categoryId":',
    categoryId,
    status,
    extra,
    '}',
  ].join('');
}

/** A pet of a catalogue; `extra` is further members as JSON text, each with a leading comma. */
export type StoredPet = Pet & { readonly extra: string };

/** Reads a pet that `writePet` wrote. */
export function readStoredPet(json: string): StoredPet {
  const fields = parse(json) as {
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
  return { ...pet, extra: json.slice(own.length - 1, -1) };
}
