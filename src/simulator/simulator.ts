import { formatSeededKey, type PetOptions } from '../catalogue/included-pets.js';
import { createSandboxAccess, type SimulatorAccess } from '../client/sandbox-handle.js';
import type { RecordedPact } from '../contract/pact.js';
import { Recorder } from '../contract/recorder.js';
import type { ServiceRequest } from '../document/message.js';
import { resolveChoices } from '../document/open-points.js';
import type { SeedPet } from '../document/pet.js';
import { type JournalEntry, readExchange } from '../engine/exchange.js';
import type { Answer } from '../engine/handle.js';
import { createSeededList, type PetList } from '../engine/pets.js';
import type { SandboxStart } from '../engine/sandbox.js';
import { LocalSandboxes, type Sandboxes, type SandboxesSettings } from '../engine/sandboxes.js';
import { createRedactor, type Redact } from '../options/redactor.js';
import type { ResolvedOptions } from '../options/table.js';
import type { Admin } from '../server/admin/admin.js';
import { createFetch } from '../server/fetch.js';
import { type Summary, SummaryCollector } from '../server/log/summary.js';
import type { Observer } from '../server/service.js';

/** What differs between Node.js and browsers, or between runs. */
interface Runtime {
  /** Loads the pets of a fixture, or generates them. */
  readonly loadPets: (options: PetOptions) => Promise<readonly SeedPet[]>;
  /** Opens sandboxes elsewhere, or returns none for those of this process. */
  readonly openSandboxes?: (
    start: SandboxStart,
    settings: SandboxesSettings,
  ) => Promise<Sandboxes | undefined>;
  readonly onExchange?: Observer['onExchange'];
  /** Changes what a client gets, when it is in the journal. */
  readonly changeAnswer?: ((answer: Answer) => Answer) | undefined;
}

/** This many lists of seeded pets are kept for resets. */
const maxSeeded = 8;

/** Creates a value when it is first asked for, and again after it failed: a fixture may be mended. */
export function createLazy<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let created: Promise<Value> | undefined;
  return () => {
    created ??= create().catch((error) => {
      created = undefined;
      throw error;
    });
    return created;
  };
}

/** A simulator without a network. */
export interface OfflineSimulator extends SimulatorAccess {
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
}

/** A simulator whose options are resolved, in any JavaScript runtime, without the ways to call it. */
export class SimulatorCore {
  readonly options: ResolvedOptions;
  readonly apiKey: string;
  /** Hides the keys and the token that this simulator accepts. */
  readonly redact: Redact;
  /** Records requests for a contract, once somebody asks for one. */
  #recorder: Recorder | undefined;
  /** By their keys. */
  readonly #seeded = new Map<string, Promise<PetList>>();
  readonly #runtime: Runtime;
  readonly #collector: SummaryCollector;

  constructor(options: ResolvedOptions, runtime: Runtime) {
    this.options = options;
    this.apiKey = options.apiKey[0] as string;
    this.redact = createRedactor([
      ...options.apiKey,
      options.adminToken ?? '',
      options.upstreamKey ?? '',
    ]);
    this.#runtime = runtime;
    this.#collector = new SummaryCollector(this.redact);
    if (options.pact !== undefined || options.consumer !== undefined) {
      this.record();
    }
  }

  /** Records the requests from now on. */
  record(): Recorder {
    this.#recorder ??= new Recorder(this.redact);
    return this.#recorder;
  }

