import { stringify } from 'lossless-json';
import { shorten } from '../base/text.js';
import type { PactOptions, RecordedPact } from '../contract/pact.js';
import { convertPet, type Pet, type SeedPet } from '../document/pet.js';
import { checkSandboxName, createSandboxKey, defaultSandbox } from '../engine/admit.js';
import type { ClockChange } from '../engine/clock.js';
import type { PetUpdate as EnginePetUpdate, PetInput, SandboxSummary } from '../engine/control.js';
import type { SnapshotPet } from '../engine/pets.js';
import type { SandboxSettings as Settings } from '../engine/sandbox.js';
import type { Rule, RuleState } from '../engine/scenario.js';
import type { Snapshot } from '../engine/snapshot.js';
import type { Admin } from '../server/admin/admin.js';
import type {
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
} from '../server/admin/journal-routes.js';
import type { Reset, SettingsChange } from '../server/admin/schemas.js';
import {
  type CallAdmin,
  createCallAdmin,
  createMissing,
  type ExchangeFilter,
  readRequests,
} from './calls.js';

/** A NewPet; integers that a double can hold may be numbers. Without `id`, the id scheme assigns one. */
export type NewPetInput = SeedPet<bigint | number>;

/** New values for fields of a pet; the others stay, and null removes the status. */
export type PetUpdate = EnginePetUpdate<bigint | number>;

/** Formats an int64 with all its digits; anything else stays, and the simulator refuses it. */
const toDigits = <Value>(value: Value) =>
  typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;

const formatInput = (pet: NewPetInput | PetUpdate) =>
  ({ ...pet, ...convertPet(Object(pet) as PetInput, toDigits) }) as PetInput;

const toPet = (pet: SnapshotPet): Pet => convertPet(pet, BigInt);

/** The state after a reset; an omitted field is the simulator's own. */
export interface ResetOptions extends Omit<Reset, 'pets'> {
  /** Number of seeded pets, or at most 1000 pets, the oldest first. */
  readonly pets?: number | readonly NewPetInput[] | undefined;
}

/** A rule that was added. */
export interface AddedRule extends RuleState {
  /** Removes the rule; does nothing when it is gone. */
  remove(): Promise<void>;
}

const ignoreNotFound = (result: Promise<void>): Promise<void> =>
  result.catch((error) => {
    if (error.code !== 'not_found') {
      throw error;
    }
  });

/** The clock of a sandbox: real, or frozen and advanced. */
interface ClockControl {
  now(): Promise<Date>;
  /** Stops the clock at an instant, or now. */
  freeze(at?: Date | string): Promise<void>;
  /** Moves the clock forward, or back with a negative number; a real clock runs on from there. */
  advance(milliseconds: number): Promise<void>;
  /** Shows real time again. */
  release(): Promise<void>;
}

/** The settings of a sandbox. */
interface SettingsControl {
  read(): Promise<Settings>;
  /**
   * Replaces the settings; a field that is left out gets the value that the simulator was started
   * with. Pets stay.
   *
   * @example
   * // From here on, requests may be wrong: the summary and `--fail-on` expect it.
   * await sandbox.settings.set({ allow: ['violation'] });
   */
  set(settings: SettingsChange): Promise<Settings>;
}

/** The pets of a sandbox, regardless of rules and settings. */
interface PetsControl {
  /** All pets, oldest first. */
  list(): Promise<Pet[]>;
  /** Adds a pet; rejects when a pet has its `id` already. */
  add(pet: NewPetInput): Promise<Pet>;
  /**
   * Changes a pet; the service itself has no such operation. Its place in the list stays.
   *
   * @example
   * // It is sold while the page is open.
   * await sandbox.pets.update(rex.id, { status: 'sold' });
   */
  update(id: bigint | number, change: PetUpdate): Promise<Pet>;
  /** Removes a pet; its identifier is not assigned again. */
  remove(id: bigint | number): Promise<void>;
}

/**
 * One sandbox of a simulator, in this process or elsewhere. It is created by its first use. Every method
 * rejects with a `SimulatorError` when the simulator refuses, or can't be reached.
 */
