import { stringify } from 'lossless-json';
import { shorten } from '../base/text.js';
import type { PactOptions, RecordedPact } from '../contract/pact.js';
import { convertPet, type Pet, type SeedPet } from '../document/pet.js';
import { checkSandboxName, createSandboxKey, defaultSandbox } from '../engine/admit.js';
import type { ClockChange } from '../engine/clock.js';
import type { PetUpdate as EnginePetUpdate, PetInput, SandboxSummary } from '../engine/control.js';
import type { SnapshotPet } from '../engine/pets.js';
import type { SandboxSettings as Settings } from '../engine/sandbox.js';
import type { Admin } from '../server/admin/admin.js';
import type {
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
} from '../server/admin/journal-routes.js';
import type { Reset, Rule, RuleState, SettingsChange } from '../server/admin/schemas.js';
import type { Snapshot } from '../server/admin/snapshot.js';
import {
  type Call,
  createCall,
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
export type ResetOptions = Omit<Reset, 'pets'> & {
  /** Number of seeded pets, or at most 1000 pets, the oldest first. */
  readonly pets?: number | readonly NewPetInput[];
};

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

/**
 * One sandbox of a simulator, in this process or elsewhere. It is created by its first use. Every method
 * rejects with a `SimulatorError` when the simulator refuses, or can't be reached.
 */
export type SandboxHandle = Readonly<ReturnType<typeof createSandboxHandle>>;

function createSandboxHandle(name: string, { origin, apiKey }: ServiceAccess, call: Call) {
  const setClock = async (body: ClockChange) => void (await call('writeClock', { body }));
  const removeRule = (id: string): Promise<void> => call('removeRule', { id });
  const count = (pattern: ExchangePattern): Promise<ExchangeCount> =>
    call('countRequests', { body: pattern });
  /** Drops the sandbox; its next use creates a new one. */
  const drop = (): Promise<void> => ignoreNotFound(call('dropSandbox', { name }));
  return {
    name,
    /** The base URL of the service in this sandbox; it takes the simulator's usual key. */
    url: name === defaultSandbox ? `${origin}/v1` : `${origin}/sandboxes/${name}/v1`,
    /** A key that selects this sandbox at the simulator's usual URL. */
    apiKey: createSandboxKey(apiKey, name),
    clock: {
      now: async (): Promise<Date> => new Date((await call('readClock', {})).now),
      /** Stops the clock at an instant, or now. */
      freeze: (at?: Date | string): Promise<void> =>
        setClock({ mode: 'frozen', now: at instanceof Date ? at.toISOString() : at }),
      /** Moves the clock forward, or back with a negative number; a real clock runs on from there. */
      advance: (milliseconds: number): Promise<void> => setClock({ advance: milliseconds }),
      /** Shows real time again. */
      release: (): Promise<void> => setClock({ mode: 'real' }),
    },
    settings: {
      read: (): Promise<Settings> => call('readSettings', {}),
      /**
       * Replaces the settings; a field that is left out gets the value that the simulator was started
       * with. Pets stay.
       *
       * @example
       * // From here on, requests may be wrong: the summary and `--fail-on` expect it.
       * await sandbox.settings.set({ allow: ['violation'] });
       */
      set: (body: SettingsChange): Promise<Settings> => call('writeSettings', { body }),
    },
    pets: {
      /** All pets, oldest first. */
      list: async (): Promise<Pet[]> => (await call('listAllPets', {})).pets.map(toPet),
      /** Adds a pet, regardless of rules and settings; rejects when a pet has its `id` already. */
      add: async (pet: NewPetInput): Promise<Pet> =>
        toPet(await call('addPet', { body: formatInput(pet) })),
      /**
       * Changes a pet; the service itself has no such operation. Its place in the list stays.
       *
       * @example
       * // It is sold while the page is open.
       * await sandbox.pets.update(rex.id, { status: 'sold' });
       */
      update: async (id: bigint | number, change: PetUpdate): Promise<Pet> =>
        toPet(await call('changePet', { id: String(id), body: formatInput(change) })),
      /** Removes a pet; its identifier is not assigned again. */
      remove: (id: bigint | number): Promise<void> => call('removePet', { id: String(id) }),
    },
    /**
     * Forces responses that the app under test doesn't ask for.
     *
     * @example
     * await sandbox.addRule({ operation: 'createPet', code: 400, times: 1 });
     */
    addRule: async (rule: Rule): Promise<AddedRule> => {
      const state = await call('addRule', { body: rule });
      return { ...state, remove: () => ignoreNotFound(removeRule(state.id)) };
    },
    /** The rules, newest first: the order in which they are tried. */
    rules: async (): Promise<RuleState[]> => (await call('listRules', {})).rules,
    removeRule,
    /** Removes all rules. */
    clearRules: (): Promise<void> => call('removeRules', {}),
    /**
     * The recorded exchanges, oldest first. With `wait`, resolves once that many match, and rejects when
     * they don't within `timeout` (default: 3000 ms, less than the usual limit of a test).
     *
     * @example
     * expect(await sandbox.requests({ operation: 'createPet', wait: 1 })).toMatchObject([
     *   { status: 201, json: { name: 'Rex' } },
     * ]);
     */
    requests: (filter: ExchangeFilter = {}): Promise<RecordedExchange[]> =>
      readRequests(call, filter),
    /** Counts matching exchanges; when none matches, describes how the closest one differs. */
    count,
    /**
     * Counts matching exchanges; rejects when none matches, and describes how the closest one differs.
     *
     * @example
     * await sandbox.received({ operation: 'createPet', body: { name: 'Rex' } });
     */
    received: async (pattern: ExchangePattern): Promise<number> => {
      const counted = await count(pattern);
      if (counted.count === 0) {
        throw createMissing(
          `No exchange matches ${shorten(`${stringify(pattern)}`, 200)}.`,
          counted,
        );
      }
      return counted.count;
    },
    /** Empties the journal. */
    clearRequests: (): Promise<void> => call('clearRequests', {}),
    /**
     * Goes back to the seeded start, or to that of another seed, fixture or profile, or to pets of your own.
     *
     * @example
     * await sandbox.reset({ pets: [{ name: 'Rex', categoryId: 2, status: 'sold' }] });
     */
    reset: async ({ pets, ...to }: ResetOptions = {}): Promise<void> => {
      const own = Array.isArray(pets) ? pets.map(formatInput) : pets;
      await call('reset', { body: { ...to, pets: own } as Reset });
    },
    /** Everything that its next responses depend on, as a value that any JSON tool keeps exact. */
    snapshot: (): Promise<Snapshot> => call('readState', {}),
    /** Goes back to a snapshot: the same requests get the same responses as after it was taken. */
    restore: async (snapshot: Snapshot): Promise<void> => {
      await call('writeState', { body: snapshot });
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

interface ServiceAccess {
  readonly origin: string;
  readonly apiKey: string;
}

/** A simulator, in this process or elsewhere. */
export type SimulatorAccess = Readonly<ReturnType<typeof createSimulatorAccess>>;

export function createSimulatorAccess(
  admin: Admin,
  service: ServiceAccess,
  pact: (options?: PactOptions) => Promise<RecordedPact>,
) {
  return {
    /**
     * A sandbox by its name, or a new one with a name of its own: an isolated world, and control over it.
     *
     * @param name 1 to 64 letters, digits, hyphens and underscores
     * @throws {SimulatorError} when the name is not legal
     */
    sandbox: (name = `sandbox-${crypto.randomUUID()}`): SandboxHandle => {
      checkSandboxName(name);
      return createSandboxHandle(name, service, createCall(admin, name));
    },
    /** All sandboxes that exist, `default` first. */
    sandboxes: async (): Promise<SandboxSummary[]> =>
      (await createCall(admin, defaultSandbox)('listSandboxes', {})).sandboxes,
    /**
     * Writes the contract of a consumer from its requests so far, in all sandboxes. Only what the document
     * promises gets in.
     *
     * @example
     * const { text, excluded } = await simulator.pact({ consumer: 'shop', needs: { Pet: ['id', 'name'] } });
     *
     * Rejects with a `UsageError`, or elsewhere with a `SimulatorError`, when an option is wrong.
     */
    pact,
  };
}
