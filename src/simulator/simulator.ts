import { formatSeededKey, type PetOptions } from '../catalogue/included-pets.js';
import { createCall } from '../client/call.js';
import { createSandboxAccess, type SandboxAccess } from '../client/sandbox-handle.js';
import type { PactOptions, RawPactOptions, RecordedPact } from '../contract/pact.js';
import { UseRecorder } from '../contract/recorder.js';
import type { ServiceRequest } from '../document/message.js';
import { resolveChoices } from '../document/open-points.js';
import type { Answer } from '../engine/answer.js';
import { createClock } from '../engine/clock.js';
import { createSeededList, type PetList, type SeededPet } from '../engine/pets.js';
import type { SandboxStart } from '../engine/sandbox.js';
import { LocalSandboxes, type Sandboxes, type SandboxesSettings } from '../engine/sandboxes.js';
import type { ResolvedOptions } from '../options/table.js';
import type { Admin } from '../server/admin/admin.js';
import { createFetch } from '../server/fetch.js';
import { createRedactor, type Redact } from '../server/log/redactor.js';
import { type Summary, SummaryCollector } from '../server/log/summary.js';

/** Loads the pets of a fixture, or generates them. */
type LoadPets = (options: PetOptions) => Promise<readonly SeededPet[]>;

/** This many lists of seeded pets are kept for resets. */
const maxSeeded = 8;

/** A simulator whose options are resolved, in any JavaScript runtime, without the ways to call it. */
export class SimulatorCore {
  readonly options: ResolvedOptions;
  /** Hides the keys and the token that this simulator accepts. */
  readonly redact: Redact;
  readonly recorder: UseRecorder;
  readonly #loadPets: LoadPets;
  readonly #collector: SummaryCollector;
  /** By their keys; it is emptied when a fixture changes. */
  protected readonly seeded = new Map<string, Promise<PetList>>();
  #sandboxes: Promise<Sandboxes> | undefined;
  #admin: Promise<Admin> | undefined;

  constructor(options: ResolvedOptions, loadPets: LoadPets) {
    this.options = options;
    this.#loadPets = loadPets;
    this.redact = createRedactor([...options.apiKey, options.adminToken ?? '']);
    this.#collector = new SummaryCollector(this.redact);
    this.recorder = new UseRecorder(this.redact);
  }

  /** A key that the service accepts. */
  get apiKey(): string {
    return this.options.apiKey[0] as string;
  }

  /** The settings of all sandboxes. */
  protected get settings(): SandboxesSettings {
    const { options } = this;
    return { ...options, apiKeys: options.apiKey, corsOrigins: options.corsOrigin };
  }

  /** Opens the sandboxes, and loads their pets, when they are first needed. */
  sandboxes(): Promise<Sandboxes> {
    this.#sandboxes ??= this.openSandboxes();
    return this.#sandboxes;
  }

  /** Answers a request, as sandboxes do. */
  readonly answer = async (request: ServiceRequest): Promise<Answer> =>
    (await this.sandboxes()).answer(request);

  /** Loads the admin interface when it is first called. */
  readonly admin: Admin = async (...call) => {
    this.#admin ??= this.#loadAdmin();
    return (await this.#admin)(...call);
  };

  summary(): Summary {
    return this.#collector.summary();
  }

  async pact(options: RawPactOptions = {}): Promise<RecordedPact> {
    // Loaded when needed: most runs write no contract.
    const { recordPact } = await import('../contract/pact.js');
    return recordPact(this.recorder, options, this.options);
  }

  /** Counts an exchange that this process answered. */
  onExchange({ exchange }: Answer, _milliseconds: number): void {
    this.#collector.add(exchange);
    this.recorder.add(exchange);
  }

  /** Counts a request that didn't reach the service. */
  onMissed(request: Parameters<SummaryCollector['miss']>[0]): void {
    this.#collector.miss(request);
    this.recorder.miss(request);
  }

  /** Loads the seeded pets that a key names. */
  protected loadSeeded(seededKey: string): Promise<PetList> {
    const known = this.seeded.get(seededKey);
    if (known !== undefined) {
      return known;
    }
    if (this.seeded.size === maxSeeded) {
      this.seeded.clear();
    }
    const [fixture, seed, pets, scheme] = JSON.parse(seededKey);
    const list = this.#loadPets({ fixture, seed, pets }).then((loaded) =>
      createSeededList(loaded, scheme),
    );
    this.seeded.set(seededKey, list);
    list.catch(() => this.seeded.delete(seededKey));
    return list;
  }

  /** Creates what sandboxes start with. */
  protected async createStart(): Promise<SandboxStart> {
    const { profile, choose, latency, allow, clock, seed } = this.options;
    const choices = resolveChoices(profile, choose);
    const seededKey = formatSeededKey(this.options, choices['id-scheme']);
    return {
      seeded: await this.loadSeeded(seededKey),
      seededKey,
      seed,
      settings: { choices, latency, allow },
      clock: createClock(clock),
    };
  }

  protected async openSandboxes(): Promise<Sandboxes> {
    return new LocalSandboxes(await this.createStart(), this.settings);
  }

  async #loadAdmin(): Promise<Admin> {
    const sandboxes = await this.sandboxes();
    // Loaded at the first call: a start must not wait for it.
    const { createAdmin } = await import('../server/admin/admin.js');
    const { options, redact } = this;
    return createAdmin({
      sandboxes,
      options,
      redact,
      loadSeeded: (key) => this.loadSeeded(key),
      readPact: (wanted) => this.pact(wanted),
      readLeftOut: () => this.recorder.leftOut(),
    });
  }
}

/** A simulator without a network. */
export interface OfflineSimulator extends SandboxAccess {
  /** A key that the service accepts. */
  readonly apiKey: string;
  /**
   * Answers a request as the service would, at any host: `http://localhost/v1/pets`. Pass it to clients
   * that take a `fetch`. A lost connection (`fault=reset`, `fault=empty`) rejects with a TypeError, as
   * with the global one.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The notes on all exchanges so far: open points that were used, deprecated operations, and requests
   * that violate the document.
   */
  summary(): Summary;
  /**
   * Writes the contract of a consumer from its requests so far, in all sandboxes. Only what the document
   * promises gets in.
   *
   * @example
   * const { text, leftOut } = await simulator.pact({ consumer: 'shop', needs: { Pet: ['id', 'name'] } });
   *
   * Rejects with a `UsageError` when an option is wrong.
   */
  pact(options?: PactOptions): Promise<RecordedPact>;
}

/**
 * Gives programs access to a simulator in this process.
 *
 * @param origin where its service is, for clients that a sandbox configures
 */
export function createOfflineSimulator(
  core: SimulatorCore,
  origin = 'http://localhost',
): OfflineSimulator {
  const { apiKey, options } = core;
  return {
    apiKey,
    fetch: createFetch({
      sandboxes: core,
      maxBody: options.maxBody,
      onExchange: (answer, milliseconds) => core.onExchange(answer, milliseconds),
      origin,
    }),
    summary: () => core.summary(),
    pact: (pactOptions) => core.pact(pactOptions),
    ...createSandboxAccess(createCall(core.admin), { origin, apiKey }),
  };
}
