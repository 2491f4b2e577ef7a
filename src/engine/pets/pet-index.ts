import type { ChoiceOf } from '../choices/open-points.js';
import { forEachInSlices, runToEnd, sliceLength } from '../interface/slices.js';
import { mix } from './order.js';
import { type Bytes, encode } from './pages.js';
import {
  createRepeatedIdError,
  isLarge,
  measurePet,
  type NewPet,
  type PetStatus,
  petStatuses,
  scanPet,
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
  readonly #categories = new Set<bigint>();
  #weight = 0;

  constructor(pets: Iterable<SeededPet>, idScheme: IdScheme) {
    runToEnd(this.#putAll(pets, idScheme));
    SeededCatalogue.#known.set(this.pets, this);
  }

  /** Creates the catalogue of these pets in steps. */
  static *create(
    pets: Iterable<SeededPet>,
    idScheme: IdScheme,
  ): Generator<undefined, SeededCatalogue> {
    const catalogue = new SeededCatalogue([], idScheme);
    yield* catalogue.#putAll(pets, idScheme);
    return catalogue;
  }

  /**
   * Finds or creates the catalogue of these pets, in steps.
   *
   * @param likely is shared when it has just these pets
   * @throws {SimulatorError} `bad_request` when two pets have the same identifier
   */
  static *load(
    pets: readonly string[],
    likely: SeededCatalogue,
  ): Generator<undefined, SeededCatalogue> {
    const known = SeededCatalogue.#known.get(pets);
    if (known !== undefined) {
      return known;
    }
    let equal = likely.pets.length === pets.length;
    for (let place = 0; equal && place < pets.length; place += 1) {
      equal = pets[place] === likely.pets[place];
    }
    if (equal) {
      return likely;
    }
    const catalogue = new SeededCatalogue([], 'sequential');
    yield* forEachInSlices(pets, pets.length, (json) => {
      const { id, categoryId, status } = scanPet(json);
      if (catalogue.index.has(BigInt(id))) {
        throw createRepeatedIdError(id);
      }
      catalogue.#put(BigInt(id), { categoryId: BigInt(categoryId), status }, json);
    });
    return catalogue;
  }

  /** The pets as JSON: a plain value that stands for the catalogue. */
  get pets(): readonly string[] {
    return this.index.pets;
  }

  /** The memory of its pets in bytes, estimated from above. */
  get weight(): number {
    return this.#weight;
  }

  /** Whether no seeded pet has the category. Without seeded pets, none is unknown: all are alike. */
  lacksCategory(categoryId: bigint): boolean {
    return this.#categories.size > 0 && !this.#categories.has(categoryId);
  }

  *#putAll(pets: Iterable<SeededPet>, idScheme: IdScheme): Generator<undefined> {
    let n = 0;
    let length = 0;
    for (const pet of pets) {
      n += 1;
      const id = pet.id ?? idAt(idScheme, n);
      const json = writePet(id, pet, pet.extra);
      this.#put(id, pet, json);
      length += json.length;
      if (length >= sliceLength) {
        length = 0;
        yield;
      }
    }
  }

  #put(
    id: bigint,
    { categoryId, status }: { categoryId: bigint; status?: PetStatus | undefined },
    json: string,
  ): void {
    this.index.put(id, status, json);
    this.#categories.add(categoryId);
    this.#weight += measurePet(json);
  }
}
