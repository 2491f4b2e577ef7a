import { measurePet, type PetStatus, petStatuses, scanPet } from './pet.js';
import type { PetList } from './pet-list.js';
import { countFirst, countSmaller, deleteNumber, insertNumber } from './sorted-numbers.js';

/** What stands in the place of a pet: another text, or null when it is removed. */
export type Replacement = string | null;
export type Replacements = ReadonlyMap<number, Replacement>;

export const noReplacements: Replacements = new Map();

/** The memory of an entry for a replaced pet, in bytes. */
const replacedEntry = 256;

/** Estimates the memory of what stands in a place, in bytes. */
export function measureReplacement(replacement: Replacement | undefined): number {
  return replacement === undefined
    ? 0
    : replacedEntry + (replacement === null ? 0 : measurePet(replacement));
}

/** The pets with one status, or all, as differences from a list that only grows at its end. */
class Group {
  readonly #list: PetList;
  readonly #status: PetStatus | undefined;
  /** The ages of those that left, within the list, ascending. */
  readonly #left: number[] = [];
  /** The places of those that joined, ascending. */
  readonly #joined: number[] = [];

  constructor(list: PetList, status: PetStatus | undefined) {
    this.#list = list;
    this.#status = status;
  }

  get count(): number {
    return this.#list.count(this.#status) - this.#left.length + this.#joined.length;
  }

  placeAt(age: number): number {
    const ageOf = (nth: number) => this.#countRemaining(this.#joined[nth] as number) + nth;
    const joined = countFirst(this.#joined.length, (nth) => ageOf(nth) < age);
    if (joined < this.#joined.length && ageOf(joined) === age) {
      return this.#joined[joined] as number;
    }
    const remaining = age - joined;
    const left = countFirst(
      this.#left.length,
      (nth) => (this.#left[nth] as number) - nth <= remaining,
    );
    return this.#list.placeAt(remaining + left, this.#status);
  }

  /** A pet that comes back joins like any other; in the list, it has left. */
  add(place: number): void {
    insertNumber(this.#joined, place);
  }

  remove(place: number): void {
    if (!deleteNumber(this.#joined, place)) {
      insertNumber(this.#left, this.#list.ageOf(place, this.#status));
    }
  }

  /** How many before the place were in the list and have not left. */
  #countRemaining(place: number): number {
    const age = this.#list.ageOf(place, this.#status);
    return age - countSmaller(this.#left, age);
  }
}

/**
 * The pets of a sandbox that were changed or removed, over those as they were created. The cost of a
 * list depends on its length and on the logarithms of both.
 */
export class ChangedPets {
  readonly #list: PetList;
  readonly #groups: ReadonlyMap<PetStatus | undefined, Group>;
  /** How many more seeded pets a category has. */
  readonly #categories = new Map<bigint, number>();
  #seeded = 0;
  #replacements = new Map<number, Replacement>();
  #isShared = false;

  constructor(list: PetList) {
    this.#list = list;
    this.#groups = new Map([undefined, ...petStatuses].map((one) => [one, new Group(list, one)]));
  }

  /** How many more seeded pets there are than at the start: never more than 0. */
  get seeded(): number {
    return this.#seeded;
  }

  get isEmpty(): boolean {
    return this.#replacements.size === 0;
  }

  /** The replacements by place, as they are now; later ones don't change this value. */
  share(): Replacements {
    this.#isShared = true;
    return this.#replacements;
  }

  get(place: number): Replacement | undefined {
    return this.#replacements.get(place);
  }

  count(status: PetStatus | undefined): number {
    return this.#group(status).count;
  }

  placeAt(age: number, status: PetStatus | undefined): number {
    return this.#group(status).placeAt(age);
  }

  /** How many more seeded pets have the category than at the start; fewer if negative. */
  countCategory(categoryId: bigint): number {
    return this.#categories.get(categoryId) ?? 0;
  }

  /** @param replacement what stands in the place from now on; undefined for the pet as it was created */
  set(place: number, replacement: Replacement | undefined): void {
    const original = this.#list.at(place).json;
    const shown = (one: Replacement | undefined) => (one === undefined ? original : one);
    this.#move(place, shown(this.get(place)), -1);
    this.#move(place, shown(replacement), 1);
    if (this.#isShared) {
      this.#replacements = new Map(this.#replacements);
      this.#isShared = false;
    }
    if (replacement === undefined) {
      this.#replacements.delete(place);
    } else {
      this.#replacements.set(place, replacement);
    }
  }

  /** @param count 1 when the pet appears, -1 when it disappears */
  #move(place: number, json: Replacement, count: 1 | -1): void {
    if (json === null) {
      return;
    }
    const { status, categoryId } = scanPet(json);
    for (const group of new Set([this.#group(undefined), this.#group(status)])) {
      if (count === 1) {
        group.add(place);
      } else {
        group.remove(place);
      }
    }
    if (place < this.#list.seeded) {
      const category = BigInt(categoryId);
      this.#seeded += count;
      this.#categories.set(category, this.countCategory(category) + count);
    }
  }

  #group(status: PetStatus | undefined): Group {
    return this.#groups.get(status) as Group;
  }
}
