import { weightOf } from '../simulation/quota.js';
import { type IdScheme, idAt } from './id-scheme.js';
import { type NewPet, writePet } from './pet.js';
import { Shelf } from './shelf.js';
import type { StoredPet } from './stored-pet.js';

/** A pet of the seeded catalogue; without an identifier, the scheme gives it one. */
export type SeededPet = NewPet & { readonly id?: bigint; readonly extra?: string };

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
