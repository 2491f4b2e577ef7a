import { createBadRequest, SimulatorError } from '../document/errors.js';
import type { ChoiceOf } from '../document/open-points.js';
import { type NewPet, type PetStatus, scanPet, writePet } from '../document/pet.js';
import { createOrder, mix } from './random.js';

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

type Filter = PetStatus | 'all';

/** Pets as JSON, the oldest first, by status and by identifier. */
export interface PetList {
  readonly all: string[];
  readonly available: string[];
  readonly pending: string[];
  readonly sold: string[];
  readonly byId: Map<string, string>;
  /** The categories of all pets, as digits. */
  readonly categories: Set<string>;
}

function createList(): PetList {
  return {
    all: [],
    available: [],
    pending: [],
    sold: [],
    byId: new Map(),
    categories: new Set(),
  };
}

export function createRepeatedIdError(id: string): SimulatorError {
  return createBadRequest(`Two pets of the snapshot have the same id ${id}. Change one of them.`);
}

/** @throws {SimulatorError} `bad_request` when a pet has the identifier already */
function appendPet(list: PetList, json: string): void {
  const { id, categoryId, status } = scanPet(json);
  if (list.byId.has(id)) {
    throw createRepeatedIdError(id);
  }
  list.all.push(json);
  list.byId.set(id, json);
  list.categories.add(categoryId);
  if (status !== undefined) {
    list[status].push(json);
  }
}

/** @throws {SimulatorError} `bad_request` when two pets have the same identifier */
export function createPetList(pets: readonly string[]): PetList {
  const list = createList();
  for (const json of pets) {
    appendPet(list, json);
  }
  return list;
}

/** A seeded pet; without an identifier, the id scheme assigns one. */
export type SeededPet = NewPet & { readonly id?: bigint; readonly extra?: string };

/** Writes the pets that a sandbox starts with. */
export function createSeededList(pets: readonly SeededPet[], scheme: IdScheme): PetList {
  return createPetList(
    pets.map((pet, index) => writePet(pet.id ?? idAt(scheme, index + 1), pet, pet.extra)),
  );
}

/** The characters of pets that the sandboxes that share it may own. */
export class Quota {
  readonly max: number;
  #used = 0;

  constructor(max: number) {
    this.max = max;
  }

  /** @throws {SimulatorError} `simulator_full` when there is no room for so many more characters */
  take(characters: number): void {
    if (characters > 0 && this.#used + characters > this.max) {
      throw new SimulatorError(
        'simulator_full',
        `The pets of all sandboxes together have at most ${this.max} characters (maxPetMemory). ` +
          'Reset or drop sandboxes, or start the simulator with a larger limit.',
      );
    }
    this.#used += characters;
  }
}

/** The pets of one sandbox. */
export interface Pets {
  /** The seeded pets, shared with other sandboxes until one of them changes. */
  seeded: PetList;
  /** Those that were added to them. */
  added: PetList;
  /** The number of the last identifier that a scheme assigned. */
  lastNumber: number;
  /** Identifiers that are not assigned again. */
  readonly removedIds: Set<string>;
  /** The characters of the pets that it owns. */
  size: number;
  readonly quota: Quota;
  /** The pages that were read since the last change. */
  readonly pages: Map<string, string>;
}

export function createPets(seeded: PetList, quota: Quota): Pets {
  return {
    seeded,
    added: createList(),
    lastNumber: seeded.all.length,
    removedIds: new Set(),
    size: 0,
    quota,
    pages: new Map(),
  };
}

/** @throws {SimulatorError} `simulator_full`; then nothing changes */
function takeRoom(pets: Pets, characters: number): void {
  pets.quota.take(characters);
  pets.size += characters;
}

/** Returns the room of pets that are no longer used. */
export function releasePets(pets: Pets): void {
  takeRoom(pets, -pets.size);
}

export function findPet({ seeded, added }: Pets, id: bigint): string | undefined {
  const key = String(id);
  return added.byId.get(key) ?? seeded.byId.get(key);
}

export function countPets({ seeded, added }: Pets, filter: Filter = 'all'): number {
  return seeded[filter].length + added[filter].length;
}

/** Lists all pets as JSON, the oldest first. */
export function listAll({ seeded, added }: Pets): string[] {
  return [...seeded.all, ...added.all];
}

/** Whether no seeded pet has the category. Without seeded pets, none is unknown: all are alike. */
export function lacksCategory({ seeded }: Pets, categoryId: bigint): boolean {
  return seeded.all.length > 0 && !seeded.categories.has(String(categoryId));
}