  /** The same, with those before, as far as the journals have them. */
  async #recordAll(): Promise<Recorder> {
    if (this.#recorder !== undefined) {
      return this.#recorder;
    }
    const recorder = this.record();
    const sandboxes = await this.sandboxes();
    for (const { name } of await sandboxes.list()) {
      const exchanges = await sandboxes.read(name, ({ journal }) => journal.map(readExchange));
      for (const exchange of exchanges) {
        recorder.add(exchange);
      }
    }
    return recorder;
  }

  /** Opens the sandboxes, and loads their pets, when they are first needed. */
  readonly sandboxes = createLazy(async (): Promise<Sandboxes> => {
    const { options } = this;
    const { profile, delay, allow, clock, seed } = options;
    const choices = resolveChoices(profile, options.choices);
    const seededKey = formatSeededKey(options, choices['id-scheme']);
    const start = {
      seeded: await this.#loadSeeded(seededKey),
      seededKey,
      seed,
      settings: { choices, delay, allow },
      clock:
        clock === 'real'
          ? ({ mode: 'real', advanced: 0 } as const)
          : ({ mode: 'frozen', at: clock.getTime() } as const),
    };
    const settings = { ...options, apiKeys: options.apiKey, corsOrigins: options.corsOrigin };
    const opened = await this.#runtime.openSandboxes?.(start, settings);
    return opened ?? new LocalSandboxes(start, settings);
  });

  /** Answers a request, as sandboxes do. */
  readonly answer = async (request: ServiceRequest): Promise<Answer> => {
    const answer = await (await this.sandboxes()).answer(request);
    return this.#runtime.changeAnswer?.(answer) ?? answer;
  };

  /** The admin interface. Loaded at the first call: a start must not wait for it. */
  readonly admin: Admin = async (...call) => (await this.#loadAdmin())(...call);

  summary(): Summary {
    return this.#collector.summary();
  }

  readonly #pact = async (options: object = {}): Promise<RecordedPact> => {
    // Loaded when needed: most runs write no contract.
    const { recordPact } = await import('../contract/pact.js');
    return recordPact(await this.#recordAll(), options, this.options);
  };

  /** Gives programs access to it; clients that a sandbox configures find its service at the origin. */
  open(origin = 'http://localhost'): OfflineSimulator {
    const { apiKey, onExchange } = this;
    const { maxBody } = this.options;
    return {
      apiKey,
      fetch: createFetch({ sandboxes: this, maxBody, onExchange, origin }),
      summary: () => this.summary(),
      pact: this.#pact,
      ...createSandboxAccess(this.admin, { origin, apiKey }),
    };
  }

  /** Counts, records and reports an exchange that this process answered. */
  readonly onExchange = (answer: Answer, milliseconds: number): void => {
    this.#complete(answer.entry);
    this.#collector.add(answer.entry);
    this.#recorder?.add(readExchange(answer.entry));
    this.#runtime.onExchange?.(answer, milliseconds);
  };

  /** Counts, journals and records a request that didn't reach the service. */
  onUnrouted(request: ServiceRequest & { readonly unrouted: string }): void {
    const { method, path, query, unrouted: message } = request;
    this.#collector.miss({ request: { method, path, query }, message });
    const start = performance.now();
    // Sandboxes that are out of reach keep no record of it.
    this.answer(request).then(
      ({ entry }) => {
        entry.duration = performance.now() - start;
        this.#complete(entry);
        this.#recorder?.add(readExchange(entry));
      },
      () => {},
    );
  }

  /** Tells those who have an exchange without its duration that there is one now. */
  #complete(entry: JournalEntry): void {
    if (entry.revision !== undefined) {
      entry.revision = undefined;
      void this.sandboxes().then((sandboxes) => sandboxes.revisions.bump(entry.sandbox));
    }
  }

  #loadSeeded(seededKey: string): Promise<PetList> {
    const known = this.#seeded.get(seededKey);
    if (known !== undefined) {
      return known;
    }
    if (this.#seeded.size === maxSeeded) {
      this.#seeded.clear();
    }
    const [fixture, seed, pets, scheme] = JSON.parse(seededKey);
    const list = this.#runtime
      .loadPets({ fixture, seed, pets })
      .then((loaded) => createSeededList(loaded, scheme));
    this.#seeded.set(seededKey, list);
    list.catch(() => this.#seeded.delete(seededKey));
    return list;
  }

  readonly #loadAdmin = createLazy(async () => {
    const { createAdmin } = await import('../server/admin/admin.js');
    const { options, redact } = this;
    return createAdmin({
      sandboxes: await this.sandboxes(),
      options,
      redact,
      loadSeeded: (key) => this.#loadSeeded(key),
      readPact: this.#pact,
      readExcluded: async () => (await this.#recordAll()).listExcluded(),
    });
  });
}
