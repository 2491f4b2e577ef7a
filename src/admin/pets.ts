import { SimulatorError } from '../engine/interface/errors.js';
import { quote } from '../engine/interface/format.js';
import { readInt64 } from '../engine/interface/int64.js';
import { omitUndefined } from '../engine/interface/json.js';
import type { CatalogueContent } from '../engine/pets/catalogue.js';
import {
  type NewPet,
  readStoredPet,
  type StoredPet,
  scanPet,
  writePet,
} from '../engine/pets/pet.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { createJsonBody, type Handler } from './call.js';
import type { QueryOf, SnapshotPet } from './schemas.js';
import { formatSnapshotPet } from './snapshot-pet.js';
import { listPetTexts } from './snapshot-text.js';

const toSnapshotPet = (json: string) => JSON.parse(formatSnapshotPet(json)) as SnapshotPet;

type PetFilter = QueryOf<'listAllPets'>;

/** Tells which stored texts of pets pass every filter; undefined if all do. */
function createMatcher({ search = '', status }: PetFilter) {
  const wanted = search.trim().toLowerCase();
  if (wanted === '' && status === undefined) {
    return undefined;
  }
  return (json: string) => {
    const pet = scanPet(json);
    return (
      (status === undefined || (pet.status ?? 'none') === status) &&
      (pet.id === wanted || (JSON.parse(pet.name) as string).toLowerCase().includes(wanted))
    );
  };
}

/**
 * Formats the pets that match, one on each line. A pet that is not listed is an empty text.
 *
 * @param all how many pets there are
 */
function* formatMatches(
  content: CatalogueContent,
  all: number,
  filter: PetFilter,
): Generator<string> {
  const { skip = 0, limit = Number.POSITIVE_INFINITY } = filter;
  const matches = createMatcher(filter);
  let total = 0;
  let separator = '\n    ';
  yield '{\n  "pets": [';
  for (const json of listPetTexts(content)) {
    if (matches === undefined && total - skip >= limit) {
      total = all;
      break;
    }
    const place = matches?.(json) === false ? -1 : total;
    total += place < 0 ? 0 : 1;
    if (place >= skip && place - skip < limit) {
      yield `${separator}${formatSnapshotPet(json)}`;
      separator = ',\n    ';
    } else {
      yield '';
    }
  }
  yield `\n  ],\n  "total": ${total}\n}`;
}

export const listAllPets: Handler<'listAllPets'> = async ({ backend }, { sandbox, query }) => {
  const { catalogue } = await backend.read(sandbox);
  return createJsonBody(formatMatches(catalogue.content(), catalogue.count(undefined), query));
};

/**
 * Adds a pet past the rules, the latency and the journal of a sandbox, and returns it as JSON.
 *
 * @param id default: the one that the service would assign
 * @throws {SimulatorError} when a pet has the identifier already, or there is no memory for it
 */
export function addPetTo(sandbox: Sandbox, newPet: NewPet, id?: bigint): string {
  const { name, catalogue, choices } = sandbox;
  if (id === undefined) {
    const pet = catalogue.prepare(newPet, choices['id-scheme']);
    applyChange(sandbox, { type: 'pet-added', pet });
    return pet.json;
  }
  if (catalogue.find(id) !== undefined) {
    throw new SimulatorError(
      'simulator_conflict',
      `The sandbox ${name} has a pet with the id ${id} already. Choose another id, or leave it out. PATCH /__admin/pets/${id} changes the pet.`,
    );
  }
  const { status } = newPet;
  const pet = { id, status, json: writePet(id, newPet), numbered: catalogue.numbered };
  applyChange(sandbox, { type: 'pet-added', pet });
  return pet.json;
}

export const addPet: Handler<'addPet'> = ({ backend }, call) => {
  const { id, categoryId, ...pet } = call.body;
  const newPet = { ...pet, categoryId: BigInt(categoryId) };
  const wanted = id === undefined ? undefined : BigInt(id);
  return backend.update(call.sandbox, (sandbox) =>
    toSnapshotPet(addPetTo(sandbox, newPet, wanted)),
  );
};

/** @throws {SimulatorError} when the sandbox has no such pet */
function findPet({ name, catalogue }: Sandbox, text: string): StoredPet {
  const id = readInt64(text);
  const json = id === undefined ? undefined : catalogue.find(id);
  if (json === undefined) {
    throw new SimulatorError(
      'not_found',
      `The sandbox ${name} has no pet with the id ${quote(text)}. GET /__admin/pets lists its pets.`,
    );
  }
  return readStoredPet(json);
}

export const changePet: Handler<'changePet'> = ({ backend }, call) => {
  const { name, categoryId, status } = call.body;
  return backend.update(call.sandbox, (sandbox) => {
    const { id, ...pet } = findPet(sandbox, call.parameters.id);
    const changed = {
      name: name ?? pet.name,
      categoryId: categoryId === undefined ? pet.categoryId : BigInt(categoryId),
      ...omitUndefined({ status: status === null ? undefined : (status ?? pet.status) }),
    };
    const json = writePet(id, changed, pet.extra);
    applyChange(sandbox, { type: 'pet-replaced', id, json });
    return toSnapshotPet(json);
  });
};

export const removePet: Handler<'removePet'> = ({ backend }, call) =>
  backend.update(call.sandbox, (sandbox) => {
    const { id } = findPet(sandbox, call.parameters.id);
    applyChange(sandbox, { type: 'pet-replaced', id, json: null });
    return undefined;
  });
