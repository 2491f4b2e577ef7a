import type { Backend } from '../engine/backend.js';
import { type AllowedNote, allowableNotes } from '../engine/choices/notes.js';
import { type Choices, resolveChoices } from '../engine/choices/open-points.js';
import { createBadRequest, SimulatorError } from '../engine/interface/errors.js';
import { type IdScheme, idAt, SeededCatalogue, type SeededPet } from '../engine/pets/pet-index.js';
import type { SandboxStart } from '../engine/sandbox/state.js';
import { fixtureNames, optionTable, type ResolvedOptions } from '../options/table.js';
import { takeSteps } from '../turn.js';
import type { NewPet, Reset, SettingsChange } from './schemas.js';

/** This many catalogues are cached, beside the one that the simulator starts with. */
const maxCached = 8;
/** A catalogue with more pets is created anew each time. */
const maxCachedPets = 10_000;
/** Maximum number of pets that resets generate at a time: some 20 seconds of work. */
const maxLoadingPets = 200_000;

/** Loads the pets that options ask for. */
export type LoadPets = (options: ResolvedOptions) => Promise<readonly SeededPet[]>;

/** The choices of a sandbox: those of a profile, or the simulator's own, with single ones replaced. */
export function mergeChoices(
  { profile, choose }: Pick<SettingsChange, 'profile' | 'choose'>,
  own: Choices,
): Choices {
  return profile === undefined ? { ...own, ...choose } : resolveChoices(profile, choose);
}

/**
 * Merges the allowed notes of a sandbox with those of the simulator, without duplicates.
 *
 * @param always what every sandbox of the simulator allows
 */
export function mergeAllowed(
  allow: readonly AllowedNote[] = [],
  always: readonly AllowedNote[],
): readonly AllowedNote[] {
  return allowableNotes.filter((note) => allow.includes(note) || always.includes(note));
}

/** @throws {SimulatorError} when two pets have the same identifier */
function readIds(pets: readonly NewPet[]): ReadonlySet<bigint> {
  const places = new Map<bigint, number>();
  for (const [place, { id }] of pets.entries()) {
    if (id !== undefined) {
      const first = places.get(BigInt(id));
      if (first !== undefined) {
        throw createBadRequest(
          `pets[${place}].id of the body must be unique; pets[${first}] has ${id}, too.`,
        );
      }
      places.set(BigInt(id), place);
    }
  }
  return new Set(places.keys());
}

/** Creates the pets of a test's own; those without an identifier get the next free one. */
async function createSeeded(pets: readonly NewPet[], scheme: IdScheme) {
  const taken = readIds(pets);
  let number = 0;
  const findNextId = () => {
    do {
      number += 1;
    } while (taken.has(idAt(scheme, number)));
    return idAt(scheme, number);
  };
  const seeded = pets.map(({ id, categoryId, ...pet }) => ({
    ...pet,
    id: id === undefined ? findNextId() : BigInt(id),
    categoryId: BigInt(categoryId),
  }));
  return (await takeSteps(SeededCatalogue.create(seeded, scheme))).pets;
}

/** What sandboxes are reset to: the simulator's own start, or another seed, fixture or profile. */
export class Baselines {
  readonly #options: ResolvedOptions;
  readonly #backend: Pick<Backend, 'start'>;
  readonly #loadPets: LoadPets;
  readonly #maxLoading: number;
  /** Catalogues are loaded one after the other: together, their turns would take too long. */
  #loading: Promise<unknown> = Promise.resolve();
  /** The number of pets in catalogues that are not loaded yet. */
  #loadingPets = 0;
  /** The pets that the simulator started with when the cache was filled. */
  #cachedWith: readonly string[];
  /** In the order of their last use. */
  readonly #cache = new Map<string, Promise<readonly string[]>>();

  /** @param backend knows what a new sandbox starts with: another fixture, once it was read again */
  constructor(
    options: ResolvedOptions,
    backend: Pick<Backend, 'start'>,
    loadPets: LoadPets,
    maxLoading = maxLoadingPets,
  ) {
    this.#options = options;
    this.#backend = backend;
    this.#cachedWith = backend.start.seeded;
    this.#loadPets = loadPets;
    this.#maxLoading = maxLoading;
  }

  /** @throws {SimulatorError} when the fixture is unknown or named together with pets, or two pets have one id */
  async find(reset: Reset): Promise<SandboxStart> {
    const { start } = this.#backend;
    const { seed = start.seed, fixture, pets } = reset;
    const choices = mergeChoices(reset, start.choices);
    const scheme = choices['id-scheme'];
    const isOwn =
      seed === start.seed &&
      fixture === undefined &&
      pets === undefined &&
      scheme === start.choices['id-scheme'];
    const options = this.#resolveOptions(reset, seed);
    const seeded = isOwn
      ? start.seeded
      : await (Array.isArray(pets)
          ? createSeeded(pets, scheme)
          : this.#loadSeeded(options, scheme));
    return {
      ...start,
      seeded,
      seed,
      choices,
      allow: mergeAllowed(reset.allow, start.allow),
      needs: reset.needs,
    };
  }

  #resolveOptions({ fixture, pets }: Reset, seed: number): ResolvedOptions {
    const generated = optionTable.fixture.default;
    if (fixture !== undefined && !fixtureNames.includes(fixture)) {
      throw createBadRequest(
        `fixture of the body must be one of ${fixtureNames.join(', ')}; got ${JSON.stringify(fixture)}. Only the option --fixture takes files.`,
      );
    }
    if (pets !== undefined && (fixture ?? generated) !== generated) {
      throw createBadRequest(
        'pets and fixture of the body must not be used together, since a fixture has its own pets. Leave one out.',
      );
    }
    const own = pets === undefined ? this.#options.fixture : generated;
    const count = typeof pets === 'number' ? pets : this.#options.pets;
    return { ...this.#options, seed, fixture: fixture ?? own, pets: count };
  }

  #loadSeeded(options: ResolvedOptions, scheme: IdScheme) {
    const { start } = this.#backend;
    if (this.#cachedWith !== start.seeded) {
      this.#cachedWith = start.seeded;
      this.#cache.clear();
    }
    const key = JSON.stringify([options.fixture, options.seed, options.pets, scheme]);
    const seeded = this.#cache.get(key) ?? this.#load(options, scheme);
    this.#cache.delete(key);
    this.#cache.set(key, seeded);
    const forget = () => this.#cache.delete(key);
    seeded.then(({ length }) => length > maxCachedPets && forget(), forget);
    const [leastRecent] = this.#cache.keys();
    if (this.#cache.size > maxCached && leastRecent !== undefined) {
      this.#cache.delete(leastRecent);
    }
    return seeded;
  }

  #load(options: ResolvedOptions, scheme: IdScheme) {
    const { pets: count } = options;
    if (this.#loadingPets > 0 && this.#loadingPets + count > this.#maxLoading) {
      throw new SimulatorError(
        'simulator_conflict',
        `Resets are generating ${this.#loadingPets} pets, and at most ${this.#maxLoading} at a time. Wait until they are done.`,
      );
    }
    this.#loadingPets += count;
    const seeded = this.#loading
      .then(() => this.#loadPets(options))
      .then((pets) => takeSteps(SeededCatalogue.create(pets, scheme)))
      .then(({ pets }) => pets);
    const onEnd = () => {
      this.#loadingPets -= count;
    };
    this.#loading = seeded.then(onEnd, onEnd);
    return seeded;
  }
}
