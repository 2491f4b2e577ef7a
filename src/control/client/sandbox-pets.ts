import type { NewPet, Pet } from '../../engine/service/pet.js';
import type { SnapshotPet } from '../schemas.js';
import type { SandboxCaller } from './caller.js';

/** A NewPet; a category that a double can hold may be a number. */
export type NewPetInput = Omit<NewPet, 'categoryId'> & { readonly categoryId: bigint | number };

function petOf({ id, categoryId, name, status }: SnapshotPet): Pet {
  const pet = { id: BigInt(id), name, categoryId: BigInt(categoryId) };
  return status === undefined ? pet : { ...pet, status };
}

/** The pets of a sandbox, without leaving a trace in its journal. */
export class SandboxPets {
  readonly #call: SandboxCaller;

  constructor(call: SandboxCaller) {
    this.#call = call;
  }

  /** All of them, the oldest first, however many there are. */
  async list(): Promise<Pet[]> {
    const reply = await this.#call({ method: 'GET', path: '/pets' });
    return (reply as { readonly pets: SnapshotPet[] }).pets.map(petOf);
  }

  /** Adds one, whatever rules and settings say. */
  async add({ categoryId, ...pet }: NewPetInput): Promise<Pet> {
    const body = { ...pet, categoryId: String(categoryId) };
    return petOf((await this.#call({ method: 'POST', path: '/pets', body })) as SnapshotPet);
  }
}
