import { SimulatorError } from '../document/errors.js';
import { checkSandboxName, createSandboxKey, defaultSandbox } from '../engine/admit.js';
import { UsageError } from '../options/usage-error.js';
import type {
  AdminInput,
  AdminOperation,
  AdminOutput,
  ClockChange,
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
  Reset,
  Rule,
  RuleState,
  SandboxInfo,
  Settings,
  SettingsChange,
  Snapshot,
} from '../server/admin/types.js';
import { type ExchangeFilter, readRequests, toNotReceived } from './requests.js';
import { formatNewPet, type NewPetInput, SandboxPets } from './sandbox-pets.js';
import type { Call } from './transport.js';

/** Calls the admin interface for one sandbox. */
export type SandboxCall = <Name extends AdminOperation>(
  name: Name,
  input: AdminInput<Name>,
) => Promise<AdminOutput<Name>>;

/** The time of a sandbox: real, or frozen at an instant. */
export class SandboxClock {
  readonly #call: SandboxCall;

  constructor(call: SandboxCall) {
    this.#call = call;
  }

  async now(): Promise<Date> {
    return new Date((await this.#call('readClock', {})).now);
  }

  /** Stops the clock at an instant, or now. */
  async freeze(at?: Date | string): Promise<void> {
    const now = at instanceof Date ? at.toISOString() : at;
    await this.#change({ mode: 'frozen', ...(now === undefined ? {} : { now }) });
  }

  /** Moves the clock forward, or back with a negative number; a real clock runs on from there. */
  async advance(milliseconds: number): Promise<void> {
    await this.#change({ advance: milliseconds });
  }

  /** Shows real time again. */
  async release(): Promise<void> {
    await this.#change({ mode: 'real' });
  }

  async #change(change: ClockChange): Promise<void> {
    await this.#call('writeClock', { body: change });
  }
}

/** The choices for open points, the latency and the allowed notes of a sandbox. */
export class SandboxSettings {
  readonly #call: SandboxCall;

  constructor(call: SandboxCall) {
    this.#call = call;
  }

  read(): Promise<Settings> {
    return this.#call('readSettings', {});
  }

  /**
   * Replaces the settings; a field that is left out gets the value that the simulator was started with.
   * Pets stay.
   *
   * @example
   * // From here on, requests may be wrong: the summary and `--fail-on` expect it.
   * await sandbox.settings.set({ allow: ['violation'] });
   */
  set(settings: SettingsChange): Promise<Settings> {
    return this.#call('writeSettings', { body: settings });
  }
}

/** What a sandbox is reset to; a field that is left out is the simulator's own. */
export type ResetOptions = Omit<Reset, 'pets'> & {
  /** How many seeded pets there are, or at most 1000 pets, the oldest first. */
  readonly pets?: number | readonly NewPetInput[];
};

/** A rule that was added. */
export interface AddedRule extends RuleState {
  /** Removes the rule; does nothing when it is gone. */
  remove(): Promise<void>;
}

async function ignoreNotFound(result: Promise<unknown>): Promise<void> {
  try {
    await result;
  } catch (error) {
    if (!(error instanceof SimulatorError) || error.code !== 'not_found') {
      throw error;
    }
  }
}

/**
 * One sandbox of a simulator, in this process or elsewhere. It is created by its first use. Every method
 * rejects with a `SimulatorError` when the simulator refuses, or can't be reached.
 */
export class SandboxHandle {
  readonly name: string;
  /** The base URL of the service in this sandbox; it takes the simulator's usual key. */
  readonly url: string;
  /** A key that selects this sandbox at the simulator's usual URL. */
  readonly apiKey: string;
  readonly clock: SandboxClock;
  readonly settings: SandboxSettings;
  readonly pets: SandboxPets;
  readonly #call: SandboxCall;

