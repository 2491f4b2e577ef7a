import type { NewPet, Pet, PetStatus } from '../document/pet.js';
import type { NewPet as AdminNewPet, SnapshotPet } from '../server/admin/types.js';
import type { SandboxCall } from './sandbox-handle.js';

/** A NewPet; integers that a double can hold may be numbers. Without `id`, the id scheme assigns one. */
export type NewPetInput = Omit<NewPet, 'categoryId'> & {
  readonly id?: bigint | number;
  readonly categoryId: bigint | number;
};

/** New values for fields of a pet; the others stay. */
export interface PetUpdate {
  readonly name?: string;
  readonly categoryId?: bigint | number;
  /** Null removes the status. */
  readonly status?: PetStatus | null;
}

/** Formats an int64 with all its digits; anything else stays, and the simulator refuses it. */
const toDigits = <Value>(value: Value) =>
  typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;

/** A pet as the admin interface takes it. */
export function formatNewPet(pet: NewPetInput): AdminNewPet {
  const { id, categoryId } = Object(pet) as NewPetInput;
  const chosen = id === undefined ? {} : { id: toDigits(id) };
  const category = categoryId === undefined ? {} : { categoryId: toDigits(categoryId) };
  return { ...pet, ...chosen, ...category } as AdminNewPet;
}

function toPet({ id, categoryId, name, status }: SnapshotPet): Pet {
  const pet = { id: BigInt(id), name, categoryId: BigInt(categoryId) };
  return status === undefined ? pet : { ...pet, status };
}

/** The pets of a sandbox. Nothing here is recorded in its journal. */
export class SandboxPets {
  readonly #call: SandboxCall;

  constructor(call: SandboxCall) {
    this.#call = call;
  }

  /** All pets, oldest first. */
  async list(): Promise<Pet[]> {
    return (await this.#call('listAllPets', {})).pets.map(toPet);
  }

  /** Adds a pet, regardless of rules and settings; rejects when a pet has its `id` already. */
  async add(pet: NewPetInput): Promise<Pet> {
    return toPet(await this.#call('addPet', { body: formatNewPet(pet) }));
  }

  /**
   * Changes a pet; the service itself has no such operation. Its place in the list stays.
   *
   * @example
   * // It is sold while the page is open.
   * await sandbox.pets.update(rex.id, { status: 'sold' });
   */
  async update(id: bigint | number, { categoryId, ...fields }: PetUpdate): Promise<Pet> {
    const category = categoryId === undefined ? {} : { categoryId: String(categoryId) };
    const body = { ...fields, ...category };
    return toPet(await this.#call('changePet', { id: String(id), body }));
  }

  /** Removes a pet; its identifier is not assigned again. */
  async remove(id: bigint | number): Promise<void> {
    await this.#call('removePet', { id: String(id) });
  }
}
