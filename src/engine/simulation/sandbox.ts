import { Catalogue, type SeededCatalogue } from '../service/catalogue.js';
import type { Choices } from '../service/open-points.js';
import { Clock, type ClockSetting } from './clock.js';
import { Journal, type JournalListener } from './journal.js';
import { Rules } from './rules.js';

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
}

/** What a sandbox is told once. */
export interface SandboxSettings {
  readonly clock: ClockSetting;
  /** How many exchanges a journal keeps. */
  readonly maxJournal: number;
  readonly announce: JournalListener;
}

/** An isolated world: its own pets, ids, scenarios, journal, clock and choices. */
export class Sandbox {
  readonly name: string;
  readonly clock: Clock;
  readonly journal: Journal;
  choices: Choices;
  latency: Latency;
  #start: SandboxStart;
  #catalogue: Catalogue;
  #rules: Rules;
  #exchanges = 0;

  constructor(name: string, start: SandboxStart, settings: SandboxSettings) {
    this.name = name;
    this.clock = new Clock(settings.clock);
    this.journal = new Journal(settings.maxJournal, settings.announce);
    this.#start = start;
    this.choices = start.choices;
    this.latency = start.latency;
    this.#catalogue = new Catalogue(start.seeded, start.seed);
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

  /** How many exchanges there were since the start; what is seeded by them repeats after a reset. */
  get exchanges(): number {
    return this.#exchanges;
  }

  /** The number of the exchange that takes place now, counted from 1. */
  countExchange(): number {
    this.#exchanges += 1;
    return this.#exchanges;
  }

  /** Back to a start: pets, choices, rules, clock and journal. */
  reset(start: SandboxStart = this.#start, exchanges = 0): void {
    this.#start = start;
    this.choices = start.choices;
    this.latency = start.latency;
    this.#catalogue = new Catalogue(start.seeded, start.seed);
    this.#rules = new Rules(start.seed);
    this.#exchanges = exchanges;
    this.clock.reset();
    this.journal.clear();
  }
}
