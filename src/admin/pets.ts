import { SimulatorError } from '../engine/interface/errors.js';
import { isJsonObject, tryReadJsonValue } from '../engine/interface/json.js';
import { type NewPet, readStoredPet, type StoredPet } from '../engine/pets/pet.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import type { Handler } from './call.js';
import type { SnapshotPet } from './schemas.js';

/** Identifiers become strings of digits, since most JSON tools would round them. */
export function toSnapshotPet({ id, categoryId, extra, name, status }: StoredPet): SnapshotPet {
  return {
    id: String(id),
    name,
    categoryId: String(categoryId),
    ...(status === undefined ? {} : { status }),
    ...(extra === '' ? {} : { extra: `{${extra.slice(1)}}` }),
  };
}

const petFields = ['id', 'name', 'categoryId', 'status'];

/** Reads the fields beyond the document's; their text is kept byte for byte. */
function readExtra(extra: string, place: string): string {
  const value = tryReadJsonValue(extra);
  if (!isJsonObject(value)) {
    throw new SimulatorError(
      'bad_request',
      `extra of ${place} must be the text of a JSON object, such as "{\\"tag\\":1}".`,
    );
  }
  const taken = petFields.find((field) => Object.hasOwn(value, field));
  if (taken !== undefined) {
    throw new SimulatorError(
      'bad_request',
      `extra of ${place} must not have the field ${taken}, which every pet has. Remove it.`,
    );
  }
  return Object.keys(value).length === 0 ? '' : `,${extra.trim().slice(1, -1)}`;
}

export function readSnapshotPet(pet: SnapshotPet, index: number): StoredPet {
  const { id, categoryId, extra, ...fields } = pet;
  return {
    ...fields,
    id: BigInt(id),
    categoryId: BigInt(categoryId),
    extra: extra === undefined ? '' : readExtra(extra, `pets[${index}] of the snapshot`),
  };
}

/** Adds a pet past the rules, the latency and the journal of a sandbox. */
export function addPetTo(sandbox: Sandbox, newPet: NewPet): StoredPet {
  const pet = sandbox.catalogue.prepare(newPet, sandbox.choices['id-scheme']);
  applyChange(sandbox, { type: 'pet-added', pet });
  return readStoredPet(pet.json);
}

export const listAllPets: Handler<'listAllPets'> = (context, call) => ({
  pets: context.sandboxes.peek(call.sandbox).catalogue.content().pets.map(toSnapshotPet),
});

export const addPet: Handler<'addPet'> = (context, call) => {
  const pet = { ...call.body, categoryId: BigInt(call.body.categoryId) };
  return toSnapshotPet(addPetTo(context.sandboxes.getOrCreate(call.sandbox), pet));
};
