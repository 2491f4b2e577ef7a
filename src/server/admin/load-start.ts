import { createBadRequest } from '../../document/errors.js';
import { type Choices, resolveChoices } from '../../document/open-points.js';
import { type AllowedNote, allowableNotes } from '../../engine/notes.js';
import {
  createSeededList,
  type IdScheme,
  idAt,
  type PetList,
  type SeededPet,
} from '../../engine/pets.js';
import type { SandboxStart } from '../../engine/sandbox.js';
import type { Sandboxes } from '../../engine/sandboxes.js';
import { fixtureNames, type ResolvedOptions } from '../../options/table.js';
import type { NewPet, Reset, SettingsChange } from './types.js';

/** This many lists of pets are cached. */
const maxCached = 8;

/** The fixture whose pets are generated from a seed. */
const generated = 'default';

/** Loads the pets of a fixture, or generates them. */
export type LoadPets = (
  options: Pick<ResolvedOptions, 'fixture' | 'seed' | 'pets'>,
) => Promise<readonly SeededPet[]>;

/** Finds what a sandbox is reset to: the simulator's own start, or another. */
export type LoadStart = (reset: Reset) => Promise<SandboxStart>;

/** The choices of a sandbox: those of a profile, or the simulator's own, with single ones replaced. */
export function mergeChoices(
  { profile, choose = {} }: Pick<SettingsChange, 'profile' | 'choose'>,
  own: Choices,
): Choices {
  const single = choose as Partial<Choices>;
  return profile === undefined ? { ...own, ...single } : resolveChoices(profile, single);
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

/**
 * The pets of a test's own; those without an identifier get the next free one.
 *
 * @throws {SimulatorError} when two pets have the same identifier
 */
function toSeededPets(pets: readonly NewPet[], scheme: IdScheme): SeededPet[] {
  const ids = pets.map(({ id }) => id);
  const repeated = ids.findIndex((id, index) => id !== undefined && ids.indexOf(id) < index);
  const id = ids[repeated];
  if (id !== undefined) {
    throw createBadRequest(
      `pets[${repeated}].id of the body must be unique; pets[${ids.indexOf(id)}] has ${id}, too.`,
    );
  }
  const taken = new Set(ids);
  let number = 0;
  const findNextId = () => {
    do {
      number += 1;
    } while (taken.has(String(idAt(scheme, number))));
    return idAt(scheme, number);
  };
  return pets.map(({ id, name, categoryId, status }) => ({
    id: id === undefined ? findNextId() : BigInt(id),
    name,
    categoryId: BigInt(categoryId),
    ...(status !== undefined && { status }),
  }));
}

function checkFixture({ fixture, pets }: Reset): void {
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
}

/** What resets need of a simulator. */
export interface StartSources {
  readonly sandboxes: Pick<Sandboxes, 'start'>;
  readonly options: Pick<ResolvedOptions, 'fixture' | 'pets'>;
  readonly loadPets: LoadPets;
}

/** Creates the function that resets call, with a cache of pets. */
export function createLoadStart({ sandboxes, options, loadPets }: StartSources): LoadStart {
  const cache = new Map<string, Promise<PetList>>();
  let cachedWith = sandboxes.start;

  function loadSeeded(key: string, wanted: Parameters<LoadPets>[0], scheme: IdScheme) {
    const isOld = cachedWith !== sandboxes.start;
    const cached = isOld ? undefined : cache.get(key);
    if (cached !== undefined) {
      return cached;
    }
    // With another start, the fixture was read again.
    if (isOld || cache.size === maxCached) {
      cachedWith = sandboxes.start;
      cache.clear();
    }
    const list = loadPets(wanted).then((pets) => createSeededList(pets, scheme));
    list.catch(() => cache.delete(key));
    cache.set(key, list);
    return list;
  }

  /** @throws {SimulatorError} when the fixture is unknown or named with pets, or two pets have one id */
  return async (reset) => {
    const { start } = sandboxes;
    const { seed = start.seed, fixture, pets } = reset;
    checkFixture(reset);
    const choices = mergeChoices(reset, start.settings.choices);
    const scheme = choices['id-scheme'];
    const { latency, allow } = start.settings;
    const settings = {
      choices,
      latency,
      allow: mergeAllowed(reset.allow, allow),
      needs: reset.needs,
    };
    const to = { ...start, seed, settings };
    if (Array.isArray(pets)) {
      const seeded = createSeededList(toSeededPets(pets, scheme), scheme);
      return { ...to, seeded, seededKey: undefined };
    }
    const wanted = {
      fixture: fixture ?? (pets === undefined ? options.fixture : generated),
      seed,
      pets: pets ?? options.pets,
    };
    const key = JSON.stringify([wanted.fixture, seed, wanted.pets, scheme]);
    return key === start.seededKey
      ? to
      : { ...to, seeded: await loadSeeded(key, wanted, scheme), seededKey: key };
  };
}
