import type { RequestListener } from 'node:http';
import type { Admin } from './admin/router.js';
import { loadPets } from './catalogue/fixtures.js';
import { createSandboxAccess, type SandboxAccess } from './client/connect.js';
import { createLocalTransport } from './client/transport.js';
import { resolveChoices } from './engine/choices/open-points.js';
import { createEngine, type Engine } from './engine/engine.js';
import { sendError, toSimulatorError } from './http/errors.js';
import { answerFetch } from './http/fetch-handler.js';
import { createMiddleware, type Middleware } from './http/middleware.js';
import { type ServerFacts, StandaloneServer } from './http/server.js';
import { createLogger, type Logger } from './log/logger.js';
import { createRedactor } from './log/redaction.js';
import type { SimulatorOptions } from './options/options.js';
import { resolveSimulatorOptions } from './options/resolve.js';
import type { ResolvedOptions } from './options/table.js';
import { SummaryCollector } from './summary/collector.js';
import type { Summary } from './summary/summary.js';

/** A simulator without a network. */
export interface Simulator extends SandboxAccess {
  /** A key that the service accepts. */
  readonly apiKey: string;
  /**
   * Answers a request as the service would, at any host: `http://localhost/v1/pets`. Pass it to clients
   * that take a `fetch`. A lost connection (`fault=reset`, `fault=empty`) rejects with a TypeError, as
   * with the global one.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The service as a middleware for Express, Connect or `node:http`. Mount it before body parsers;
   * requests for other paths go on to `next`.
   */
  middleware(): Middleware;
  /**
   * The notes on all exchanges so far: open points that were used, deprecated operations, and requests
   * that violate the document.
   */
  summary(): Summary;
}

/** A simulator that listens. */
export interface RunningSimulator extends Simulator {
  /** The base URL of the service, which ends in `/v1`: append paths such as `/pets`. */
  readonly url: string;
  /** The base URL of the server, for `/health` and `/openapi.json`. */
  readonly origin: string;
  readonly port: number;
  /** Lets open requests end, cuts off those that take longer than 1.5 seconds, and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

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
  return new SimulatorCore(resolveSimulatorOptions(options));
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
  return new SimulatorCore(resolveSimulatorOptions(options)).start();
}

/** Creates the engine that the options describe, with its pets. */
async function loadEngine(options: ResolvedOptions): Promise<Engine> {
  const { apiKey: apiKeys, corsOrigin: corsOrigins, profile, choose } = options;
  const settings = { ...options, apiKeys, corsOrigins, choices: resolveChoices(profile, choose) };
  return createEngine(settings, await loadPets(options));
}

/** A simulator whose options are resolved, whether it listens or not. */
export class SimulatorCore implements Simulator {
  readonly options: ResolvedOptions;
  readonly sandbox: SandboxAccess['sandbox'];
  readonly sandboxes: SandboxAccess['sandboxes'];
  readonly #logger: Logger;
  readonly #summary: SummaryCollector;
  #engine: Promise<Engine> | undefined;
  #admin: Promise<Admin> | undefined;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.#logger = createLogger(options, process.stderr);
    this.#summary = new SummaryCollector(createRedactor(options));
    const access = this.#accessAt('http://localhost');
    this.sandbox = access.sandbox;
    this.sandboxes = access.sandboxes;
  }

  get apiKey(): string {
    return this.options.apiKey[0] as string;
  }

  /** Loads the pets when they are first needed. */
  engine(): Promise<Engine> {
    this.#engine ??= loadEngine(this.options).then((engine) => {
      engine.listen(this.#summary.add);
      return engine;
    });
    return this.#engine;
  }

  /** Loads the admin interface when it is first called. */
  admin(): Promise<Admin> {
    this.#admin ??= Promise.all([this.engine(), import('./admin/router.js')]).then(
      ([engine, { Admin }]) => new Admin(engine, this.options),
    );
    return this.#admin;
  }

  readonly fetch: Simulator['fetch'] = async (input, init) => {
    const start = performance.now();
    const request = new Request(input, init);
    const engine = await this.engine();
    return answerFetch(engine, request, this.options.maxBody, (exchange) => {
      const milliseconds = performance.now() - start;
      engine.sent(exchange, milliseconds);
      this.#logger.onExchange(exchange, milliseconds);
    });
  };

  middleware(): Middleware {
    let service: Middleware | undefined;
    return (request, response, next) => {
      if (service !== undefined) {
        service(request, response, next);
        return;
      }
      this.engine().then(
        (engine) => {
          service = createMiddleware(engine, this.options.maxBody, this.#logger);
          service(request, response, next);
        },
        next ?? ((error) => sendError(response, toSimulatorError(error))),
      );
    };
  }

  summary(): Summary {
    return this.#summary.summary();
  }

  async start(): Promise<RunningSimulator> {
    const service = createMiddleware(await this.engine(), this.options.maxBody, this.#logger);
    const server = new StandaloneServer(service, this.#logger, (facts) => this.#loadApp(facts));
    const { origin, port } = await server.listen(this.options.host, this.options.port);
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= server.stop().then(() => this.#logger.flush());
      return closed;
    };
    return {
      apiKey: this.apiKey,
      origin,
      url: `${origin}/v1`,
      port,
      fetch: this.fetch,
      middleware: () => this.middleware(),
      summary: () => this.summary(),
      ...this.#accessAt(origin),
      close,
      [Symbol.asyncDispose]: close,
    };
  }

  #accessAt(origin: string): SandboxAccess {
    const transport = createLocalTransport(() => this.admin());
    return createSandboxAccess(transport, { origin, apiKey: this.apiKey });
  }

  async #loadApp(facts: ServerFacts): Promise<RequestListener> {
    const { createApp } = await import('./admin/app.js');
    const { apiKey, host, adminToken } = this.options;
    const loadAdmin = () => this.admin();
    const onMissed = this.#summary.miss;
    return createApp({ ...facts, apiKey, host, adminToken, loadAdmin, onMissed });
  }
}
