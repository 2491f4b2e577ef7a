import type { NewPet, Pet, PetStatus } from '../document/pet.js';
import type { PetInput } from '../engine/control.js';
import type { SnapshotPet } from '../engine/pets.js';
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
export function formatNewPet(pet: NewPetInput): PetInput {
  const { id, categoryId } = Object(pet) as NewPetInput;
  return { ...pet, id: toDigits(id), categoryId: toDigits(categoryId) } as PetInput;
}

function toPet({ id, categoryId, name, status }: SnapshotPet): Pet {
  const pet = { id: BigInt(id), name, categoryId: BigInt(categoryId) };
  return status === undefined ? pet : { ...pet, status };
}

/** The pets of a sandbox. Nothing here is recorded in its journal. */
export type SandboxPets = ReturnType<typeof createSandboxPets>;

export function createSandboxPets(call: SandboxCall) {
  return {
    /** All pets, oldest first. */
    list: async (): Promise<Pet[]> => (await call('listAllPets', {})).pets.map(toPet),
    /** Adds a pet, regardless of rules and settings; rejects when a pet has its `id` already. */
    add: async (pet: NewPetInput): Promise<Pet> =>
      toPet(await call('addPet', { body: formatNewPet(pet) })),
    /**
     * Changes a pet; the service itself has no such operation. Its place in the list stays.
     *
     * @example
     * // It is sold while the page is open.
     * await sandbox.pets.update(rex.id, { status: 'sold' });
     */
    update: async (id: bigint | number, { categoryId, ...fields }: PetUpdate): Promise<Pet> => {
      const body = { ...fields, categoryId: categoryId?.toString() };
      return toPet(await call('changePet', { id: String(id), body }));
    },
    /** Removes a pet; its identifier is not assigned again. */
    remove: async (id: bigint | number): Promise<void> => {
      await call('removePet', { id: String(id) });
    },
  };
}
