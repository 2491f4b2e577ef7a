import type {
  ClockChange,
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
  Reset,
  Rule,
  RuleState,
  Settings,
  SettingsChange,
  Snapshot,
} from '../admin/schemas.js';
import { SimulatorError } from '../engine/interface/errors.js';
import { defaultSandbox } from '../engine/sandbox/sandbox.js';
import { createSandboxKey } from '../engine/sandbox/selection.js';
import { type AdminClient, createAdminClient } from './admin-client.js';
import { type ExchangeFilter, readRequests, toNotReceived } from './requests.js';
import { formatNewPet, type NewPetInput, SandboxPets } from './sandbox-pets.js';
import { StreamCaller } from './streams.js';
import type { Transport } from './transport.js';

/** The time of a sandbox: real, or frozen at an instant. */
export class SandboxClock {
  readonly #admin: AdminClient;

  constructor(admin: AdminClient) {
    this.#admin = admin;
  }

  async now(): Promise<Date> {
    return new Date((await this.#admin.GET('/clock')).now);
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
    await this.#admin.PUT('/clock', { body: change });
  }
}

/** The choices for open points, the latency and the allowed notes of a sandbox. */
export class SandboxSettings {
  readonly #admin: AdminClient;

  constructor(admin: AdminClient) {
    this.#admin = admin;
  }

  read(): Promise<Settings> {
    return this.#admin.GET('/settings');
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
    return this.#admin.PUT('/settings', { body: settings });
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
  readonly #admin: AdminClient;
  readonly #streams: StreamCaller;

  constructor(
    name: string,
    { origin, apiKey }: { readonly origin: string; readonly apiKey: string },
    transport: Transport,
  ) {
    const admin = createAdminClient(transport, name);
    this.#streams = new StreamCaller(transport, name);
    this.name = name;
    this.url = name === defaultSandbox ? `${origin}/v1` : `${origin}/sandboxes/${name}/v1`;
    this.apiKey = createSandboxKey(apiKey, name);
    this.clock = new SandboxClock(admin);
    this.settings = new SandboxSettings(admin);
    this.pets = new SandboxPets(admin, this.#streams);
    this.#admin = admin;
  }

  /**
   * Forces responses that the app under test doesn't ask for.
   *
   * @example
   * await sandbox.addRule({ operation: 'createPet', code: 400, times: 1 });
   */
  async addRule(rule: Rule): Promise<AddedRule> {
    const state = await this.#admin.POST('/rules', { body: rule });
    return { ...state, remove: () => ignoreNotFound(this.removeRule(state.id)) };
  }

  /** The rules, newest first: the order in which they are tried. */
  async rules(): Promise<RuleState[]> {
    return (await this.#admin.GET('/rules')).rules;
  }

  async removeRule(id: string): Promise<void> {
    await this.#admin.DELETE('/rules/{id}', { params: { path: { id } } });
  }

  /** Removes all rules. */
  async clearRules(): Promise<void> {
    await this.#admin.DELETE('/rules');
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
    return readRequests(this.#admin, filter);
  }

  /** How many exchanges match and, when none does, how the closest one differs. */
  count(pattern: ExchangePattern): Promise<ExchangeCount> {
    return this.#admin.POST('/requests/count', { body: pattern });
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
    await this.#admin.DELETE('/requests');
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
    await this.#admin.POST('/reset', { body });
  }

  /** Everything that its next responses depend on, as a value that any JSON tool keeps exact. */
  snapshot(): Promise<Snapshot> {
    return this.#streams.readSnapshot();
  }

  /** Goes back to a snapshot: the same requests get the same responses as after it was taken. */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.#streams.writeSnapshot(snapshot);
  }

  /** Drops the sandbox; its next use creates a new one. */
  async drop(): Promise<void> {
    const path = { name: this.name };
    await ignoreNotFound(this.#admin.DELETE('/sandboxes/{name}', { params: { path } }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drop();
  }
}
