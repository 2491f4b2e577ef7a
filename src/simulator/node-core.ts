import type { RequestListener } from 'node:http';
import { loadPets } from '../catalogue/load-pets.js';
import type { AddedUses } from '../contract/pact-file.js';
import type { LeftOut } from '../contract/recorder.js';
import type { Answer } from '../engine/answer.js';
import { createSeededList } from '../engine/pets.js';
import { LocalSandboxes, type Sandboxes } from '../engine/sandboxes.js';
import { readVersion } from '../options/package-root.js';
import type { ResolvedOptions } from '../options/table.js';
import { listen, type ServerInfo } from '../server/listen.js';
import { createLogger, type Logger } from '../server/log/logger.js';
import { createService, type Middleware, type Observer } from '../server/service.js';
import { createSettings, SimulatorCore } from './simulator-core.js';

/** The contract to which a run added its uses. */
export interface SavedPact extends AddedUses {
  readonly path: string;
  readonly consumer: string;
  readonly leftOut: readonly LeftOut[];
}

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
    const { logLevel, logFormat } = options;
    this.#logger = createLogger({ logLevel, logFormat, redact: this.redact }, process.stderr);
  }

  /** Counts and logs what happens on a server. */
  get observer(): Observer {
    return { ...this.#logger, onExchange: this.logExchange };
  }

  /** Counts and logs an exchange that this process answered. */
  readonly logExchange = (answer: Answer, milliseconds: number): void => {
    this.onExchange(answer);
    this.#logger.onExchange(answer, milliseconds);
  };

  /** The service as a middleware for Express, Connect or `node:http`. */
  middleware(): Middleware {
    let service: Middleware | undefined;
    return (request, response, next) => {
      if (service !== undefined) {
        service(request, response, next);
        return;
      }
      this.createService().then(
        (created) => {
          service = created;
          service(request, response, next);
        },
        (error) => (next === undefined ? response.destroy(error) : next(error)),
      );
    };
  }

  /**
   * Listens on its port.
   *
   * @throws {UsageError} when the port, the certificate or the fixture can't be used
   */
  async listen(): Promise<ListeningSimulator> {
    await this.#checkPact();
    const service = await this.createService();
    const { host, port: wanted, shutdownDelay } = this.options;
    const server = await listen({
      service,
      loadApp: (info) => this.loadApp(info),
      host,
      port: wanted,
      tls: await this.#loadTls(),
      shutdownDelay,
      observer: this.observer,
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

  /** Loads certificate and key, if HTTPS is asked for. */
  async #loadTls() {
    const { tlsCert, tlsKey } = this.options;
    if (tlsCert === undefined || tlsKey === undefined) {
      return undefined;
    }
    const { readIdentity } = await import('../server/tls.js');
    return readIdentity(tlsCert, tlsKey);
  }

  async createService(): Promise<Middleware> {
    const sandboxes = await this.sandboxes();
    return createService({ sandboxes, maxBody: this.options.maxBody, observer: this.observer });
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
      loadAdmin: () => this.admin(),
      onMissed: this.onMissed,
    });
  }

  /**
   * Reads the fixture again when it changes, until the signal, if that is asked for.
   *
   * @throws {UsageError} when it can be read only once
   */
  async watch(signal: AbortSignal): Promise<void> {
    const { options } = this;
    const sandboxes = await this.sandboxes();
    if (!options.watch || !(sandboxes instanceof LocalSandboxes)) {
      return;
    }
    const { watchFixture } = await import('../catalogue/watch-fixture.js');
    const { onEvent, onError } = this.#logger;
    const onPets = (pets: Parameters<typeof createSeededList>[0]) => {
      const { start } = sandboxes;
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

  async #checkPact(): Promise<void> {
    const { pact, consumer } = this.options;
    if (pact !== undefined && consumer !== undefined) {
      const { checkPactFile } = await import('../contract/pact-file.js');
      await checkPactFile(pact, consumer);
    }
  }

  protected override async openSandboxes(): Promise<Sandboxes> {
    const { store, sandboxTtl } = this.options;
    if (store === undefined) {
      return super.openSandboxes();
    }
    const { connectStore } = await import('../store/connect-store.js');
    const start = await this.createStart();
    const opened = await connectStore(store, {
      start,
      loadStart: (seededKey) => this.loadNamedStart(seededKey, start),
      settings: createSettings(this.options),
      ttl: sandboxTtl,
      fingerprint: readVersion(),
      redact: this.redact,
      logger: this.#logger,
    });
    this.#closeStore = () => opened.close();
    return opened;
  }
}
