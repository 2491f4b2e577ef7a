import { normalizeInt64 } from '../base/int64.js';
import { isJsonObject, parseJson } from '../base/json.js';
import { attempt } from '../base/text.js';
import { createBadRequest } from '../document/errors.js';
import type { Choices } from '../document/open-points.js';
import { convertPet, isPetField } from '../document/pet.js';
import { type ClockReading, describeClock, restoreClock } from './clock.js';
import {
  createPetList,
  listAll,
  type PetList,
  readPet,
  replacePets,
  type SnapshotPet,
} from './pets.js';
import type { DelayRange } from './random.js';
import { begin, clearJournal, type Sandbox } from './sandbox.js';
import type { RuleState } from './scenario.js';

/** Everything that the next responses of a sandbox depend on, as plain data. */
export interface Snapshot {
  /** The version of this format. */
  readonly snapshot: 1;
  readonly seed: number;
  readonly choices: Choices;
  readonly delay: DelayRange;
  readonly clock: ClockReading;
  /** Number of responses with a random delay. */
  readonly answered: number;
  /** Number of assigned identifiers. */
  readonly numbered: number;
  /** Number of seeded pets, which come first. */
  readonly seeded: number;
  readonly rules: readonly RuleState[];
  /** Number of rules ever added. */
  readonly rulesAdded: number;
  /** Identifiers that are not assigned again. */
  readonly removed?: readonly string[] | undefined;
  readonly pets: readonly SnapshotPet[];
}

/**
 * @param time by the real clock, in milliseconds since 1970
 * @param pets in it, as JSON
 */
export function createSnapshot(sandbox: Sandbox, time: number, pets = listAll(sandbox)): Snapshot {
  const { seed, settings, clock, delayDraws, rules, rulesAdded } = sandbox;
  const { seeded, lastNumber, removedIds } = sandbox;
  return {
    snapshot: 1,
    seed,
    choices: settings.choices,
    delay: settings.delay,
    clock: describeClock(clock, time),
    answered: delayDraws,
    rulesAdded,
    numbered: lastNumber,
    seeded: seeded.all.length,
    rules: rules.map((rule) => ({ ...rule })),
    ...(removedIds.size > 0 && { removed: [...removedIds] }),
    pets: pets.map(readPet),
  };
}

/** @throws {SimulatorError} when the fields beyond the document's aren't the text of an object with others */
function checkExtra(extra: string, where: string): string | undefined {
  const fields = attempt(() => parseJson(extra, 'digits'));
  if (!isJsonObject(fields) || Object.keys(fields).some(isPetField)) {
    throw createBadRequest(
      `extra of ${where} must be the text of a JSON object with other fields, such as "{\\"tag\\":1}".`,
    );
  }
  return Object.keys(fields).length === 0 ? undefined : extra.trim();
}

function checkPet(pet: SnapshotPet, index: number): SnapshotPet {
  const extra = pet.extra && checkExtra(pet.extra, `pets[${index}] of the snapshot`);
  return { ...convertPet(pet, normalizeInt64), extra };
}

const isEqual = (one: PetList, other: PetList) =>
  one.all.length === other.all.length && one.all.every((json, index) => json === other.all[index]);

/**
 * Goes back to a snapshot. What a test allows and needs stays, as the test that set it goes on.
 *
 * @throws {SimulatorError} when two pets have one identifier, or there is no room; then nothing changes
 */
export function restoreSnapshot(sandbox: Sandbox, snapshot: Snapshot): void {
  const { seed, choices, delay, clock, answered, numbered, rules, rulesAdded } = snapshot;
  const { start } = sandbox;
  const all = snapshot.pets.map(checkPet);
  // Refuses equal identifiers.
  createPetList(all);
  const seeded = createPetList(all.slice(0, snapshot.seeded));
  const added = createPetList(all.slice(snapshot.seeded));
  const own = isEqual(start.seeded, seeded) ? start.seeded : seeded;
  replacePets(sandbox, own, added);
  clearJournal(sandbox);
  const to = { ...start, seed, settings: { ...sandbox.settings, choices, delay } };
  Object.assign(sandbox, begin({ ...to, seeded: own, clock: restoreClock(clock) }), {
    start: to,
    added,
    lastNumber: numbered,
    removedIds: new Set(snapshot.removed),
    rules: rules.map((rule) => ({ ...rule })),
    rulesAdded,
    delayDraws: answered,
  });
}
