import type { RequestListener } from 'node:http';
import { loadPets } from './catalogue/load-pets.js';
import type { Engine } from './engine/engine.js';
import { sendError, toSimulatorError } from './http/errors.js';
import { createMiddleware, type Middleware } from './http/middleware.js';
import { type ServerFacts, StandaloneServer } from './http/server.js';
import { createLogger, type Logger } from './log/logger.js';
import type { StoreAddress } from './options/store-address.js';
import type { ResolvedOptions } from './options/table.js';
import type { AddedUses } from './pact-file.js';
import { PortableCore } from './portable-core.js';
import { narrow } from './recording/needs.js';
import type { LeftOut } from './recording/recorder.js';
import type { StoreBackend } from './store/store-backend.js';

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
export class SimulatorCore extends PortableCore {
  readonly #logger: Logger;
  #saved: Promise<SavedPact | undefined> | undefined;

  #store: StoreBackend | undefined;

  constructor(options: ResolvedOptions) {
    const logger = createLogger(options, process.stderr);
    const { store } = options;
    super(options, {
      ...(store !== undefined && { openBackend: (engine) => this.#openStore(engine, store) }),
      loadPets,
      loadRoutes: async () => (await import('./admin/server-routes.js')).routes,
      onExchange: logger.onExchange,
    });
    this.#logger = logger;
  }

  /** The service as a middleware for Express, Connect or `node:http`. */
  middleware(): Middleware {
    let service: Middleware | undefined;
    return (request, response, next) => {
      if (service !== undefined) {
        service(request, response, next);
        return;
      }
      this.backend().then(
        (backend) => {
          service = createMiddleware(backend, this.options.maxBody, this.#logger);
          service(request, response, next);
        },
        next ?? ((error) => sendError(response, toSimulatorError(error))),
      );
    };
  }

  /**
   * Listens on its port.
   *
   * @throws {UsageError} when the port or the fixture can't be used
   */
  async listen(): Promise<ListeningSimulator> {
    await this.#checkPact();
    const [backend, secure] = await Promise.all([this.backend(), this.#loadSecure()]);
    const service = createMiddleware(backend, this.options.maxBody, this.#logger);
    const loadApp = (facts: ServerFacts) => this.loadApp(facts);
    const server = new StandaloneServer(service, this.#logger, loadApp, { secure });
    const { origin, port } = await server.listen(this.options.host, this.options.port);
    const stopping = new AbortController();
    await this.watch(stopping.signal).catch(async (error) => {
      await server.stop();
      throw error;
    });
    let closed: Promise<void> | undefined;
    const close = () => {
      stopping.abort();
      closed ??= server
        .stop(this.options.shutdownDelay)
        .then(() => this.#store?.close())
        .then(() => this.#logger.flush())
        .then(() => this.savePact())
        .then(() => {});
      return closed;
    };
    const { apiKey } = this;
    return { apiKey, origin, url: `${origin}/v1`, port, close };
  }

  /**
   * Reads the fixture again when it changes, until the signal, if that is asked for.
   *
   * @throws {UsageError} when it can be read only once
   */
  async watch(signal: AbortSignal): Promise<void> {
    if (this.options.watch) {
      const { watchFixture } = await import('./catalogue/watch-fixture.js');
      await watchFixture(await this.engine(), this.options, this.#logger, signal);
    }
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
    const { addToPactFile } = await import('./pact-file.js');
    const added = await addToPactFile(path, consumer, narrow(this.recorder.uses(), needs));
    return { path, consumer, ...added, leftOut: this.recorder.leftOut() };
  }

  async #checkPact(): Promise<void> {
    const { pact, consumer } = this.options;
    if (pact !== undefined && consumer !== undefined) {
      const { checkPactFile } = await import('./pact-file.js');
      await checkPactFile(pact, consumer);
    }
  }

  /** Begins to use shared sandboxes. */
  async #openStore(engine: Engine, address: StoreAddress): Promise<StoreBackend> {
    const { createStoreBackend } = await import('./store/store-backend.js');
    this.#store = await createStoreBackend(engine, this.options, address, this.#logger);
    return this.#store;
  }

  /** Loads what HTTPS needs, if it is asked for. */
  async #loadSecure() {
    const { tlsCert, tlsKey } = this.options;
    if (tlsCert === undefined || tlsKey === undefined) {
      return undefined;
    }
    const [{ createServer }, { readIdentity }] = await Promise.all([
      import('node:https'),
      import('./http/identity.js'),
    ]);
    return { createServer, ...readIdentity(tlsCert, tlsKey) };
  }

  /**
   * Loads all that a server has beside the service.
   *
   * @param host the host that the server was configured with
   */
  async loadApp(facts: ServerFacts, host = this.options.host): Promise<RequestListener> {
    const { createApp } = await import('./admin/app.js');
    const { apiKey, adminToken } = this.options;
    const backend = await this.backend();
    return createApp({
      ...facts,
      apiKey,
      host,
      adminToken,
      isReady: () => backend.isReady(),
      loadAdmin: () => this.admin(),
      onMissed: this.onMissed,
    });
  }
}
