import { stringify } from 'lossless-json';
import { createBadRequest } from '../document/errors.js';
import { normalizeInt64 } from '../document/int64.js';
import { parseJsonObject } from '../document/json.js';
import type { Choices } from '../document/open-points.js';
import { newPetFields } from '../document/pet.js';
import { type ClockReading, describeClock, restoreClock } from './clock.js';
import type { Latency } from './latency.js';
import {
  createPetList,
  createPets,
  createRepeatedIdError,
  listAll,
  type PetList,
  readPet,
  replacePets,
  type SnapshotPet,
} from './pets.js';
import { countRules, type Rule } from './rules.js';
import { resetSandbox, type Sandbox } from './sandbox.js';

/** Everything that the next responses of a sandbox depend on, as plain data. */
export interface Snapshot {
  /** The version of this format. */
  readonly snapshot: 1;
  readonly seed: number;
  readonly choices: Choices;
  readonly latency: Latency;
  readonly clock: ClockReading;
  /** How many responses drew a latency. */
  readonly answered: number;
  /** The number of the last identifier that a scheme assigned. */
  readonly numbered: number;
  /** How many pets are seeded; they come first. */
  readonly seeded: number;
  readonly rules: readonly Rule[];
  readonly rulesAdded: number;
  /** Identifiers of removed pets, which are not assigned again. */
  readonly removed?: readonly string[] | undefined;
  readonly pets: readonly SnapshotPet[];
}

/** @param time by the real clock, in milliseconds since 1970 */
export function createSnapshot(sandbox: Sandbox, time: number): Snapshot {
  const { seed, settings, clock, latencyDraws, rules, rulesAdded, pets } = sandbox;
  const { removedIds } = pets;
  return {
    snapshot: 1,
    seed,
    choices: settings.choices,
    latency: settings.latency,
    clock: describeClock(clock, time),
    answered: latencyDraws,
    rulesAdded,
    numbered: pets.lastNumber,
    seeded: pets.seeded.all.length,
    rules: rules.map((rule) => ({ ...rule })),
    ...(removedIds.size > 0 && { removed: [...removedIds] }),
    pets: listAll(pets).map(readPet),
  };
}

/** @throws {SimulatorError} when the fields beyond the document's aren't the text of an object with others */
function checkExtra(extra: string, where: string): string | undefined {
  try {
    const names = Object.keys(parseJsonObject(extra, ''));
    if (!names.some((name) => name === 'id' || newPetFields.includes(name))) {
      return names.length === 0 ? undefined : extra.trim();
    }
  } catch {
    // The same message is for both.
  }
  throw createBadRequest(
    `extra of ${where} must be the text of a JSON object with other fields, such as "{\\"tag\\":1}".`,
  );
}

function checkPet(pet: SnapshotPet, index: number): SnapshotPet {
  const { id, categoryId, extra } = pet;
  return {
    ...pet,
    id: normalizeInt64(id),
    categoryId: normalizeInt64(categoryId),
    extra: extra && checkExtra(extra, `pets[${index}] of the snapshot`),
  };
}

const isEqual = (one: PetList, other: PetList) =>
  one.all.length === other.all.length && one.all.every((json, index) => json === other.all[index]);

/**
 * Goes back to a snapshot. What a test allows and needs stays: no response depends on it, and the test that
 * set it goes on.
 *
 * @throws {SimulatorError} when two pets have one identifier, a pet can't be read, or there is no room; then
 * nothing changes
 */
export function restoreSnapshot(sandbox: Sandbox, snapshot: Snapshot): void {
  const { seed, choices, latency, clock, answered, numbered, rules, rulesAdded } = snapshot;
  const { start, settings, limits } = sandbox;
  const all = snapshot.pets.map(checkPet);
  const seeded = createPetList(all.slice(0, snapshot.seeded));
  const added = createPetList(all.slice(snapshot.seeded));
  const repeated = all.slice(snapshot.seeded).find(({ id }) => seeded.byId.has(id));
  if (repeated !== undefined) {
    throw createRepeatedIdError(repeated.id);
  }
  const pets = createPets(start.seeded, limits.quota);
  replacePets(pets, isEqual(start.seeded, seeded) ? start.seeded : seeded, added);
  resetSandbox(sandbox, { ...start, seed, settings: { ...settings, choices, latency } });
  Object.assign(sandbox, {
    pets: { ...pets, lastNumber: numbered, removedIds: new Set(snapshot.removed) },
    rules: rules.map((rule) => ({ ...rule })),
    rulesAdded: countRules(rules, rulesAdded),
    latencyDraws: answered,
    clock: restoreClock(clock),
  });
}

/** Formats a list as a member of an object, with one line for each item. */
function formatList(name: string, items: readonly unknown[], margin: string): string {
  const lines = items.map((item) => `\n${margin}    ${stringify(item)}`);
  return `${margin}  "${name}": [${lines.join(',')}${lines.length > 0 ? `\n${margin}  ` : ''}]`;
}

/** Formats a snapshot with one line for each pet and each rule, for people and for diffs. */
export function formatSnapshot(snapshot: Snapshot, margin = ''): string {
  const members = Object.entries(snapshot).map(([name, value]) =>
    Array.isArray(value)
      ? formatList(name, value, margin)
      : `${margin}  ${JSON.stringify(name)}: ${stringify(value)}`,
  );
  return `{\n${members.join(',\n')}\n${margin}}`;
}
