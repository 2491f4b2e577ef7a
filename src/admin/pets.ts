import { readStoredPet } from '../engine/pets/pet.js';
import { getOrCreateSandbox, type Handler, peekSandbox } from './context.js';
import { tellPet } from './snapshot.js';

export const listAllPets: Handler<'listAllPets'> = (context, call) => ({
  pets: peekSandbox(context, call).catalogue.content().pets.map(tellPet),
});

export const addPet: Handler<'addPet'> = (context, call) => {
  const { name, categoryId, status } = call.body;
  const pet = { name, categoryId: BigInt(categoryId), ...(status === undefined ? {} : { status }) };
  const { catalogue, choices } = getOrCreateSandbox(context, call);
  return tellPet(readStoredPet(catalogue.add(pet, choices['id-scheme'])));
};
