import type { AllowedNote } from '../choices/notes.js';
import type { Choices } from '../choices/open-points.js';
import { Catalogue, type CatalogueContent } from '../pets/catalogue.js';
import type { MemoryQuota } from '../pets/memory-quota.js';
import { SeededCatalogue } from '../pets/pet-index.js';
import {
  type Clock,
  type ClockSetting,
  type ClockState,
  createClock,
  describeClock,
} from './clock.js';
import { Journal, type JournalListener } from './journal.js';
import type { RuleState } from './rules.js';

/** The latency of every response, in milliseconds. */
export interface Latency {
  readonly from: number;
  readonly to: number;
}

/** What a sandbox starts with, and returns to at a reset. */
export interface SandboxStart {
  /** The seeded pets as JSON. */
  readonly seeded: readonly string[];
  readonly seed: number;
  readonly choices: Choices;
  readonly latency: Latency;
  readonly allow: readonly AllowedNote[];
}

/** What the sandboxes of one engine have in common. */
export interface SandboxResources {
  readonly clock: ClockSetting;
  /** How many exchanges a journal keeps. */
  readonly maxJournal: number;
  readonly announce: JournalListener;
  readonly quota: MemoryQuota;
  /** The seeded pets that take nothing of the quota. */
  readonly shared: SeededCatalogue;
}

/** Everything that the next responses of a sandbox depend on, as plain values. */
export interface SandboxState extends CatalogueContent {
  readonly seed: number;
  readonly choices: Choices;
  readonly latency: Latency;
  readonly clock: ClockState;
  readonly rules: readonly RuleState[];
  /** How many rules were added, removed ones included. */
  readonly rulesAdded: number;
  /** How many responses drew a latency. */
  readonly answered: number;
}

/** An isolated world: its own pets, ids, rules, journal, clock and choices. Only `applyChange` writes to it. */
export class Sandbox {
  readonly name: string;
  readonly resources: SandboxResources;
  readonly journal: Journal;
  /** What it was created with, or reset to last. */
  readonly start: SandboxStart;
  readonly catalogue: Catalogue;
  readonly choices: Choices;
  readonly latency: Latency;
  /** The notes that its test expects. */
  readonly allow: readonly AllowedNote[];
  readonly clock: Clock;
  readonly rules: readonly RuleState[] = [];
  /** How many rules were added, removed ones included. */
  readonly rulesAdded: number = 0;
  /** How many responses drew a latency since the start. */
  readonly answered: number = 0;

  constructor(name: string, start: SandboxStart, resources: SandboxResources) {
    this.name = name;
    this.resources = resources;
    this.journal = new Journal(resources.maxJournal, resources.announce);
    this.start = start;
    this.catalogue = createCatalogue(start, resources);
    this.choices = start.choices;
    this.latency = start.latency;
    this.allow = start.allow;
    this.clock = createClock(resources.clock);
  }

  state(): SandboxState {
    const { start, choices, latency, clock, answered, catalogue, rules, rulesAdded } = this;
    return {
      seed: start.seed,
      choices,
      latency,
      clock: describeClock(clock),
      answered,
      ...catalogue.content(),
      rules,
      rulesAdded,
    };
  }
}

/** @throws {SimulatorError} `simulator_full` when the quota has no room for unshared seeded pets */
export function createCatalogue(
  { seeded, seed }: SandboxStart,
  { quota, shared }: SandboxResources,
): Catalogue {
  const catalogue = SeededCatalogue.of(seeded, shared);
  return new Catalogue({ seeded: catalogue, seed, quota, shared: catalogue === shared });
}
