import { SimulatorError } from '../interface/errors.js';
import { createOrder, type ListOrder } from './order.js';
import { type Bytes, type Page, Pages, PageWriter, type RecentPages } from './pages.js';
import {
  measurePet,
  type NewPet,
  type PetStatus,
  readStoredPet,
  type StoredPet,
  writePet,
} from './pet.js';
import { type IdScheme, idAt, PetIndex, type SeededCatalogue } from './pet-index.js';

/** The memory limit for the pets that all sandboxes own together; seeded pets that they share are free. */
export class MemoryQuota {
  readonly #max: number;
  #used = 0;

  /** @param max in bytes */
  constructor(max: number) {
    this.#max = max;
  }

  /** @throws {SimulatorError} `simulator_full` when so much memory isn't left */
  check(bytes: number): void {
    if (this.#used + bytes > this.#max) {
      throw new SimulatorError(
        'simulator_full',
        `The pets of all sandboxes may take ${this.#max} bytes (option max-pet-memory); they take ` +
          `${this.#used}, and ${bytes} more are needed. Reset or delete sandboxes that are no longer ` +
          'used, or start the simulator with a larger limit.',
      );
    }
  }

  /** @throws {SimulatorError} `simulator_full`; then nothing is taken */
  take(bytes: number): void {
    this.check(bytes);
    this.#used += bytes;
  }

  release(bytes: number): void {
    this.#used -= bytes;
  }
}

/** The content of a catalogue as plain values. */
export interface CatalogueContent {
  /** The number of the last identifier that a scheme assigned. */
  readonly numbered: number;
  /** How many of the pets are seeded; they come first. */
  readonly seeded: number;
  /** The oldest first. */
  readonly pets: readonly StoredPet[];
}

/** A pet on its way into a catalogue. */
export interface AddedPet {
  readonly id: bigint;
  readonly status: PetStatus | undefined;
  readonly json: string;
  /** The number of its identifier. */
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

/** The pets of one sandbox: the seeded ones, and those added later. Only changes write to it. */
export class Catalogue {
  readonly seeded: SeededCatalogue;
  readonly #added = new PetIndex();
  readonly #pages: Pages;
  readonly #seed: number;
  readonly #quota: MemoryQuota;
  #numbered: number;
  #taken = 0;

  /** @throws {SimulatorError} `simulator_full` when the quota has no room for unshared seeded pets */
  constructor({ seeded, seed, quota, recentPages, shared }: CatalogueParts) {
    this.seeded = seeded;
    this.#pages = new Pages(recentPages);
    this.#seed = seed;
    this.#quota = quota;
    this.#numbered = seeded.pets.length;
    this.#take(shared ? 0 : seeded.weight);
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
    this.#quota.check(measurePet(json));
    return { id, status: pet.status, json, numbered };
  }

  /** @throws {SimulatorError} `simulator_full` when the quota has no room for it */
  add({ id, status, json, numbered }: AddedPet): void {
    this.#take(measurePet(json));
    this.#numbered = numbered;
    this.#added.put(id, status, json);
    this.#pages.clear();
  }

  /** Finds a pet as JSON. */
  find(id: bigint): string | undefined {
    return this.seeded.index.find(id) ?? this.#added.find(id);
  }

  /** Counts all pets, or those with the status. */
  count(status: PetStatus | undefined): number {
    return this.seeded.index.count(status) + this.#added.count(status);
  }

  /** Lists a page of pets as JSON; the cost depends on the page's length alone. */
  page(request: PageRequest): string[] {
    return this.#list(request).map(({ json }) => json);
  }

  /**
   * Writes a page of pets as bytes, or returns those of an earlier response.
   *
   * @param createFields creates further members of a pet as JSON text, each with a leading comma
   * @param variant names them
   */
  writePage(request: PageRequest, createFields: (pet: string) => string, variant: string): Page {
    const { limit, status, order } = request;
    return this.#pages.getOrCreate(`${limit} ${status} ${order} ${variant}`, () => {
      const writer = new PageWriter();
      for (const { json, bytes } of this.#list(request)) {
        writer.add(json, createFields(json), bytes);
      }
      return writer.end();
    });
  }

  #list({ limit, status, order }: PageRequest): { json: string; bytes: Bytes | undefined }[] {
    const { index } = this.seeded;
    const seeded = index.count(status);
    const total = this.count(status);
    const ageAt = createOrder(order, total, this.#seed);
    const page = [];
    for (let place = 0; place < Math.min(limit, total); place += 1) {
      const age = ageAt(place);
      page.push(age < seeded ? index.at(age, status) : this.#added.at(age - seeded, status));
    }
    return page;
  }

  /** Everything that an equal catalogue with the same seed needs. */
  content(): CatalogueContent {
    const seeded = this.seeded.pets;
    const pets = [...seeded, ...this.#added.pets].map(readStoredPet);
    return { numbered: this.#numbered, seeded: seeded.length, pets };
  }

  /**
   * Adds the pets of an earlier content under their identifiers.
   *
   * @throws {SimulatorError} `simulator_full` when the quota has no room for them
   */
  restore(added: readonly StoredPet[], numbered: number): void {
    for (const { id, extra, ...pet } of added) {
      this.add({ id, status: pet.status, json: writePet(id, pet, extra), numbered });
    }
    this.#numbered = numbered;
  }

  /** Releases its memory when the sandbox no longer uses it. */
  discard(): void {
    this.#quota.release(this.#taken);
    this.#taken = 0;
  }

  #take(bytes: number): void {
    this.#quota.take(bytes);
    this.#taken += bytes;
  }

  /** The number of the next identifier that no pet has yet. */
  #findNextNumber(scheme: IdScheme): number {
    let number = this.#numbered;
    let id: bigint;
    do {
      number += 1;
      id = idAt(scheme, number);
    } while (this.seeded.index.has(id) || this.#added.has(id));
    return number;
  }
}
