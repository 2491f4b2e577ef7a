import type { AllowedNote } from '../choices/notes.js';
import type { Choices } from '../choices/open-points.js';
import type { Needs } from '../interface/response-fields.js';
import { runToEnd } from '../interface/slices.js';
import { Catalogue } from '../pets/catalogue.js';
import type { MemoryQuota } from '../pets/memory-quota.js';
import type { RecentPages } from '../pets/pages.js';
import { SeededCatalogue } from '../pets/pet-index.js';
import type { Change } from './change.js';
import { type Clock, describeClock } from './clock.js';
import { Journal, type JournalListener } from './journal.js';
import { JournalMemory } from './journal-memory.js';
import type { Latency } from './latency.js';
import type { RuleState } from './rules.js';
import type { SandboxStart, SandboxState } from './state.js';

/** What sandboxes of one engine have in common. */
export interface SandboxResources {
  /** How many exchanges a journal keeps. */
  readonly maxJournal: number;
  readonly journalMemory: JournalMemory;
  readonly announce: JournalListener;
  readonly quota: MemoryQuota;
  readonly recentPages: RecentPages;
  /** The seeded pets that take nothing of the quota. */
  readonly shared: SeededCatalogue;
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
  /** The fields of responses that its test reads; undefined where the simulator's own needs count. */
  readonly needs: Needs | undefined;
  readonly clock: Clock;
  /** The name of the test that uses it. */
  readonly test: string | undefined = undefined;
  /** The newest first, which is the order in which they are tried. */
  readonly rules: readonly RuleState[] = [];
  /** How many rules were added, removed ones included. */
  readonly rulesAdded: number = 0;
  /** How many responses drew a latency since the start. */
  readonly answered: number = 0;
  /** Collects the changes. */
  readonly recording: Change[] | undefined = undefined;

  constructor(name: string, start: SandboxStart, resources: SandboxResources) {
    this.name = name;
    this.resources = resources;
    this.journal = new Journal(resources.maxJournal, resources.journalMemory, resources.announce);
    this.start = start;
    this.catalogue = createCatalogue(start, resources);
    this.choices = start.choices;
    this.latency = start.latency;
    this.allow = start.allow;
    this.needs = start.needs;
    this.clock = start.clock;
  }

  /** Releases its memory when it is no longer used. */
  discard(): void {
    this.catalogue.memory.release();
    this.journal.clear();
  }

  state(): SandboxState {
    const { start, choices, latency, clock, answered, catalogue, rules, rulesAdded } = this;
    return {
      seed: start.seed,
      choices,
      latency,
      clock: describeClock(clock),
      answered,
      rules,
      rulesAdded,
      ...catalogue.content(),
    };
  }
}

/** @throws {SimulatorError} `simulator_full` when the quota has no room for unshared seeded pets */
function* loadCatalogue(
  { seeded: pets, seed }: Pick<SandboxStart, 'seeded' | 'seed'>,
  { quota, recentPages, shared }: SandboxResources,
): Generator<undefined, Catalogue> {
  const seeded = yield* SeededCatalogue.load(pets, shared);
  return new Catalogue({ seeded, seed, quota, recentPages, shared: seeded === shared });
}

/** @throws {SimulatorError} `simulator_full` when the quota has no room for unshared seeded pets */
export function createCatalogue(start: SandboxStart, resources: SandboxResources): Catalogue {
  return runToEnd(loadCatalogue(start, resources));
}

/** Catalogues that were restored ahead of the change that puts them in place. */
const restored = new WeakMap<SandboxState, { catalogue: Catalogue; shared: SeededCatalogue }>();

/**
 * Does the work of restoring a state in steps, so that others get their turn; the change `restored` with
 * this state then takes no time, and must follow.
 *
 * @throws {SimulatorError} `simulator_full` when the quota has no room for the pets, `bad_request` when
 * two have the same identifier
 */
export function* prepareRestore(
  state: SandboxState,
  resources: SandboxResources,
): Generator<undefined> {
  // Kept now, as others may be shared when this ends.
  const { shared } = resources;
  const catalogue = yield* loadCatalogue(state, resources);
  let complete = false;
  try {
    yield* catalogue.restore(state);
    complete = true;
  } finally {
    if (!complete) {
      catalogue.memory.release();
    }
  }
  restored.set(state, { catalogue, shared });
}