/** What a page shows. */
interface PageRequest {
  readonly limit: number;
  readonly filter: Filter;
  readonly order: ChoiceOf<'list-order'>;
  readonly seed: number;
}

/** Adds members to a pet as JSON text, each with a leading comma. */
export function addFields(pet: string, fields: string): string {
  return fields === '' ? pet : `${pet.slice(0, -1)}${fields}}`;
}

/**
 * Writes a page of pets as JSON.
 *
 * @param createFields creates further members of a pet as JSON text; undefined for none
 */
export function writePage(
  pets: Pets,
  { limit, filter, order, seed }: PageRequest,
  createFields: ((pet: string) => string) | undefined,
): string {
  const key = `${limit} ${filter} ${order} ${seed} ${createFields !== undefined}`;
  const known = pets.pages.get(key);
  if (known !== undefined) {
    return known;
  }
  const [seeded, added] = [pets.seeded[filter], pets.added[filter]];
  const total = seeded.length + added.length;
  const ageAt = createOrder(order, total, seed);
  const page: string[] = [];
  for (let place = 0; place < Math.min(limit, total); place += 1) {
    const age = ageAt(place);
    const pet = (age < seeded.length ? seeded[age] : added[age - seeded.length]) as string;
    page.push(createFields === undefined ? pet : addFields(pet, createFields(pet)));
  }
  const text = `[${page.join(',')}]`;
  pets.pages.set(key, text);
  return text;
}

function isKnown({ seeded, added, removedIds }: Pets, id: string): boolean {
  return seeded.byId.has(id) || added.byId.has(id) || removedIds.has(id);
}

/**
 * Adds a pet, and returns it as JSON.
 *
 * @param extra further members as JSON text, each with a leading comma
 * @throws {SimulatorError} `simulator_full`; then nothing changes
 */
export function addPet(pets: Pets, pet: NewPet, scheme: IdScheme, extra?: string): string {
  let number = pets.lastNumber + 1;
  while (isKnown(pets, String(idAt(scheme, number)))) {
    number += 1;
  }
  const json = writePet(idAt(scheme, number), pet, extra);
  addStoredPet(pets, json);
  pets.lastNumber = number;
  return json;
}

/** @throws {SimulatorError} `simulator_full`; then nothing changes */
export function addStoredPet(pets: Pets, json: string): void {
  takeRoom(pets, json.length);
  appendPet(pets.added, json);
  pets.pages.clear();
}

const sizeOf = (pets: readonly string[]) => pets.reduce((sum, { length }) => sum + length, 0);

/**
 * Replaces the seeded pets by the sandbox's own.
 *
 * @param shared the list that other sandboxes share, which takes no room
 * @throws {SimulatorError} `simulator_full`, or `bad_request` for a repeated identifier; then nothing changes
 */
export function replaceSeeded(pets: Pets, texts: readonly string[], shared: PetList): void {
  const list = createPetList(texts);
  takeRoom(pets, sizeOf(texts) - (pets.seeded === shared ? 0 : sizeOf(pets.seeded.all)));
  pets.seeded = list;
  pets.pages.clear();
}

/**
 * Puts another pet in the place of the one with that identifier, or removes it. Takes time in proportion to
 * the number of pets.
 *
 * @param json undefined removes the pet; its identifier isn't assigned again
 * @throws {SimulatorError} `simulator_full`; then nothing changes
 */
export function replacePet(
  pets: Pets,
  id: bigint,
  json: string | undefined,
  shared: PetList,
): void {
  const key = String(id);
  const isAdded = pets.added.byId.has(key);
  const { all, byId } = isAdded ? pets.added : pets.seeded;
  const before = byId.get(key);
  const after = all.flatMap((pet) => (pet !== before ? [pet] : json === undefined ? [] : [json]));
  if (isAdded) {
    takeRoom(pets, sizeOf(after) - sizeOf(all));
    pets.added = createPetList(after);
    pets.pages.clear();
  } else {
    replaceSeeded(pets, after, shared);
  }
  if (json === undefined) {
    pets.removedIds.add(key);
  }
}

/** Puts other seeded pets in place of the shared ones; a seeded pet replaces an added one with its identifier. */
export function reseedPets(pets: Pets, seeded: PetList): void {
  const kept = pets.added.all.filter((json) => !seeded.byId.has(scanPet(json).id));
  takeRoom(pets, sizeOf(kept) - sizeOf(pets.added.all));
  pets.seeded = seeded;
  pets.added = createPetList(kept);
  pets.pages.clear();
}
