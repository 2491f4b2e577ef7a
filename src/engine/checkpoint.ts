import type { Clock } from './clock.js';
import type { Exchange } from './exchange.js';
import { addStoredPet, createPetList, createPets, type PetList, replaceSeeded } from './pets.js';
import type { Rule } from './rules.js';
import {
  createSandbox,
  recordExchange,
  type Sandbox,
  type SandboxLimits,
  type SandboxSettings,
  type SandboxStart,
} from './sandbox.js';

/** What a sandbox starts with, as plain data. */
export interface StoredStart {
  /** Names the seeded pets; those of a test have no name. */
  readonly seededKey?: string | undefined;
  /** The seeded pets as JSON, if they have no name. */
  readonly pets?: readonly string[] | undefined;
  readonly seed: number;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
}

/** Finds the seeded pets of a name. */
export type FindSeeded = (seededKey: string) => PetList;

export function storeStart({ seeded, seededKey, ...start }: SandboxStart): StoredStart {
  const { seed, settings, clock } = start;
  const pets = seededKey === undefined ? { pets: seeded.all } : { seededKey };
  return { seed, settings, clock, ...pets };
}

export function restoreStart(stored: StoredStart, findSeeded: FindSeeded): SandboxStart {
  const { seededKey, pets = [], seed, settings, clock } = stored;
  const seeded = seededKey === undefined ? createPetList(pets) : findSeeded(seededKey);
  return { seeded, seededKey, seed, settings, clock };
}

/** A sandbox as plain data: all that its next responses and its journal depend on. */
export interface Checkpoint {
  readonly start: StoredStart;
  readonly seed: number;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
  /** The seeded pets, if the sandbox has its own by now. */
  readonly seeded?: readonly string[] | undefined;
  readonly added: readonly string[];
  readonly lastNumber: number;
  readonly removedIds: readonly string[];
  readonly rules: readonly Rule[];
  readonly rulesAdded: number;
  readonly latencyDraws: number;
  readonly test?: string | undefined;
  readonly journal: readonly Exchange[];
  readonly total: number;
  readonly dropped: number;
}

/** Describes a sandbox; the result shares its state, so it must be written as JSON at once. */
export function createCheckpoint(sandbox: Sandbox): Checkpoint {
  const { start, seed, settings, clock, pets, rules, rulesAdded, latencyDraws, test } = sandbox;
  const { journal, total, dropped } = sandbox;
  return {
    start: storeStart(start),
    seed,
    settings,
    clock,
    seeded: pets.seeded === start.seeded ? undefined : pets.seeded.all,
    added: pets.added.all,
    lastNumber: pets.lastNumber,
    removedIds: [...pets.removedIds],
    rules,
    rulesAdded,
    latencyDraws,
    test,
    // Only the process that answered knows the durations.
    journal: journal.map(({ duration, ...exchange }) => exchange),
    total,
    dropped,
  };
}

/** Creates the sandbox that a checkpoint describes. */
export function restoreCheckpoint(
  name: string,
  checkpoint: Checkpoint,
  limits: SandboxLimits,
  findSeeded: FindSeeded,
): Sandbox {
  const { seed, settings, clock, rules, rulesAdded, latencyDraws, test } = checkpoint;
  const start = restoreStart(checkpoint.start, findSeeded);
  const pets = createPets(start.seeded, limits.quota);
  if (checkpoint.seeded !== undefined) {
    replaceSeeded(pets, checkpoint.seeded, start.seeded);
  }
  for (const json of checkpoint.added) {
    addStoredPet(pets, json);
  }
  pets.lastNumber = checkpoint.lastNumber;
  for (const id of checkpoint.removedIds) {
    pets.removedIds.add(id);
  }
  const sandbox = createSandbox(name, start, limits);
  for (const exchange of checkpoint.journal) {
    recordExchange(sandbox, exchange);
  }
  const { total, dropped } = checkpoint;
  const rest = { rules: [...rules], rulesAdded, latencyDraws, test, total, dropped };
  return Object.assign(sandbox, { seed, settings, clock, pets, ...rest });
}
