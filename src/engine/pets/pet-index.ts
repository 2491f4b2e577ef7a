import { measurePet } from './memory-quota.js';
import { type IdScheme, idAt } from './order.js';
import { type NewPet, type PetStatus, petStatuses, type StoredPet, writePet } from './pet.js';

type ByStatus = Readonly<Record<PetStatus, number[]>>;

function emptyByStatus(): ByStatus {
  return Object.fromEntries(petStatuses.map((status) => [status, []])) as unknown as ByStatus;
}

/**
 * Pets in the order in which they came, each written as JSON once: a pet never changes, so a page is
 * a join of ready pieces.
 */
export class PetIndex {
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

/** The pets that every sandbox starts with. All of them share it, so it never changes. */
export class SeededCatalogue {
  readonly shelf = new PetIndex();
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
    this.weight = this.shelf.pieces.reduce((sum, piece) => sum + measurePet(piece), 0);
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
