import { parseWrittenJson } from '../base/json.js';
import { createBadRequest, SimulatorError } from '../document/errors.js';
import type { ChoiceOf, Choices } from '../document/open-points.js';
import {
  convertPet,
  formatPet,
  type NewPet,
  type Pet,
  type PetStatus,
  petStatuses,
  type SeedPet,
} from '../document/pet.js';
import { listAges, mix } from './random.js';

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

type AnyNewPet = NewPet<bigint | string>;

/** A pet as the simulator's own interface has it. Integers are strings, as most JSON tools round int64. */
export interface SnapshotPet extends Pet<string> {
  /** Fields that are not in the document, as the text of a JSON object. */
  readonly extra?: string | undefined;
}

export function readPet(json: string): SnapshotPet {
  const pet = convertPet(parseWrittenJson(json) as unknown as Pet<unknown>, String);
  const { length } = formatPet(pet);
  // Other fields come last.
  return json.length === length ? pet : { ...pet, extra: `{${json.slice(length)}` };
}

export type Filter = PetStatus | 'all';

/** Pets as JSON, written once: the oldest first, by status and by identifier. */
export interface PetList extends Readonly<Record<Filter, string[]>> {
  readonly byId: Map<string, string>;
  readonly categories: Set<string>;
  /** Pages that were written since the pets of the sandbox changed, by what they depend on. */
  readonly pages: Map<string, string>;
  /** Characters. */
  size: number;
}

/** A sandbox keeps this many pages, of this many characters at most. */
const maxPages = 8;
const maxPage = 32_768;

/** @throws {SimulatorError} `bad_request` when a pet has the identifier already */
function appendPet(list: PetList, id: string, { categoryId, status }: AnyNewPet, json: string) {
  if (list.byId.has(id)) {
    throw createBadRequest(`Two pets have the same id ${id}. Change one of them.`);
  }
  list.pages.clear();
  list.size += json.length;
  list.all.push(json);
  list.byId.set(id, json);
  list.categories.add(String(categoryId));
  if (status !== undefined) {
    list[status].push(json);
  }
}

/** @throws {SimulatorError} `bad_request` when two pets have the same identifier */
export function createPetList(pets: readonly SnapshotPet[]): PetList {
  const byFilter = Object.fromEntries(['all', ...petStatuses].map((filter) => [filter, []]));
  const rest = { byId: new Map(), categories: new Set(), pages: new Map(), size: 0 };
  const list = { ...byFilter, ...rest } as unknown as PetList;
  for (const pet of pets) {
    appendPet(list, pet.id, pet, formatPet(pet, pet.id, pet.extra));
  }
  return list;
}

/** Writes the pets that a sandbox starts with; those without an identifier get the next free one of the scheme. */
export function createSeededList(pets: readonly SeedPet[], scheme: IdScheme): PetList {
  const taken = new Set(pets.map(({ id }) => id));
  let number = 0;
  const findNextId = () => {
    do {
      number += 1;
    } while (taken.has(idAt(scheme, number)));
    return idAt(scheme, number);
  };
  return createPetList(
    pets.map((pet) => convertPet({ ...pet, id: pet.id ?? findNextId() }, String)),
  );
}

/** Budget that several sandboxes share, in characters. */
export interface Budget {
  size: number;
  readonly max: number;
}

export interface Pets {
  readonly start: { readonly seeded: PetList };
  readonly settings: { readonly choices: Choices };
  readonly limits: { readonly quota: Budget };
  /** Shared with other sandboxes, until a test changes one of them. */
  seeded: PetList;
  added: PetList;
  lastNumber: number;
  /** Identifiers that are not assigned again. */
  removedIds: Set<string>;
}

type PetLists = Pick<Pets, 'seeded' | 'added'>;

/** The characters of the pets that a sandbox doesn't share with others. */
export const measurePets = ({ start, seeded, added }: PetLists & Pick<Pets, 'start'>) =>
  added.size + (seeded === start.seeded ? 0 : seeded.size);

