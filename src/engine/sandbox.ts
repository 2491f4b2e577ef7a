import type { Choices } from '../document/open-points.js';
import type { Needs } from '../document/pet.js';
import type { Clock } from './clock.js';
import { type JournalEntry, measureEntry } from './exchange.js';
import type { AllowedNote } from './notes.js';
import { type Budget, createPetList, measurePets, type PetList, type Pets } from './pets.js';
import type { DelayRange } from './random.js';
import type { RuleState } from './scenario.js';

export interface SandboxSettings {
  readonly choices: Choices;
  readonly delay: DelayRange;
  readonly allow: readonly AllowedNote[];
  /** The fields that its test reads; undefined where the simulator's own needs count. */
  readonly needs?: Needs | undefined;
}

/** The start of a sandbox, to which a reset returns. */
export interface SandboxStart {
  readonly seeded: PetList;
  /** Names the seeded pets, if processes with equal options have the same under it. */
  readonly seededKey?: string | undefined;
  readonly seed: number;
  readonly settings: SandboxSettings;
  readonly clock: Clock;
}

export interface SandboxLimits {
  /** For the pets that sandboxes own. */
  readonly quota: Budget;
  readonly journals: Budget;
  readonly maxJournal: number;
}

/** An isolated world: its own pets, rules, journal, clock and choices. Only `handle` and `control` change it. */
export interface Sandbox extends Pets {
  readonly name: string;
  readonly limits: SandboxLimits;
  /** The state after its creation or last reset. */
  start: SandboxStart;
  seed: number;
  settings: SandboxSettings;
  clock: Clock;
  /** The newest first, which is the order in which they are tried. */
  rules: RuleState[];
  /** Number of rules that were added, removed ones included. */
  rulesAdded: number;
  /** Number of responses that drew a delay since the start. */
  delayDraws: number;
  test: string | undefined;
  /** The last exchanges, the oldest first. */
  journal: JournalEntry[];
  /** Number of exchanges since it was created, kept or not. */
  total: number;
  /** Number of exchanges that the journal dropped since it was last cleared. */
  dropped: number;
  /** Number of changes other than by requests. */
  changes: number;
}

/** The parts of a sandbox that a reset replaces. */
export function begin({ seed, settings, clock, seeded }: SandboxStart) {
  return {
    seed,
    settings,
    clock,
    seeded,
    added: createPetList([]),
    lastNumber: seeded.all.length,
    removedIds: new Set<string>(),
    rules: [],
    rulesAdded: 0,
    delayDraws: 0,
    journal: [],
    dropped: 0,
  };
}

export function createSandbox(name: string, start: SandboxStart, limits: SandboxLimits): Sandbox {
  return {
    name,
    limits,
    start,
    test: undefined,
    total: 0,
    changes: 0,
    ...begin(start),
  };
}

/** Begins anew with an empty journal; the numbers of exchanges go on, and so does the test. */
export function resetSandbox(sandbox: Sandbox, start: SandboxStart): void {
  releaseMemory(sandbox);
  Object.assign(sandbox, { start }, begin(start));
}

/** Gives back what its pets and its journal take of the limits; then it must be reset or dropped. */
export function releaseMemory(sandbox: Sandbox): void {
  sandbox.limits.quota.size -= measurePets(sandbox);
  clearJournal(sandbox);
}

/** Empties the journal, and returns how many exchanges it had. */
export function clearJournal(sandbox: Sandbox): number {
  const { journal, limits } = sandbox;
  for (const entry of journal) {
    limits.journals.size -= measureEntry(entry);
  }
  sandbox.journal = [];
  return journal.length;
}
