import { ControlError } from '../admin/errors.js';
import type {
  ExchangeCount,
  ExchangePattern,
  RecordedExchange,
  Reset,
  ScenarioRule,
  ScenarioState,
  Snapshot,
} from '../admin/schemas.js';
import { defaultSandbox } from '../engine/sandbox/sandbox.js';
import { createSandboxKey } from '../engine/sandbox/selection.js';
import { type ExchangeFilter, notReceived, readRequests } from './requests.js';
import { SandboxClock, SandboxPets, SandboxSettings } from './sandbox-parts.js';
import type { ControlCaller, SandboxCall, SandboxCaller } from './transport.js';

/** A rule that was injected. */
export interface InjectedRule extends ScenarioState {
  /** Takes it away; nothing happens when it is gone already. */
  remove(): Promise<void>;
}

/** Where the service of a simulator is, and a key that is valid. */
export interface ServiceAddress {
  /** Of the server: `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly apiKey: string;
}

/**
 * One sandbox of a simulator, in this process or elsewhere. It comes into being at its first use. Every
 * method rejects with a `ControlError`, which says what was wrong, when it can't be done.
 */
export class SandboxHandle {
  readonly name: string;
  /** The address of the service in this sandbox; with it, the simulator's usual key will do. */
  readonly url: string;
  /** A key that selects this sandbox; with it, the simulator's usual address will do. */
  readonly apiKey: string;
  /** Its time. */
  readonly clock: SandboxClock;
  /** How it behaves where the document is silent, how slow it is, and what its test intends. */
  readonly settings: SandboxSettings;
  /** Its pets, without leaving a trace in its journal. */
  readonly pets: SandboxPets;
  readonly #call: SandboxCaller;

  constructor(name: string, { origin, apiKey }: ServiceAddress, caller: ControlCaller) {
    const isDefault = name === defaultSandbox;
    this.name = name;
    this.url = isDefault ? `${origin}/v1` : `${origin}/sandboxes/${name}/v1`;
    this.apiKey = createSandboxKey(apiKey, name);
    this.#call = (call) => caller({ ...call, sandbox: name });
    this.clock = new SandboxClock(this.#call);
    this.settings = new SandboxSettings(this.#call);
    this.pets = new SandboxPets(this.#call);
  }

  /**
   * Forces answers, without the app under test knowing.
   *
   * @example
   * await sandbox.inject({ operation: 'createPet', code: 400, times: 1 });
   */
  async inject(rule: ScenarioRule): Promise<InjectedRule> {
    const call = { method: 'POST', path: '/scenarios', body: rule } as const;
    const state = (await this.#call(call)) as ScenarioState;
    return {
      ...state,
      remove: () => this.#unlessGone({ method: 'DELETE', path: `/scenarios/${state.id}` }),
    };
  }

  /** The rules, in the order in which they are tried. */
  async rules(): Promise<ScenarioState[]> {
    const reply = await this.#call({ method: 'GET', path: '/scenarios' });
    return (reply as { readonly scenarios: ScenarioState[] }).scenarios;
  }

  /** Removes one rule. */
  async removeRule(id: string): Promise<void> {
    await this.#call({ method: 'DELETE', path: `/scenarios/${encodeURIComponent(id)}` });
  }

  /** Removes all rules. */
  async clearRules(): Promise<void> {
    await this.#call({ method: 'DELETE', path: '/scenarios' });
  }

  /**
   * What was sent, the oldest first. With `wait`, it resolves when so many have come, and rejects when
   * they haven't within `timeout` (default: 3000 ms, within the usual limit of a test).
   *
   * @example
   * expect(await sandbox.requests({ operation: 'createPet', wait: 1 })).toMatchObject([
   *   { status: 201, json: { name: 'Rex' } },
   * ]);
   */
  requests(filter: ExchangeFilter = {}): Promise<RecordedExchange[]> {
    return readRequests(this.#call, filter);
  }

  /** How many requests were like this and, when none was, which came closest and how it differs. */
  async count(pattern: ExchangePattern): Promise<ExchangeCount> {
    const call = { method: 'POST', path: '/requests/count', body: pattern } as const;
    return (await this.#call(call)) as ExchangeCount;
  }

  /**
   * How many requests were like this; rejects when none was, and says which came closest and how it
   * differs.
   *
   * @example
   * await sandbox.received({ operation: 'createPet', body: { name: 'Rex' } });
   */
  async received(pattern: ExchangePattern): Promise<number> {
    const counted = await this.count(pattern);
    if (counted.count === 0) {
      throw notReceived(pattern, counted);
    }
    return counted.count;
  }

  /** Forgets what was sent. */
  async clearRequests(): Promise<void> {
    await this.#call({ method: 'DELETE', path: '/requests' });
  }

  /** Back to the seeded start, or to that of another seed, fixture or profile. */
  async reset(to: Reset = {}): Promise<void> {
    await this.#call({ method: 'POST', path: '/reset', body: to });
  }

  /** All that its next answers depend on, as a plain value that any JSON tool keeps exact. */
  async snapshot(): Promise<Snapshot> {
    return (await this.#call({ method: 'GET', path: '/state' })) as Snapshot;
  }

  /** Gives the answers again that were given after the snapshot was taken. */
  async restore(snapshot: Snapshot): Promise<void> {
    await this.#call({ method: 'PUT', path: '/state', body: snapshot });
  }

  /** Drops it; a sandbox that is used again begins anew. */
  async drop(): Promise<void> {
    await this.#unlessGone({ method: 'DELETE', path: `/sandboxes/${this.name}` });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drop();
  }

  async #unlessGone(call: SandboxCall): Promise<void> {
    try {
      await this.#call(call);
    } catch (error) {
      if (!(error instanceof ControlError) || error.problem !== 'notFound') {
        throw error;
      }
    }
  }
}
