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
import { countSmaller } from './sorted-numbers.js';

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

/** Pets in the order of their creation, each as JSON: a page is a join. Only `pop` removes one. */
export class PetIndex {
  #pets: string[] = [];
  /** Whether somebody else holds the list: it may grow, but must not shrink. */
  #isShared = false;
  readonly #byStatus = createByStatus();
  readonly #places = new Map<number | bigint, number>();
  /** The places of earlier pets with the same identifier: those are removed. */
  readonly #earlier = new Map<number, number>();
  readonly #largePets = new Map<number, Bytes>();
  #largest: bigint | undefined;

  get pets(): readonly string[] {
    return this.#pets;
  }

  /** The list, whose first pets stay as they are. */
  share(): readonly string[] {
    this.#isShared = true;
    return this.#pets;
  }

  put(id: bigint, status: PetStatus | undefined, json: string): void {
    const place = this.#pets.push(json) - 1;
    if (this.has(id)) {
      this.#earlier.set(place, this.#places.get(toKey(id)) as number);
    }
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

  /** Takes the last pet out, as if it had never been put in. */
  pop(): string {
    const place = this.#pets.length - 1;
    const json = this.#pets[place] as string;
    const { id, status } = scanPet(json);
    if (this.#isShared) {
      this.#pets = this.#pets.slice(0, place);
      this.#isShared = false;
    } else {
      this.#pets.pop();
    }
    const key = toKey(BigInt(id));
    const earlier = this.#earlier.get(place);
    if (earlier === undefined) {
      this.#places.delete(key);
    } else {
      this.#places.set(key, earlier);
      this.#earlier.delete(place);
    }
    if (status !== undefined) {
      this.#byStatus[status].pop();
    }
    this.#largePets.delete(place);
    return json;
  }

  has(id: bigint): boolean {
    // Nearly every identifier that is assigned is beyond all others, and needn't be looked for.
    return this.#largest !== undefined && id <= this.#largest && this.#places.has(toKey(id));
  }

  placeOf(id: bigint): number | undefined {
    return this.#places.get(toKey(id));
  }

  find(id: bigint): string | undefined {
    const place = this.placeOf(id);
    return place === undefined ? undefined : this.#pets[place];
  }

  count(status: PetStatus | undefined): number {
    return status === undefined ? this.#pets.length : this.#byStatus[status].length;
  }

  /** The place of the pet of that age among those with the status. */
  placeAt(age: number, status: PetStatus | undefined): number {
    return status === undefined ? age : (this.#byStatus[status][age] as number);
  }

  /** How many pets with the status come before a place. */
  ageOf(place: number, status: PetStatus | undefined): number {
    return status === undefined ? place : countSmaller(this.#byStatus[status], place);
  }

  /** The pet at a place; a large one with its bytes. */
  at(place: number): { json: string; bytes: Bytes | undefined } {
    return { json: this.#pets[place] as string, bytes: this.#largePets.get(place) };
  }
}

/** A seeded pet; without an identifier, the id scheme assigns one. */
export type SeededPet = NewPet & { readonly id?: bigint; readonly extra?: string };

/** The seeded pets, indexed once for all sandboxes that start with them. It never changes. */
export class SeededCatalogue {
  /** The catalogues by the plain value that stands for them in changes. */
  static readonly #known = new WeakMap<readonly string[], SeededCatalogue>();
  readonly index = new PetIndex();
  /** How many pets each category has. */
  readonly #categories = new Map<bigint, number>();
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

  countCategory(categoryId: bigint): number {
    return this.#categories.get(categoryId) ?? 0;
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
    this.#categories.set(categoryId, this.countCategory(categoryId) + 1);
    this.#weight += measurePet(json);
  }
}