  constructor(
    name: string,
    { origin, apiKey }: { readonly origin: string; readonly apiKey: string },
    call: Call,
  ) {
    this.#call = (operation, input) => call(operation, name, input);
    this.name = name;
    this.url = name === defaultSandbox ? `${origin}/v1` : `${origin}/sandboxes/${name}/v1`;
    this.apiKey = createSandboxKey(apiKey, name);
    this.clock = new SandboxClock(this.#call);
    this.settings = new SandboxSettings(this.#call);
    this.pets = new SandboxPets(this.#call);
  }

  /**
   * Forces responses that the app under test doesn't ask for.
   *
   * @example
   * await sandbox.addRule({ operation: 'createPet', code: 400, times: 1 });
   */
  async addRule(rule: Rule): Promise<AddedRule> {
    const state = await this.#call('addRule', { body: rule });
    return { ...state, remove: () => ignoreNotFound(this.removeRule(state.id)) };
  }

  /** The rules, newest first: the order in which they are tried. */
  async rules(): Promise<RuleState[]> {
    return (await this.#call('listRules', {})).rules;
  }

  async removeRule(id: string): Promise<void> {
    await this.#call('removeRule', { id });
  }

  /** Removes all rules. */
  async clearRules(): Promise<void> {
    await this.#call('removeRules', {});
  }

  /**
   * The recorded exchanges, oldest first. With `wait`, resolves once that many match, and rejects when
   * they don't within `timeout` (default: 3000 ms, less than the usual limit of a test).
   *
   * @example
   * expect(await sandbox.requests({ operation: 'createPet', wait: 1 })).toMatchObject([
   *   { status: 201, json: { name: 'Rex' } },
   * ]);
   */
  requests(filter: ExchangeFilter = {}): Promise<RecordedExchange[]> {
    return readRequests(this.#call, filter);
  }

  /** How many exchanges match and, when none does, how the closest one differs. */
  count(pattern: ExchangePattern): Promise<ExchangeCount> {
    return this.#call('countRequests', { body: pattern });
  }

  /**
   * How many exchanges match; rejects when none does, and says how the closest one differs.
   *
   * @example
   * await sandbox.received({ operation: 'createPet', body: { name: 'Rex' } });
   */
  async received(pattern: ExchangePattern): Promise<number> {
    const counted = await this.count(pattern);
    if (counted.count === 0) {
      throw toNotReceived(pattern, counted);
    }
    return counted.count;
  }

  /** Empties the journal. */
  async clearRequests(): Promise<void> {
    await this.#call('clearRequests', {});
  }

  /**
   * Goes back to the seeded start, or to that of another seed, fixture or profile, or to pets of your own.
   *
   * @example
   * await sandbox.reset({ pets: [{ name: 'Rex', categoryId: 2, status: 'sold' }] });
   */
  async reset({ pets, ...to }: ResetOptions = {}): Promise<void> {
    const own = Array.isArray(pets) ? pets.map(formatNewPet) : pets;
    const body = (own === undefined ? to : { ...to, pets: own }) as Reset;
    await this.#call('reset', { body });
  }

  /** Everything that its next responses depend on, as a value that any JSON tool keeps exact. */
  snapshot(): Promise<Snapshot> {
    return this.#call('readState', {});
  }

  /** Goes back to a snapshot: the same requests get the same responses as after it was taken. */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.#call('writeState', { body: snapshot });
  }

  /** Drops the sandbox; its next use creates a new one. */
  async drop(): Promise<void> {
    await ignoreNotFound(this.#call('dropSandbox', { name: this.name }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drop();
  }
}

/** The sandboxes of a simulator, in this process or elsewhere. */
export interface SandboxAccess {
  /**
   * A sandbox by its name, or a new one with a name of its own: an isolated world, and control over it.
   *
   * @param name 1 to 64 letters, digits, hyphens and underscores
   * @throws {UsageError} when the name is not legal
   */
  sandbox(name?: string): SandboxHandle;
  /** All sandboxes that exist, `default` first. */
  sandboxes(): Promise<SandboxInfo[]>;
}

/** Creates the access to sandboxes for clients that use the service at an origin. */
export function createSandboxAccess(
  call: Call,
  service: { readonly origin: string; readonly apiKey: string },
): SandboxAccess {
  return {
    sandbox: (name = `sandbox-${crypto.randomUUID()}`) => {
      try {
        checkSandboxName(name);
      } catch (error) {
        throw new UsageError((error as Error).message);
      }
      return new SandboxHandle(name, service, call);
    },
    sandboxes: async () => (await call('listSandboxes', defaultSandbox, {})).sandboxes,
  };
}
