import type { NewPet } from '../engine/pets/pet.js';
import { applyChange } from '../engine/sandbox/changes.js';
import type { Sandbox } from '../engine/sandbox/sandbox.js';
import { createJsonBody, type Handler } from './call.js';
import type { SnapshotPet } from './schemas.js';
import { formatSnapshotPet } from './snapshot-pet.js';
import { formatAllPets } from './snapshot-text.js';

/** Adds a pet past the rules, the latency and the journal of a sandbox, and returns it as JSON. */
export function addPetTo(sandbox: Sandbox, newPet: NewPet): string {
  const pet = sandbox.catalogue.prepare(newPet, sandbox.choices['id-scheme']);
  applyChange(sandbox, { type: 'pet-added', pet });
  return pet.json;
}

export const listAllPets: Handler<'listAllPets'> = (context, call) => {
  const content = context.sandboxes.peek(call.sandbox).catalogue.content();
  return createJsonBody(formatAllPets(content));
};

export const addPet: Handler<'addPet'> = (context, call) => {
  const pet = { ...call.body, categoryId: BigInt(call.body.categoryId) };
  const added = addPetTo(context.sandboxes.getOrCreate(call.sandbox), pet);
  return JSON.parse(formatSnapshotPet(added)) as SnapshotPet;
};
