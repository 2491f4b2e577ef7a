import { createBadRequest } from '../engine/interface/errors.js';
import { readInt64 } from '../engine/interface/int64.js';
import { readJsonObject } from '../engine/interface/json.js';
import { isPetStatus, scanPet, writePet } from '../engine/pets/pet.js';
import type { SnapshotPet } from './schemas.js';

/**
 * Formats a stored pet for a snapshot. Identifiers become strings of digits, since most JSON tools would
 * round them.
 */
export function formatSnapshotPet(json: string): string {
  const { id, name, categoryId, status, extra } = scanPet(json);
  const statusText = status === undefined ? '' : `,"status":"${status}"`;
  const extraText = extra === '' ? '' : `,"extra":${JSON.stringify(`{${extra.slice(1)}}`)}`;
  return `{"id":"${id}","name":${name},"categoryId":"${categoryId}"${statusText}${extraText}}`;
}

const petFields = ['id', 'name', 'categoryId', 'status'];

/** The names of the fields beyond the document's; none when the text is no JSON object. */
function readExtraNames(extra: string): string[] | undefined {
  try {
    // As a body is read: a number may be larger than those of JavaScript.
    return Object.keys(readJsonObject(new TextEncoder().encode(extra), ''));
  } catch {
    return undefined;
  }
}

/** Reads the fields beyond the document's; their text is kept byte for byte. */
function readExtra(extra: string, place: string): string {
  const names = readExtraNames(extra);
  if (names === undefined) {
    throw createBadRequest(
      `extra of ${place} must be the text of a JSON object, such as "{\\"tag\\":1}".`,
    );
  }
  const taken = petFields.find((field) => names.includes(field));
  if (taken !== undefined) {
    throw createBadRequest(
      `extra of ${place} must not have the field ${taken}, which every pet has. Remove it.`,
    );
  }
  return names.length === 0 ? '' : `,${extra.trim().slice(1, -1)}`;
}

/** A pet as `formatSnapshotPet` writes nearly all of them. Digits may still be too many. */
const plainPet =
  /^\s*\{"id":"(-?\d{1,19})","name":"([^"\\\p{Cc}\p{Cs}]*)","categoryId":"(-?\d{1,19})"(?:,"status":"(available|pending|sold)")?\}\s*$/u;
/** The pattern remembers each character. */
const maxPlain = 1_000;

/**
 * Reads the text of a pet as it is stored, if it has no escapes and no further fields: several times
 * faster than to parse and to check it, and a snapshot may have a million.
 */
export function readPlainPet(text: string): string | undefined {
  const match = text.length > maxPlain ? null : plainPet.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, idText = '', name = '', categoryText = '', status] = match;
  const [id, categoryId] = [readInt64(idText), readInt64(categoryText)];
  if (id === undefined || categoryId === undefined) {
    return undefined;
  }
  const pet = { name, categoryId };
  return writePet(id, isPetStatus(status) ? { ...pet, status } : pet);
}

/** Reads a pet of a snapshot as it is stored. */
export function readSnapshotPet(pet: SnapshotPet, index: number): string {
  const { id, categoryId, extra, ...fields } = pet;
  const text = extra === undefined ? '' : readExtra(extra, `pets[${index}] of the snapshot`);
  return writePet(BigInt(id), { ...fields, categoryId: BigInt(categoryId) }, text);
}
