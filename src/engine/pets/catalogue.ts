import { forEachInSlices } from '../interface/slices.js';
import {
  ChangedPets,
  measureReplacement,
  noReplacements,
  type Replacement,
  type Replacements,
} from './changed-pets.js';
import { type MemoryQuota, QuotaShare } from './memory-quota.js';
import { createOrder, type ListOrder } from './order.js';
import { type Bytes, type Page, Pages, type RecentPages, writePage } from './pages.js';
import {
  createRepeatedIdError,
  measurePet,
  type NewPet,
  type PetStatus,
  scanPet,
  writePet,
} from './pet.js';
import { type IdScheme, idAt, PetIndex, type SeededCatalogue } from './pet-index.js';
import { PetList } from './pet-list.js';

/** The content of a catalogue as plain values; it stays as it is when the pets change. */
export interface CatalogueContent {
  /** The number of the last identifier that a scheme assigned. */
  readonly numbered: number;
  /** The seeded pets as JSON, the oldest first. */
  readonly seeded: readonly string[];
  /** Those that were added to them. This list may grow: only the first `addedCount` count. */
  readonly added: readonly string[];
  readonly addedCount: number;
  /** What stands in the places of pets that were changed or removed, counted from the first seeded one. */
  readonly replaced: Replacements;
  /** Further identifiers that no scheme assigns: those of pets that were removed before a restore. */
  readonly retired: ReadonlySet<string>;
}

/** A pet on its way into a catalogue. */
export interface AddedPet {
  readonly id: bigint;
  readonly status: PetStatus | undefined;
  readonly json: string;
  /** The number of the last identifier that a scheme assigned. */
  readonly numbered: number;
}

interface PageRequest {
  readonly limit: number;
  readonly status: PetStatus | undefined;
  readonly order: ListOrder;
}

interface CatalogueParts {
  readonly seeded: SeededCatalogue;
  readonly seed: number;
  readonly quota: MemoryQuota;
  readonly recentPages: RecentPages;
  /** Whether all sandboxes share the seeded pets, which then take nothing of the quota. */
  readonly shared: boolean;
}

const noIds: ReadonlySet<string> = new Set();
/** The memory of an identifier that is not assigned again, in bytes. */
export const retiredEntry = 128;

/**
 * The pets of one sandbox: the seeded ones, those added later, and what replaces some of both. Only changes
 * write to it.
 */
export class Catalogue {
  readonly seeded: SeededCatalogue;
  /** Its part of the quota: released while no sandbox uses it. */
  readonly memory: QuotaShare;
  readonly #added = new PetIndex();
  readonly #list: PetList;
  /** Only if there are any. */
  #changed: ChangedPets | undefined;
  #retired: ReadonlySet<string> = noIds;
  readonly #pages: Pages;
  readonly #seed: number;
  #numbered: number;
  /** All numbers from the last assigned one to these are known to be taken. */
  readonly #taken = new Map<IdScheme, number>();

  /** @throws {SimulatorError} `simulator_full` when the quota has no room for unshared seeded pets */
  constructor({ seeded, seed, quota, recentPages, shared }: CatalogueParts) {
    this.seeded = seeded;
    this.#list = new PetList(seeded.index, this.#added);
    this.#pages = new Pages(recentPages);
    this.#seed = seed;
    this.memory = new QuotaShare(quota);
    this.#numbered = seeded.pets.length;
    this.memory.take(shared ? 0 : seeded.weight);
  }

  /** The number of the last identifier that a scheme assigned. */
  get numbered(): number {
    return this.#numbered;
  }

  /**
   * Assigns the next identifier to a pet and writes it as JSON, without adding it yet.
   *
   * @throws {SimulatorError} `simulator_full` when the quota has no room for it
   */
  prepare(pet: NewPet, scheme: IdScheme, extra?: string): AddedPet {
    const numbered = this.#findNextNumber(scheme);
    const id = idAt(scheme, numbered);
    const json = writePet(id, pet, extra);
    this.memory.check(measurePet(json));
    return { id, status: pet.status, json, numbered };
  }

  /** @throws {SimulatorError} `simulator_full` when the quota has no room for it */
  add({ id, status, json, numbered }: AddedPet): void {
    this.memory.take(measurePet(json));
    this.#numbered = numbered;
    this.#added.put(id, status, json);
    this.#pages.clear();
  }

  /**
   * Puts another text in the place of a pet, or removes the pet. Its identifier isn't assigned again.
   *
   * @param json has the same identifier; null removes the pet
   * @throws {SimulatorError} `simulator_full` when the quota has no room for it
   */
  replace(id: bigint, json: Replacement): void {
    const place = this.#findPlace(id);
    if (place !== undefined) {
      this.#put(place, json);
    }
  }

