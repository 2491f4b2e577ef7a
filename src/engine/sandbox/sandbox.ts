import type { AllowedNote } from '../choices/notes.js';
import type { Choices } from '../choices/open-points.js';
import { Catalogue, type CatalogueContent } from '../pets/catalogue.js';
import type { MemoryQuota } from '../pets/memory-quota.js';
import { SeededCatalogue } from '../pets/pet-index.js';
import { Clock, type ClockSetting, type ClockState } from './clock.js';
import { Journal, type JournalListener } from './journal.js';
import { type RuleState, Rules } from './rules.js';

/** Milliseconds that every answer takes, at least and at most. */
export interface Latency {
  readonly from: number;
  readonly to: number;
}

/** What a sandbox starts with, and goes back to. */
export interface SandboxStart {
  readonly seeded: SeededCatalogue;
  readonly seed: number;
  readonly choices: Choices;
  readonly latency: Latency;
  readonly allow: readonly AllowedNote[];
}

/** What a sandbox is told once. */
export interface SandboxSettings {
  readonly clock: ClockSetting;
  /** How many exchanges a journal keeps. */
  readonly maxJournal: number;
  readonly announce: JournalListener;
  /** What all sandboxes take their own pets' memory from. */
  readonly quota: MemoryQuota;
  /** The pets that all sandboxes share. */
  readonly shared: SeededCatalogue;
}

/** All that the next answers of a sandbox depend on, as plain values. */
export interface SandboxState extends CatalogueContent {
  readonly seed: number;
  readonly choices: Choices;
  readonly latency: Latency;
  readonly clock: ClockState;
  readonly rules: readonly RuleState[];
  /** How many rules were added, removed ones included. */
  readonly ruled: number;
  /** How many answers took a latency by chance. */
  readonly answered: number;
}

/** An isolated world: its own pets, ids, scenarios, journal, clock and choices. */
export class Sandbox {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  choices: Choices;
  latency: Latency;
  /** What its test brings up on purpose. */
  allow: readonly AllowedNote[];
  readonly #settings: SandboxSettings;
  #start: SandboxStart;
  #catalogue: Catalogue;
  #rules: Rules;
  #answered = 0;

  constructor(name: string, start: SandboxStart, settings: SandboxSettings) {
    this.name = name;
    this.#settings = settings;
    this.clock = new Clock(settings.clock);
    this.journal = new Journal(settings.maxJournal, settings.announce);
    this.#start = start;
    this.choices = start.choices;
    this.latency = start.latency;
    this.allow = start.allow;
    this.#catalogue = this.#catalogueOf(start);
    this.#rules = new Rules(start.seed);
  }

  get catalogue(): Catalogue {
    return this.#catalogue;
  }

  get rules(): Rules {
    return this.#rules;
  }

  /** What it was made with, or reset to last. */
  get start(): SandboxStart {
    return this.#start;
  }

  /** The number of the answer that takes its latency now, counted from 1; it repeats after a reset. */
  countAnswer(): number {
    this.#answered += 1;
    return this.#answered;
  }

  /**
   * Back to a start: pets, choices, rules, clock, journal and what is intended.
   *
   * @throws {SimulatorError} when the quota has no room for its pets; then nothing has changed
   */
  reset(start: SandboxStart): void {
    this.#begin(start, this.#catalogueOf(start));
  }

  /** Gives back what it took, when it is dropped. */
  discard(): void {
    this.#catalogue.discard();
  }

  #catalogueOf({ seeded, seed }: SandboxStart): Catalogue {
    const { quota, shared } = this.#settings;
    return new Catalogue({ seeded, seed, quota, shared: seeded === shared });
  }

  #begin(start: SandboxStart, catalogue: Catalogue): void {
    this.#catalogue.discard();
    this.#catalogue = catalogue;
    this.#start = start;
    this.choices = start.choices;
    this.latency = start.latency;
    this.allow = start.allow;
    this.#rules = new Rules(start.seed);
    this.#answered = 0;
    this.clock.reset();
    this.journal.clear();
  }

  state(): SandboxState {
    const { choices, latency } = this;
    return {
      seed: this.#start.seed,
      choices,
      latency,
      clock: this.clock.state(),
      answered: this.#answered,
      ...this.#catalogue.content(),
      rules: [...this.#rules.list()],
      ruled: this.#rules.added,
    };
  }

  /**
   * Gives the answers again that a sandbox gave after it had this state. What is intended stays: no
   * answer depends on it, and the test that said so goes on.
   *
   * @throws {SimulatorError} when the quota has no room for its pets; then nothing has changed
   */
  restore(state: SandboxState): void {
    const { seed, choices, latency, clock, rules, ruled, answered, numbered, pets } = state;
    const seeded = SeededCatalogue.of(pets.slice(0, state.seeded), this.#start.seeded);
    const start = { seeded, seed, choices, latency, allow: this.allow };
    const catalogue = this.#catalogueOf(start);
    try {
      catalogue.restore(pets.slice(state.seeded), numbered);
    } catch (error) {
      catalogue.discard();
      throw error;
    }
    this.#begin(start, catalogue);
    this.#rules.restore(rules, ruled);
    this.#answered = answered;
    this.clock.restore(clock);
  }
}