/** @throws {SimulatorError} `simulator_full`; then nothing changes */
function reserve({ limits: { quota } }: Pets, characters: number): void {
  if (characters > 0 && quota.size + characters > quota.max) {
    throw new SimulatorError(
      'simulator_full',
      `The pets of all sandboxes together have at most ${quota.max} characters (maxPetMemory). ` +
        'Reset or drop sandboxes, or start the simulator with a larger limit.',
    );
  }
  quota.size += characters;
}

/** @throws {SimulatorError} `simulator_full`; then nothing changes */
export function replacePets(pets: Pets, seeded: PetList, added: PetList): void {
  const size = measurePets({ start: pets.start, seeded, added });
  reserve(pets, size - measurePets(pets));
  Object.assign(pets, { seeded, added });
  added.pages.clear();
}

export function findPet({ seeded, added }: Pets, id: string): string | undefined {
  return added.byId.get(id) ?? seeded.byId.get(id);
}

export function countPets({ seeded, added }: Pets, filter: Filter = 'all'): number {
  return seeded[filter].length + added[filter].length;
}

export function listAll({ seeded, added }: Pets): string[] {
  return [...seeded.all, ...added.all];
}

/** Fields that responses add to pets without them: their JSON, by their names as JSON begins with them. */
export type AddedFields = Readonly<Record<string, string>>;

/** Adds to the JSON of a pet the fields that it lacks: a body may have added some (unknown-field=echo). */
export function addFields(json: string, fields: AddedFields): string {
  const lacking = Object.entries(fields).filter(([name]) => !json.includes(name));
  const members = lacking.map((member) => member.join(''));
  return members.length === 0 ? json : `${json.slice(0, -1)},${members}}`;
}

/** The inputs of a page beside the pets and the seed; it is kept under them. */
interface PageKey {
  readonly filter: Filter;
  readonly limit: number;
  readonly order: ChoiceOf<'list-order'>;
  readonly fields: AddedFields;
}

type PagePets = PetLists & { readonly seed: number };

function writePage(pets: PagePets, { filter, limit, order, fields }: PageKey): string {
  const [seeded, added] = [pets.seeded[filter], pets.added[filter]];
  const ages = listAges(order, seeded.length + added.length, limit, pets.seed);
  const page = ages.map((age) => seeded[age] ?? (added[age - seeded.length] as string));
  return `[${page.map((json) => addFields(json, fields))}]`;
}

/** Writes a page, unless it was written since the pets changed. */
export function getPage(pets: PagePets, page: PageKey): string {
  const { pages } = pets.added;
  const key = JSON.stringify(page);
  const text = pages.get(key) ?? writePage(pets, page);
  if (!pages.has(key) && text.length <= maxPage) {
    if (pages.size === maxPages) {
      pages.clear();
    }
    pages.set(key, text);
  }
  return text;
}

/** Adds a pet like `addStoredPet`, with the next identifier of the scheme. */
export function addPet(pets: Pets, pet: AnyNewPet, extra?: string): string {
  const scheme = pets.settings.choices['id-scheme'];
  let number = pets.lastNumber;
  let id: string;
  do {
    number += 1;
    id = String(idAt(scheme, number));
  } while (findPet(pets, id) !== undefined || pets.removedIds.has(id));
  const json = addStoredPet(pets, id, pet, extra);
  pets.lastNumber = number;
  return json;
}

/**
 * Adds a pet with an identifier that no pet has, and returns its JSON.
 *
 * @throws {SimulatorError} `simulator_full`; then nothing changes
 */
export function addStoredPet(pets: Pets, id: string, pet: AnyNewPet, extra?: string): string {
  const json = formatPet(pet, id, extra);
  reserve(pets, json.length);
  appendPet(pets.added, id, pet, json);
  return json;
}

/**
 * Puts another pet in the place of the one with that identifier. Without another, it is removed, and its identifier
 * isn't assigned again.
 *
 * @throws {SimulatorError} `simulator_full`; then nothing changes
 */
export function replacePet(pets: Pets, id: string, pet: SnapshotPet | undefined): void {
  const replace = (list: PetList) =>
    list.byId.has(id)
      ? createPetList(list.all.map(readPet).flatMap((one) => (one.id !== id ? one : (pet ?? []))))
      : list;
  replacePets(pets, replace(pets.seeded), replace(pets.added));
  if (pet === undefined) {
    pets.removedIds.add(id);
  }
}