  /** @throws {SimulatorError} `simulator_full` when the quota has no room for it */
  #put(place: number, replacement: Replacement | undefined): void {
    this.#changed ??= new ChangedPets(this.#list);
    this.memory.take(
      measureReplacement(replacement) - measureReplacement(this.#changed.get(place)),
    );
    this.#changed.set(place, replacement);
    if (this.#changed.isEmpty) {
      this.#changed = undefined;
    }
    this.#pages.clear();
  }

  /** Finds a pet as JSON. */
  find(id: bigint): string | undefined {
    if (this.#changed === undefined) {
      return this.seeded.index.find(id) ?? this.#added.find(id);
    }
    const place = this.#findPlace(id);
    return place === undefined ? undefined : this.#at(place).json;
  }

  /** Counts all pets, or those with the status. */
  count(status: PetStatus | undefined): number {
    return (this.#changed ?? this.#list).count(status);
  }

  /** Whether no seeded pet has the category. Without seeded pets, none is unknown: all are alike. */
  lacksCategory(categoryId: bigint): boolean {
    const left = this.#list.seeded + (this.#changed?.seeded ?? 0);
    const more = this.#changed?.countCategory(categoryId) ?? 0;
    return left > 0 && this.seeded.countCategory(categoryId) + more <= 0;
  }

  /** Lists a page of pets as JSON; the cost depends on the page's length alone. */
  page(request: PageRequest): string[] {
    return this.#page(request).map(({ json }) => json);
  }

  /**
   * Writes a page of pets as bytes, or returns those of an earlier response.
   *
   * @param createFields creates further members of a pet as JSON text, each with a leading comma
   * @param variant names them
   */
  writePage(request: PageRequest, createFields: (pet: string) => string, variant: string): Page {
    const { limit, status, order } = request;
    return this.#pages.getOrCreate(`${limit} ${status} ${order} ${variant}`, () =>
      writePage(this.#page(request), createFields),
    );
  }

  #page({ limit, status, order }: PageRequest): { json: string; bytes: Bytes | undefined }[] {
    const pets = this.#changed ?? this.#list;
    const total = pets.count(status);
    const ageAt = createOrder(order, total, this.#seed);
    const page = [];
    for (let place = 0; place < Math.min(limit, total); place += 1) {
      page.push(this.#at(pets.placeAt(ageAt(place), status)));
    }
    return page;
  }

  /** Everything that an equal catalogue with the same seed needs; it costs the same for any size. */
  content(): CatalogueContent {
    const added = this.#added.share();
    return {
      numbered: this.#numbered,
      seeded: this.seeded.pets,
      added,
      addedCount: added.length,
      replaced: this.#changed?.share() ?? noReplacements,
      retired: this.#retired,
    };
  }

  /**
   * Adds the pets of an earlier content under their identifiers, in steps.
   *
   * @throws {SimulatorError} `simulator_full` when the quota has no room for them, `bad_request` when
   * two have the same identifier
   */
  *restore({
    added,
    addedCount,
    numbered,
    replaced,
    retired,
  }: Omit<CatalogueContent, 'seeded'>): Generator<undefined> {
    const { seeded } = this.#list;
    for (const [place, replacement] of replaced) {
      if (place < seeded) {
        this.#put(place, replacement);
      }
    }
    let place = seeded;
    yield* forEachInSlices(added, addedCount, (json) => {
      const { id, status } = scanPet(json);
      const replacement = replaced.get(place);
      if (replacement !== null && this.find(BigInt(id)) !== undefined) {
        throw createRepeatedIdError(id);
      }
      this.add({ id: BigInt(id), status, json, numbered });
      if (replacement !== undefined) {
        this.#put(place, replacement);
      }
      place += 1;
    });
    this.#numbered = numbered;
    this.memory.take(retired.size * retiredEntry);
    this.#retired = retired;
  }

  #at(place: number): { json: string; bytes: Bytes | undefined } {
    const json = this.#changed?.get(place);
    return typeof json === 'string' ? { json, bytes: undefined } : this.#list.at(place);
  }

  /** The place of a pet that is not removed. */
  #findPlace(id: bigint): number | undefined {
    const seeded = this.seeded.index.placeOf(id);
    const added = this.#added.placeOf(id);
    const places = [seeded, added === undefined ? undefined : this.#list.seeded + added];
    return places.find((place) => place !== undefined && this.#changed?.get(place) !== null);
  }

  /** The number of the next identifier that no pet has or had. */
  #findNextNumber(scheme: IdScheme): number {
    let number = Math.max(this.#numbered, this.#taken.get(scheme) ?? 0);
    let id: bigint;
    do {
      number += 1;
      id = idAt(scheme, number);
    } while (this.#isKnown(id));
    // A pet that is refused must not make the next one search again.
    this.#taken.set(scheme, number - 1);
    return number;
  }

  #isKnown(id: bigint): boolean {
    return (
      this.seeded.index.has(id) ||
      this.#added.has(id) ||
      (this.#retired.size > 0 && this.#retired.has(String(id)))
    );
  }
}
