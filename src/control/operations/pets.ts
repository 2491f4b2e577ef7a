import { readStoredPet } from '../../engine/service/stored-pet.js';
import { tellPet } from '../snapshot.js';
import { type Handler, look, use } from './context.js';

export const listAllPets: Handler<'listAllPets'> = (context, call) => ({
  pets: look(context, call).catalogue.content().pets.map(tellPet),
});

export const addPet: Handler<'addPet'> = (context, call) => {
  const { name, categoryId, status } = call.body;
  const pet = { name, categoryId: BigInt(categoryId), ...(status === undefined ? {} : { status }) };
  const { catalogue, choices } = use(context, call);
  return tellPet(readStoredPet(catalogue.add(pet, choices['id-scheme'])));
};
