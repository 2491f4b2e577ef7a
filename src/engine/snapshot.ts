import { createBadRequest } from '../document/errors.js';
import { type Fields, omitUndefined, parseJsonObject } from '../document/json.js';
import type { Choices } from '../document/open-points.js';
import { type PetStatus, scanPet, writePet } from '../document/pet.js';
import { type ClockReading, describeClock, restoreClock } from './clock.js';
import type { Latency } from './latency.js';
import {
  addStoredPet,
  createPets,
  createRepeatedIdError,
  findPet,
  listAll,
  type PetList,
  releasePets,
  replaceSeeded,
} from './pets.js';
import { countRules, type Rule } from './rules.js';
import { resetSandbox, type Sandbox } from './sandbox.js';

/** A pet as the simulator's own interface has it: identifiers are strings, as most JSON tools round int64. */
export interface SnapshotPet {
  readonly id: string;
  readonly name: string;
  readonly categoryId: string;
  readonly status?: PetStatus | undefined;
  /** Fields that are not in the document, as the text of a JSON object. */
  readonly extra?: string | undefined;
}

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

export function toSnapshotPet(json: string): SnapshotPet {
  const { id, name, categoryId, status, extra } = scanPet(json);
  return {
    id,
    name: JSON.parse(name) as string,
    categoryId,
    ...omitUndefined({ status, extra: extra === '' ? undefined : `{${extra.slice(1)}}` }),
  };
}

const petFields = ['id', 'name', 'categoryId', 'status'];

/** Reads the fields beyond the document's; their text is kept byte for byte. */
function readExtra(extra: string, where: string): string {
  let fields: Fields;
  try {
    fields = parseJsonObject(extra, '');
  } catch {
    throw createBadRequest(
      `extra of ${where} must be the text of a JSON object, such as "{\\"tag\\":1}".`,
    );
  }
  const taken = petFields.find((field) => Object.hasOwn(fields, field));
  if (taken !== undefined) {
    throw createBadRequest(
      `extra of ${where} must not have the field ${taken}, which every pet has. Remove it.`,
    );
  }
  return Object.keys(fields).length === 0 ? '' : `,${extra.trim().slice(1, -1)}`;
}

function fromSnapshotPet({ id, name, categoryId, status, extra }: SnapshotPet, index: number) {
  const text = extra === undefined ? '' : readExtra(extra, `pets[${index}] of the snapshot`);
  const pet = { name, categoryId: BigInt(categoryId), ...omitUndefined({ status }) };
  return writePet(BigInt(id), pet, text);
}

/** The identifiers of removed pets that a scheme could assign again. */
function listRemoved({ pets: { removedIds, lastNumber } }: Sandbox): string[] | undefined {
  // Every scheme goes on beyond this number.
  const removed = [...removedIds].filter((id) => BigInt(id) > lastNumber);
  return removed.length === 0 ? undefined : removed;
}

/** @param time by the real clock, in milliseconds since 1970 */
export function createSnapshot(sandbox: Sandbox, time: number): Snapshot {
  const { seed, settings, clock, latencyDraws, rules, rulesAdded, pets } = sandbox;
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
    ...omitUndefined({ removed: listRemoved(sandbox) }),
    pets: listAll(pets).map(toSnapshotPet),
  };
}

const isEqual = ({ all }: PetList, pets: readonly string[]) =>
  all.length === pets.length && pets.every((json, index) => json === all[index]);

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
  const texts = snapshot.pets.map(fromSnapshotPet);
  const seeded = texts.slice(0, snapshot.seeded);
  const pets = createPets(start.seeded, limits.quota);
  try {
    if (!isEqual(start.seeded, seeded)) {
      replaceSeeded(pets, seeded, start.seeded);
    }
    for (const json of texts.slice(snapshot.seeded)) {
      if (findPet(pets, BigInt(scanPet(json).id)) !== undefined) {
        throw createRepeatedIdError(scanPet(json).id);
      }
      addStoredPet(pets, json);
    }
  } catch (error) {
    releasePets(pets);
    throw error;
  }
  resetSandbox(sandbox, { ...start, seed, settings: { ...settings, choices, latency } });
  pets.lastNumber = numbered;
  for (const id of snapshot.removed ?? []) {
    pets.removedIds.add(id);
  }
  Object.assign(sandbox, {
    pets,
    rules: rules.map((rule) => ({ ...rule })),
    rulesAdded: countRules(rules, rulesAdded),
    latencyDraws: answered,
    clock: restoreClock(clock),
  });
}
