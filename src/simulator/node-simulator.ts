import type { RequestListener } from 'node:http';
import { loadPets } from '../catalogue/load-pets.js';
import type { SavedPact } from '../contract/pact-file.js';
import type { Answer } from '../engine/answer.js';
import { createSeededList } from '../engine/pets.js';
import { LocalSandboxes, type Sandboxes } from '../engine/sandboxes.js';
import type { SimulatorOptions } from '../options/options.js';
import { readVersion } from '../options/package-root.js';
import { resolveSimulatorOptions } from '../options/resolve.js';
import type { ResolvedOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { listen, type ServerInfo } from '../server/listen.js';
import { createLogger, type Logger } from '../server/log/logger.js';
import { createService, type Middleware } from '../server/service.js';
import { createOfflineSimulator, type OfflineSimulator, SimulatorCore } from './simulator.js';

/** A simulator that listens, for clients. */
export interface ListeningSimulator {
  /** A key that the service accepts. */
  readonly apiKey: string;
  /** The base URL of the service, which ends in `/v1`: append paths such as `/pets`. */
  readonly url: string;
  /** The base URL of the server, for `/health` and `/openapi.json`. */
  readonly origin: string;
  readonly port: number;
  /** After `shutdownDelay`, lets open requests end, cuts off those that take longer than 1.5 seconds, and frees the port. */
  close(): Promise<void>;
}

/** A simulator of Node.js whose options are resolved, whether it listens or not. */
export class NodeSimulatorCore extends SimulatorCore {
  readonly #logger: Logger;
  #closeStore: (() => Promise<void>) | undefined;
  #saved: Promise<SavedPact | undefined> | undefined;

  constructor(options: ResolvedOptions) {
    super(options, loadPets);
    this.#logger = createLogger(options, this.redact, process.stderr);
  }

  /** Counts and logs an exchange that this process answered. */
  override onExchange(answer: Answer, milliseconds: number): void {
    super.onExchange(answer, milliseconds);
    this.#logger.onExchange(answer, milliseconds);
  }

  /** The service as a middleware for Express, Connect or `node:http`. */
  middleware(sandboxes: Pick<Sandboxes, 'answer'> = this): Middleware {
    const { maxBody } = this.options;
    return createService({ sandboxes, maxBody, observer: this.#createObserver() });
  }

  /**
   * Listens on its port.
   *
   * @throws {UsageError} when the port, the certificate or the fixture can't be used
   */
  async listen(): Promise<ListeningSimulator> {
    const { host, port: wanted, shutdownDelay, pact, consumer } = this.options;
    if (pact !== undefined && consumer !== undefined) {
      const { checkPactFile } = await import('../contract/pact-file.js');
      await checkPactFile(pact, consumer);
    }
    const server = await listen({
      service: this.middleware(await this.sandboxes()),
      loadApp: (info) => this.loadApp(info),
      host,
      port: wanted,
      tls: await this.#loadTls(),
      shutdownDelay,
      observer: this.#createObserver(),
    });
    const stopping = new AbortController();
    await this.watch(stopping.signal).catch(async (error) => {
      await server.close();
      throw error;
    });
    const { origin, port } = server;
    let closed: Promise<void> | undefined;
    const close = async () => {
      stopping.abort();
      await server.close();
      await this.#closeStore?.();
      await this.savePact();
    };
    return {
      apiKey: this.apiKey,
      origin,
      url: `${origin}/v1`,
      port,
      close: () => {
        closed ??= close();
        return closed;
      },
    };
  }

  /** Counts and logs what happens on a server. */
  #createObserver() {
    const onExchange = (answer: Answer, milliseconds: number) =>
      this.onExchange(answer, milliseconds);
    return { ...this.#logger, onExchange };
  }

  /** Loads certificate and key, if HTTPS is asked for. */
  async #loadTls() {
    const { tlsCert, tlsKey } = this.options;
    if (tlsCert === undefined || tlsKey === undefined) {
      return undefined;
    }
    const { readIdentity } = await import('../server/tls.js');
    return readIdentity(tlsCert, tlsKey);
  }

  /** Loads all that a server has beside the service. */
  async loadApp(info: ServerInfo, host = this.options.host): Promise<RequestListener> {
    const { createApp } = await import('../server/app.js');
    const { adminToken, apiKey: apiKeys } = this.options;
    const sandboxes = await this.sandboxes();
    return createApp({
      ...info,
      apiKeys,
      host,
      adminToken,
      isReady: () => sandboxes.isReady(),
      admin: this.admin,
      onMissed: (request) => this.onMissed(request),
    });
  }

  /**
   * Reads the fixture again when it changes, until the signal, if that is asked for.
   *
   * @throws {UsageError} when it can be read only once
   */
  async watch(signal: AbortSignal): Promise<void> {
    const { options, seeded: kept } = this;
    const sandboxes = await this.sandboxes();
    if (!options.watch || !(sandboxes instanceof LocalSandboxes)) {
      return;
    }
    const { watchFixture } = await import('../catalogue/watch-fixture.js');
    const { onEvent, onError } = this.#logger;
    const onPets = (pets: Parameters<typeof createSeededList>[0]) => {
      const { start } = sandboxes;
      kept.clear();
      const seeded = createSeededList(pets, start.settings.choices['id-scheme']);
      sandboxes.reseed({ ...start, seeded });
      onEvent(`The fixture ${options.fixture} was read again. Number of pets: ${pets.length}.`);
    };
    await watchFixture(options, { onPets, onError }, signal);
  }

  /**
   * Adds the uses of the service to the file of the option `pact`, when it is first called.
   *
   * @throws {UsageError} when the file can't be written, or is another contract
   */
  savePact(): Promise<SavedPact | undefined> {
    this.#saved ??= this.#savePact();
    return this.#saved;
  }

  async #savePact(): Promise<SavedPact | undefined> {
    const { pact: path, consumer, needs } = this.options;
    if (path === undefined || consumer === undefined) {
      return undefined;
    }
    const { addToPactFile } = await import('../contract/pact-file.js');
    const added = await addToPactFile(path, consumer, this.recorder.uses(needs));
    return { path, consumer, ...added, leftOut: this.recorder.leftOut() };
  }

  protected override async openSandboxes(): Promise<Sandboxes> {
    const { store, sandboxTtl } = this.options;
    if (store === undefined) {
      return super.openSandboxes();
    }
    const { connectStore } = await import('../store/store-sandboxes.js');
    const opened = await connectStore(store, {
      start: await this.createStart(),
      settings: this.settings,
      ttl: sandboxTtl,
      version: readVersion(),
      redact: this.redact,
      logger: this.#logger,
    });
    this.#closeStore = () => opened.close();
    return opened;
  }
}

/** A simulator without a network. */
export interface Simulator extends OfflineSimulator {
  /**
   * The service as a middleware for Express, Connect or `node:http`. Mount it before body parsers;
   * requests for other paths go on to `next`.
   */
  middleware(): Middleware;
}

/** A simulator that listens. */
export interface RunningSimulator extends Simulator, ListeningSimulator {
  [Symbol.asyncDispose](): Promise<void>;
}

/** The options that need an end, at which this is done. */
const endings = { watch: 'stop watching', pact: 'write the file', store: 'disconnect' } as const;

/**
 * Creates a simulator that answers without a network.
 *
 * @example
 * const simulator = createSimulator({ seed: 7 });
 * const response = await simulator.fetch(new Request('http://localhost/v1/pets', {
 *   headers: { Authorization: `Bearer ${simulator.apiKey}` },
 * }));
 *
 * @throws {UsageError} when an option is wrong; a fixture is read at the first request
 */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const resolved = resolveSimulatorOptions(options);
  for (const [name, ending] of Object.entries(endings)) {
    if (resolved[name as keyof typeof endings]) {
      throw new UsageError(
        `The option ${name} requires startSimulator, because createSimulator has no end at which to ${ending}. Remove it.`,
      );
    }
  }
  const core = new NodeSimulatorCore(resolved);
  return { ...createOfflineSimulator(core), middleware: () => core.middleware() };
}

/**
 * Starts a simulator on a port of its own; it listens when the promise resolves.
 *
 * @example
 * const simulator = await startSimulator({ seed: 7 });
 * const response = await fetch(`${simulator.url}/pets`, {
 *   headers: { Authorization: `Bearer ${simulator.apiKey}` },
 * });
 * await simulator.close();
 *
 * @throws {UsageError} when an option is wrong, or the port or fixture can't be used
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  return startCore(new NodeSimulatorCore(resolveSimulatorOptions(options)));
}

/** Starts a simulator whose options are resolved. */
export async function startCore(core: NodeSimulatorCore): Promise<RunningSimulator> {
  const listening = await core.listen();
  return {
    ...createOfflineSimulator(core, listening.origin),
    middleware: () => core.middleware(),
    ...listening,
    [Symbol.asyncDispose]: listening.close,
  };
}
