import type { ChoiceOf } from '../choices/open-points.js';
import { mix } from './order.js';
import { type Bytes, encode } from './pages.js';
import {
  isLarge,
  measurePet,
  type NewPet,
  type PetStatus,
  petStatuses,
  readStoredPet,
  writePet,
} from './pet.js';

export type IdScheme = ChoiceOf<'id-scheme'>;

/** Odd numbers beyond 2^53: a double can't hold a single one of them. */
const firstLarge = 2n ** 53n + 1n;

/** The identifier of pet number `n`, counted from 1, under a scheme; it grows with `n`. */
export function idAt(scheme: IdScheme, n: number): bigint {
  switch (scheme) {
    case 'sequential':
      return BigInt(n);
    case 'sparse':
      return BigInt(n * 1000 + (mix(0, n) % 1000));
    case 'large':
      return firstLarge + 2n * BigInt(n);
  }
}

type ByStatus = Readonly<Record<PetStatus, number[]>>;

function createByStatus(): ByStatus {
  return Object.fromEntries(petStatuses.map((status) => [status, []])) as unknown as ByStatus;
}

/** The key of an identifier in a map: a number, where it holds all digits, is found much faster. */
function toKey(id: bigint): number | bigint {
  const key = Number(id);
  return Number.isSafeInteger(key) ? key : id;
}

/** Pets in the order of their creation, each as JSON: a pet never changes, so a page is a join. */
export class PetIndex {
  readonly pets: string[] = [];
  readonly #byStatus = createByStatus();
  readonly #places = new Map<number | bigint, number>();
  readonly #largePets = new Map<number, Bytes>();
  #largest: bigint | undefined;

  put(id: bigint, status: PetStatus | undefined, json: string): void {
    const place = this.pets.push(json) - 1;
    this.#places.set(toKey(id), place);
    if (this.#largest === undefined || id > this.#largest) {
      this.#largest = id;
    }
    if (status !== undefined) {
      this.#byStatus[status].push(place);
    }
    if (isLarge(json)) {
      this.#largePets.set(place, encode(json));
    }
  }

  has(id: bigint): boolean {
    // Nearly every identifier that is assigned is beyond all others, and needn't be looked for.
    return this.#largest !== undefined && id <= this.#largest && this.#places.has(toKey(id));
  }

  find(id: bigint): string | undefined {
    const place = this.#places.get(toKey(id));
    return place === undefined ? undefined : this.pets[place];
  }

  count(status: PetStatus | undefined): number {
    return status === undefined ? this.pets.length : this.#byStatus[status].length;
  }

  /** The pet of that age among those with the status; a large one with its bytes. */
  at(age: number, status: PetStatus | undefined): { json: string; bytes: Bytes | undefined } {
    const place = status === undefined ? age : (this.#byStatus[status][age] as number);
    return { json: this.pets[place] as string, bytes: this.#largePets.get(place) };
  }
}

/** A seeded pet; without an identifier, the id scheme assigns one. */
export type SeededPet = NewPet & { readonly id?: bigint; readonly extra?: string };

/** The seeded pets, indexed once for all sandboxes that start with them. It never changes. */
export class SeededCatalogue {
  /** The catalogues by the plain value that stands for them in changes. */
  static readonly #known = new WeakMap<readonly string[], SeededCatalogue>();
  readonly index = new PetIndex();
  /** The memory of its pets in bytes, estimated from above. */
  readonly weight: number;
  readonly #categories = new Set<bigint>();

  constructor(pets: Iterable<SeededPet>, idScheme: IdScheme) {
    let n = 0;
    for (const pet of pets) {
      n += 1;
      const id = pet.id ?? idAt(idScheme, n);
      this.index.put(id, pet.status, writePet(id, pet, pet.extra));
      this.#categories.add(pet.categoryId);
    }
    this.weight = this.pets.reduce((sum, json) => sum + measurePet(json), 0);
    SeededCatalogue.#known.set(this.pets, this);
  }

  /**
   * Finds or creates the catalogue of these pets.
   *
   * @param likely is shared when it has just these pets
   */
  static getOrCreate(pets: readonly string[], likely: SeededCatalogue): SeededCatalogue {
    const known = SeededCatalogue.#known.get(pets);
    if (known !== undefined) {
      return known;
    }
    const isLikely =
      likely.pets.length === pets.length &&
      likely.pets.every((json, index) => json === pets[index]);
    // Each pet has its identifier, so the scheme assigns none.
    return isLikely ? likely : new SeededCatalogue(pets.map(readStoredPet), 'sequential');
  }

  /** The pets as JSON: a plain value that stands for the catalogue. */
  get pets(): readonly string[] {
    return this.index.pets;
  }

  hasCategory(categoryId: bigint): boolean {
    return this.#categories.has(categoryId);
  }
}
