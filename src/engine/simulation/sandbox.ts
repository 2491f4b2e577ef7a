import { Catalogue, type SeededCatalogue } from '../service/catalogue.js';
import type { Choices } from '../service/open-points.js';
import { Clock, type ClockSetting } from './clock.js';

/** What a sandbox starts with. */
export interface SandboxStart {
  readonly seeded: SeededCatalogue;
  readonly seed: number;
  readonly choices: Choices;
  readonly clock: ClockSetting;
}

/** An isolated world. */
export class Sandbox {
  readonly name: string;
  readonly catalogue: Catalogue;
  readonly clock: Clock;
  readonly choices: Choices;
  #exchanges = 0;

  constructor(name: string, { seeded, seed, choices, clock }: SandboxStart) {
    this.name = name;
    this.catalogue = new Catalogue(seeded, seed);
    this.clock = new Clock(clock);
    this.choices = choices;
  }

  /** The number of the exchange that takes place now, counted from 1. */
  countExchange(): number {
    this.#exchanges += 1;
    return this.#exchanges;
  }
}

export const defaultSandbox = 'default';

/** The sandboxes of one simulator: made at first use, the longest idle one dropped at the limit. */
export class Sandboxes {
  readonly #start: SandboxStart;
  readonly #most: number;
  readonly #default: Sandbox;
  /** In the order of their last use: a Map keeps the order of insertion. */
  readonly #others = new Map<string, Sandbox>();

  constructor(start: SandboxStart, most: number) {
    this.#start = start;
    this.#most = most;
    this.#default = new Sandbox(defaultSandbox, start);
  }

  use(name: string): Sandbox {
    if (name === defaultSandbox) {
      return this.#default;
    }
    const sandbox = this.#others.get(name) ?? new Sandbox(name, this.#start);
    this.#others.delete(name);
    this.#others.set(name, sandbox);
    this.#dropLongestIdle();
    return sandbox;
  }

  /** The sandbox of that name as it is or would be; nothing is made or kept by looking. */
  peek(name: string): Sandbox {
    const existing = name === defaultSandbox ? this.#default : this.#others.get(name);
    return existing ?? new Sandbox(name, this.#start);
  }

  #dropLongestIdle(): void {
    const [longestIdle] = this.#others.keys();
    // The default sandbox counts, and always stays.
    if (this.#others.size + 1 > this.#most && longestIdle !== undefined) {
      this.#others.delete(longestIdle);
    }
  }
}