export interface SandboxHandle {
  readonly name: string;
  /** The base URL of the service in this sandbox; it takes the simulator's usual key. */
  readonly url: string;
  /** A key that selects this sandbox at the simulator's usual URL. */
  readonly apiKey: string;
  readonly clock: ClockControl;
  readonly settings: SettingsControl;
  readonly pets: PetsControl;
  /**
   * Forces responses that the app under test doesn't ask for.
   *
   * @example
   * await sandbox.addRule({ operation: 'createPet', code: 400, times: 1 });
   */
  addRule(rule: Rule): Promise<AddedRule>;
  /** The rules, newest first: the order in which they are tried. */
  rules(): Promise<RuleState[]>;
  removeRule(id: string): Promise<void>;
  /** Removes all rules. */
  clearRules(): Promise<void>;
  /**
   * The recorded exchanges, oldest first. With `wait`, resolves once that many match, and rejects when
   * they don't within `timeout` (default: 3000 ms, less than the usual limit of a test).
   *
   * @example
   * expect(await sandbox.requests({ operation: 'createPet', wait: 1 })).toMatchObject([
   *   { status: 201, json: { name: 'Rex' } },
   * ]);
   */
  requests(filter?: ExchangeFilter): Promise<RecordedExchange[]>;
  /** Counts the exchanges that match; when none does, lists the differences of the closest one. */
  count(pattern: ExchangePattern): Promise<ExchangeCount>;
  /**
   * Counts the exchanges that match; rejects when none does, with the differences of the closest one.
   *
   * @example
   * await sandbox.received({ operation: 'createPet', body: { name: 'Rex' } });
   */
  received(pattern: ExchangePattern): Promise<number>;
  /** Empties the journal. */
  clearRequests(): Promise<void>;
  /**
   * Goes back to the seeded start, or to that of another seed, fixture or profile, or to pets of your own.
   *
   * @example
   * await sandbox.reset({ pets: [{ name: 'Rex', categoryId: 2, status: 'sold' }] });
   */
  reset(to?: ResetOptions): Promise<void>;
  /** Everything that its next responses depend on, as a value that any JSON tool keeps exact. */
  snapshot(): Promise<Snapshot>;
  /** Goes back to a snapshot: the same requests get the same responses as after it was taken. */
  restore(snapshot: Snapshot): Promise<void>;
  /** Drops the sandbox; its next use creates a new one. */
  drop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

function createSandboxHandle(
  name: string,
  { origin, apiKey }: ServiceAccess,
  call: CallAdmin,
): SandboxHandle {
  const setClock = async (body: ClockChange) => void (await call('writeClock', { body }));
  const removeRule = (id: string): Promise<void> => call('removeRule', { id });
  const count: SandboxHandle['count'] = (body) => call('countRequests', { body });
  const drop = () => ignoreNotFound(call('dropSandbox', { name }));
  return {
    name,
    url: name === defaultSandbox ? `${origin}/v1` : `${origin}/sandboxes/${name}/v1`,
    apiKey: createSandboxKey(apiKey, name),
    clock: {
      now: async () => new Date((await call('readClock', {})).now),
      freeze: (at) => setClock({ mode: 'frozen', now: at instanceof Date ? at.toISOString() : at }),
      advance: (milliseconds) => setClock({ advance: milliseconds }),
      release: () => setClock({ mode: 'real' }),
    },
    settings: {
      read: () => call('readSettings', {}),
      set: (body) => call('writeSettings', { body }),
    },
    pets: {
      list: async () => (await call('listAllPets', {})).pets.map(toPet),
      add: async (pet) => toPet(await call('addPet', { body: formatInput(pet) })),
      update: async (id, change) =>
        toPet(await call('changePet', { id: String(id), body: formatInput(change) })),
      remove: (id) => call('removePet', { id: String(id) }),
    },
    addRule: async (body) => {
      const state = await call('addRule', { body });
      return { ...state, remove: () => ignoreNotFound(removeRule(state.id)) };
    },
    rules: async () => (await call('listRules', {})).rules,
    removeRule,
    clearRules: () => call('removeRules', {}),
    requests: (filter = {}) => readRequests(call, filter),
    count,
    received: async (pattern) => {
      const counted = await count(pattern);
      if (counted.count === 0) {
        const message = `No exchange matches ${shorten(`${stringify(pattern)}`, 200)}.`;
        throw createMissing(message, counted);
      }
      return counted.count;
    },
    clearRequests: () => call('clearRequests', {}),
    reset: async ({ pets, ...to } = {}) => {
      const input = Array.isArray(pets) ? pets.map(formatInput) : pets;
      await call('reset', { body: { ...to, pets: input } as Reset });
    },
    snapshot: () => call('readState', {}),
    restore: async (body) => {
      await call('writeState', { body });
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

interface ServiceAccess {
  readonly origin: string;
  readonly apiKey: string;
}

/** Control over a simulator, in this process or elsewhere. */
export interface SimulatorAccess {
  /**
   * A sandbox by its name, or a new one with a name of its own: an isolated world, and control over it.
   *
   * @param name 1 to 64 letters, digits, hyphens and underscores
   * @throws {SimulatorError} when the name is not legal
   */
  sandbox(name?: string): SandboxHandle;
  /** All sandboxes that exist, `default` first. */
  sandboxes(): Promise<SandboxSummary[]>;
  /**
   * Writes the contract of a consumer from its requests so far, in all sandboxes. Only what the document
   * promises gets in.
   *
   * @example
   * const { text, excluded } = await simulator.pact({ consumer: 'shop', needs: { Pet: ['id', 'name'] } });
   *
   * Rejects with a `UsageError`, or elsewhere with a `SimulatorError`, when an option is wrong.
   */
  pact(options?: PactOptions): Promise<RecordedPact>;
}

export const createSimulatorAccess = (
  admin: Admin,
  service: ServiceAccess,
  pact: SimulatorAccess['pact'],
): SimulatorAccess => ({
  sandbox: (name = `sandbox-${crypto.randomUUID()}`) => {
    checkSandboxName(name);
    return createSandboxHandle(name, service, createCallAdmin(admin, name));
  },
  sandboxes: async () =>
    (await createCallAdmin(admin, defaultSandbox)('listSandboxes', {})).sandboxes,
  pact,
});
