import { type Quota, weightOf } from '../simulation/quota.js';
import { type IdScheme, idAt } from './id-scheme.js';
import { type ListOrder, orderOf } from './list-order.js';
import { type NewPet, type PetStatus, petStatuses, writePet } from './pet.js';
import { readStoredPet, type StoredPet } from './stored-pet.js';

type ByStatus = Readonly<Record<PetStatus, number[]>>;

function emptyByStatus(): ByStatus {
  return Object.fromEntries(petStatuses.map((status) => [status, []])) as unknown as ByStatus;
}

/**
 * Pets in the order in which they came, each written as JSON once: a pet never changes, so a page is
 * a join of ready pieces.
 */
class Shelf {
  readonly pieces: string[] = [];
  readonly byStatus = emptyByStatus();
  readonly #places = new Map<bigint, number>();

  /** @param piece the pet as JSON */
  put(id: bigint, { status }: NewPet, piece: string): void {
    const place = this.pieces.push(piece) - 1;
    this.#places.set(id, place);
    if (status !== undefined) {
      this.byStatus[status].push(place);
    }
  }

  has(id: bigint): boolean {
    return this.#places.has(id);
  }

  find(id: bigint): string | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.pieces[place];
  }

  count(status: PetStatus | undefined): number {
    return status === undefined ? this.pieces.length : this.byStatus[status].length;
  }

  /** The pet of that age among those with the status. */
  at(age: number, status: PetStatus | undefined): string {
    const place = status === undefined ? age : (this.byStatus[status][age] as number);
    return this.pieces[place] as string;
  }
}

/** A pet of the seeded catalogue; without an identifier, the scheme gives it one. */
export type SeededPet = NewPet & { readonly id?: bigint; readonly extra?: string };

/** What is in a catalogue, as plain values. */
export interface CatalogueContent {
  /** How many identifiers were given by number. */
  readonly numbered: number;
  /** How many of the pets are seeded; they come first. */
  readonly seeded: number;
  /** The oldest first. */
  readonly pets: readonly StoredPet[];
}

/** The pets that every sandbox starts with. All of them share it, so it never changes. */
export class SeededCatalogue {
  readonly shelf = new Shelf();
  /** How much memory its pets take at most, in bytes. */
  readonly weight: number;
  readonly #categories = new Set<bigint>();

  constructor(pets: Iterable<SeededPet>, idScheme: IdScheme) {
    let n = 0;
    for (const pet of pets) {
      n += 1;
      const id = pet.id ?? idAt(idScheme, n);
      this.shelf.put(id, pet, writePet(id, pet, pet.extra));
      this.#categories.add(pet.categoryId);
    }
    this.weight = this.shelf.pieces.reduce((sum, piece) => sum + weightOf(piece), 0);
  }

  /** The same pets, shared where they are just these. */
  static of(pets: readonly StoredPet[], likely: SeededCatalogue): SeededCatalogue {
    const { pieces } = likely.shelf;
    const isLikely =
      pieces.length === pets.length &&
      pets.every(({ id, extra, ...pet }, index) => pieces[index] === writePet(id, pet, extra));
    // Each has its identifier, so there is nothing for a scheme to assign.
    return isLikely ? likely : new SeededCatalogue(pets, 'sequential');
  }

  hasCategory(categoryId: bigint): boolean {
    return this.#categories.has(categoryId);
  }
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
  readonly quota: Quota;
  /** Whether all sandboxes have the same seeded pets, so that they take nothing of the quota. */
  readonly shared: boolean;
}

/** The pets of one sandbox: the seeded ones, which it shares, and those that it added. */
export class Catalogue {
  readonly seeded: SeededCatalogue;
  readonly #added = new Shelf();
  readonly #seed: number;
  readonly #quota: Quota;
  #number: number;
  #taken = 0;

  /** @throws {Refusal} when the quota has no room for what it doesn't share */
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
   * @throws {Refusal} when the quota has no room for it
   */
  add(pet: NewPet, scheme: IdScheme, extra?: string): string {
    const number = this.#nextNumber(scheme);
    const id = idAt(scheme, number);
    const piece = writePet(id, pet, extra);
    this.#take(weightOf(piece));
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
   * @throws {Refusal} when the quota has no room for them
   */
  restore(added: readonly StoredPet[], numbered: number): void {
    for (const { id, extra, ...pet } of added) {
      const piece = writePet(id, pet, extra);
      this.#take(weightOf(piece));
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
