import type { Bytes } from './pages.js';
import type { PetStatus } from './pet.js';
import type { PetIndex } from './pet-index.js';

/** The seeded and the added pets of a sandbox as they were created, the oldest first. */
export class PetList {
  readonly #seeded: PetIndex;
  readonly #added: PetIndex;

  constructor(seeded: PetIndex, added: PetIndex) {
    this.#seeded = seeded;
    this.#added = added;
  }

  /** How many are seeded: their places come first. */
  get seeded(): number {
    return this.#seeded.pets.length;
  }

  count(status: PetStatus | undefined): number {
    return this.#seeded.count(status) + this.#added.count(status);
  }

  /** The place of the pet of that age among those with the status. */
  placeAt(age: number, status: PetStatus | undefined): number {
    const seeded = this.#seeded.count(status);
    return age < seeded
      ? this.#seeded.placeAt(age, status)
      : this.seeded + this.#added.placeAt(age - seeded, status);
  }

  /** How many pets with the status come before a place. */
  ageOf(place: number, status: PetStatus | undefined): number {
    return place < this.seeded
      ? this.#seeded.ageOf(place, status)
      : this.#seeded.count(status) + this.#added.ageOf(place - this.seeded, status);
  }

  /** The pet at a place; a large one with its bytes. */
  at(place: number): { json: string; bytes: Bytes | undefined } {
    return place < this.seeded ? this.#seeded.at(place) : this.#added.at(place - this.seeded);
  }
}
