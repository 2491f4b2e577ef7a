import { readStoredPet } from '../engine/pets/pet.js';
import { applyChange } from '../engine/sandbox/changes.js';
import { getOrCreateSandbox, type Handler, peekSandbox } from './context.js';
import { tellPet } from './snapshot.js';

export const listAllPets: Handler<'listAllPets'> = (context, call) => ({
  pets: peekSandbox(context, call).catalogue.content().pets.map(tellPet),
});

export const addPet: Handler<'addPet'> = (context, call) => {
  const { name, categoryId, status } = call.body;
  const pet = { name, categoryId: BigInt(categoryId), ...(status === undefined ? {} : { status }) };
  const sandbox = getOrCreateSandbox(context, call);
  const added = sandbox.catalogue.prepare(pet, sandbox.choices['id-scheme']);
  applyChange(sandbox, { type: 'pet-added', pet: added });
  return tellPet(readStoredPet(added.json));
};
