import { type MemoryQuota, measurePet } from './memory-quota.js';
import { type IdScheme, idAt, type ListOrder, orderOf } from './order.js';
import { type NewPet, type PetStatus, readStoredPet, type StoredPet, writePet } from './pet.js';
import { PetIndex, type SeededCatalogue } from './pet-index.js';

/** What is in a catalogue, as plain values. */
export interface CatalogueContent {
  /** How many identifiers were given by number. */
  readonly numbered: number;
  /** How many of the pets are seeded; they come first. */
  readonly seeded: number;
  /** The oldest first. */
  readonly pets: readonly StoredPet[];
}

export interface PageRequest {
  readonly limit: number;
  readonly status: PetStatus | undefined;
  readonly order: ListOrder;
}

/** What a catalogue is made of. */
export interface CatalogueParts {
  readonly seeded: SeededCatalogue;
  readonly seed: number;
  readonly quota: MemoryQuota;
  /** Whether all sandboxes have the same seeded pets, so that they take nothing of the quota. */
  readonly shared: boolean;
}

/** The pets of one sandbox: the seeded ones, which it shares, and those that it added. */
export class Catalogue {
  readonly seeded: SeededCatalogue;
  readonly #added = new PetIndex();
  readonly #seed: number;
  readonly #quota: MemoryQuota;
  #number: number;
  #taken = 0;

  /** @throws {SimulatorError} when the quota has no room for what it doesn't share */
  constructor({ seeded, seed, quota, shared }: CatalogueParts) {
    this.seeded = seeded;
    this.#seed = seed;
    this.#quota = quota;
    this.#number = seeded.shelf.count(undefined);
    this.#take(shared ? 0 : seeded.weight);
  }

  /**
   * Adds a pet under a new identifier and returns it as JSON.
   *
   * @throws {SimulatorError} when the quota has no room for it
   */
  add(pet: NewPet, scheme: IdScheme, extra?: string): string {
    const number = this.#nextNumber(scheme);
    const id = idAt(scheme, number);
    const piece = writePet(id, pet, extra);
    this.#take(measurePet(piece));
    this.#number = number;
    this.#added.put(id, pet, piece);
    return piece;
  }

  /** The pet with that identifier as JSON. */
  find(id: bigint): string | undefined {
    return this.seeded.shelf.find(id) ?? this.#added.find(id);
  }

  /** How many pets have the status, or how many there are. */
  count(status: PetStatus | undefined): number {
    return this.seeded.shelf.count(status) + this.#added.count(status);
  }

  /** A page as pets in JSON; it costs no more than the page is long, however many pets there are. */
  page({ limit, status, order }: PageRequest): string[] {
    const { shelf } = this.seeded;
    const seeded = shelf.count(status);
    const total = this.count(status);
    const ageAt = orderOf(order, total, this.#seed);
    const page: string[] = [];
    for (let place = 0; place < Math.min(limit, total); place += 1) {
      const age = ageAt(place);
      page.push(age < seeded ? shelf.at(age, status) : this.#added.at(age - seeded, status));
    }
    return page;
  }

  /** All that it takes to make an equal catalogue with the same seed. */
  content(): CatalogueContent {
    const seeded = this.seeded.shelf.pieces;
    const pets = [...seeded, ...this.#added.pieces].map(readStoredPet);
    return { numbered: this.#number, seeded: seeded.length, pets };
  }

  /**
   * Puts back pets that were added before, under the identifiers that they had.
   *
   * @throws {SimulatorError} when the quota has no room for them
   */
  restore(added: readonly StoredPet[], numbered: number): void {
    for (const { id, extra, ...pet } of added) {
      const piece = writePet(id, pet, extra);
      this.#take(measurePet(piece));
      this.#added.put(id, pet, piece);
    }
    this.#number = numbered;
  }

  /** Gives back to the quota what it took, when nobody uses the catalogue any more. */
  discard(): void {
    this.#quota.release(this.#taken);
    this.#taken = 0;
  }

  #take(bytes: number): void {
    this.#quota.take(bytes);
    this.#taken += bytes;
  }

  /** The number of the next identifier that no pet has yet. */
  #nextNumber(scheme: IdScheme): number {
    let number = this.#number;
    let id: bigint;
    do {
      number += 1;
      id = idAt(scheme, number);
    } while (this.seeded.shelf.has(id) || this.#added.has(id));
    return number;
  }
}
