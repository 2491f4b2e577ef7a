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

  put(id: bigint, pet: NewPet, extra?: string): string {
    const piece = writePet(id, pet, extra);
    const place = this.pieces.push(piece) - 1;
    this.#places.set(id, place);
    if (pet.status !== undefined) {
      this.byStatus[pet.status].push(place);
    }
    return piece;
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
  readonly #categories = new Set<bigint>();

  constructor(pets: Iterable<SeededPet>, idScheme: IdScheme) {
    let n = 0;
    for (const pet of pets) {
      n += 1;
      this.shelf.put(pet.id ?? idAt(idScheme, n), pet, pet.extra);
      this.#categories.add(pet.categoryId);
    }
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

/** The pets of one sandbox: the seeded ones, which it shares, and those that it added. */
export class Catalogue {
  readonly seeded: SeededCatalogue;
  readonly #added = new Shelf();
  readonly #seed: number;
  #number: number;

  constructor(seeded: SeededCatalogue, seed: number) {
    this.seeded = seeded;
    this.#seed = seed;
    this.#number = seeded.shelf.count(undefined);
  }

  /** Adds a pet under a new identifier and returns it as JSON. */
  add(pet: NewPet, scheme: IdScheme, extra?: string): string {
    return this.#added.put(this.#nextId(scheme), pet, extra);
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

  /** Puts back pets that were added before, under the identifiers that they had. */
  restore(added: readonly StoredPet[], numbered: number): void {
    for (const { id, extra, ...pet } of added) {
      this.#added.put(id, pet, extra);
    }
    this.#number = numbered;
  }

  #nextId(scheme: IdScheme): bigint {
    let id: bigint;
    do {
      this.#number += 1;
      id = idAt(scheme, this.#number);
    } while (this.seeded.shelf.has(id) || this.#added.has(id));
    return id;
  }
}