/** Takes the catalogue of a state; it must not be part of two sandboxes. */
export function takeRestored(state: SandboxState, resources: SandboxResources): Catalogue {
  const prepared = restored.get(state);
  restored.delete(state);
  if (prepared?.shared === resources.shared) {
    prepared.catalogue.memory.moveTo(resources.quota);
    return prepared.catalogue;
  }
  // Other pets are shared by now, so it takes another part of the quota.
  prepared?.catalogue.memory.release();
  runToEnd(prepareRestore(state, resources));
  return takeRestored(state, resources);
}

/** Releases what was prepared for a change that did not follow. */
export function discardRestored(state: SandboxState): void {
  restored.get(state)?.catalogue.memory.release();
  restored.delete(state);
}

export const defaultSandbox = 'default';

/** For a sandbox that is not kept: nobody would read its journal. */
const unrecorded = { journalMemory: new JournalMemory(0) };

/** The sandboxes of one simulator: created at first use; beyond the limit, the longest idle goes. */
export class Sandboxes {
  #start: SandboxStart;
  readonly #resources: SandboxResources & { shared: SeededCatalogue };
  readonly #max: number;
  #default: Sandbox;
  /** In the order of their last use: a Map keeps the order of insertion. */
  readonly #others = new Map<string, Sandbox>();

  constructor(start: SandboxStart, resources: SandboxResources, max: number) {
    this.#start = start;
    this.#resources = { ...resources };
    this.#max = max;
    this.#default = this.create(defaultSandbox);
  }

  /** What all sandboxes have in common. */
  get resources(): SandboxResources {
    return this.#resources;
  }

  /** What a new sandbox starts with. */
  get start(): SandboxStart {
    return this.#start;
  }

  /** Replaces the pets that new sandboxes start with, and that take nothing of the quota. */
  replaceShared(shared: SeededCatalogue): void {
    this.#resources.shared = shared;
    this.#start = { ...this.#start, seeded: shared.pets };
  }

  getOrCreate(name: string): Sandbox {
    const sandbox = this.find(name) ?? this.create(name);
    this.keep(sandbox);
    return sandbox;
  }

  find(name: string): Sandbox | undefined {
    return name === defaultSandbox ? this.#default : this.#others.get(name);
  }

  /** The sandbox of that name as it is or would be; it creates and keeps nothing. */
  peek(name: string): Sandbox {
    return this.find(name) ?? new Sandbox(name, this.#start, { ...this.#resources, ...unrecorded });
  }

  /** Creates a sandbox that isn't kept yet. */
  create(name: string): Sandbox {
    return new Sandbox(name, this.#start, this.#resources);
  }

  /** Keeps a sandbox, which is the last one that was used from now on. */
  keep(sandbox: Sandbox): void {
    const { name } = sandbox;
    if (name !== defaultSandbox) {
      this.#others.delete(name);
      this.#others.set(name, sandbox);
      this.#dropLongestIdle();
    }
  }

  /** Lists all sandboxes: `default`, then the others in the order of their last use. */
  list(): Sandbox[] {
    return [this.#default, ...this.#others.values()];
  }

  /** The rules of all but one sandbox. */
  otherRules(name: string): (readonly RuleState[])[] {
    return this.list().flatMap((sandbox) => (sandbox.name === name ? [] : [sandbox.rules]));
  }

  /** Drops a sandbox, or creates `default` anew. Returns whether there was one. */
  drop(name: string): boolean {
    if (name === defaultSandbox) {
      this.#default.discard();
      this.#default = this.create(defaultSandbox);
      return true;
    }
    this.#others.get(name)?.discard();
    return this.#others.delete(name);
  }

  #dropLongestIdle(): void {
    // The default sandbox counts, and always stays.
    if (this.#others.size + 1 > this.#max) {
      // Not before: finding the first key steps over all that were deleted before it.
      const [longestIdle = defaultSandbox] = this.#others.keys();
      this.drop(longestIdle);
    }
  }
}
