import { SimulatorError } from '../engine/interface/errors.js';
import { readJsonObject } from '../engine/interface/json.js';
import { scanPet, writePet } from '../engine/pets/pet.js';
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
    throw new SimulatorError(
      'bad_request',
      `extra of ${place} must be the text of a JSON object, such as "{\\"tag\\":1}".`,
    );
  }
  const taken = petFields.find((field) => names.includes(field));
  if (taken !== undefined) {
    throw new SimulatorError(
      'bad_request',
      `extra of ${place} must not have the field ${taken}, which every pet has. Remove it.`,
    );
  }
  return names.length === 0 ? '' : `,${extra.trim().slice(1, -1)}`;
}

/** Reads a pet of a snapshot as it is stored. */
export function readSnapshotPet(pet: SnapshotPet, index: number): string {
  const { id, categoryId, extra, ...fields } = pet;
  const text = extra === undefined ? '' : readExtra(extra, `pets[${index}] of the snapshot`);
  return writePet(BigInt(id), { ...fields, categoryId: BigInt(categoryId) }, text);
}
