import type { RequestListener } from 'node:http';
import type { Control } from './admin/control.js';
import type { SandboxInfo } from './admin/schemas.js';
import { loadPets } from './catalogue/fixtures.js';
import { SandboxControl } from './client/connect.js';
import type { SandboxHandle } from './client/sandbox-handle.js';
import { callerWithin } from './client/transport.js';
import { createEngine, type Engine } from './engine/engine.js';
import { sendError, toSimulatorError } from './http/errors.js';
import { answerFetch } from './http/fetch-handler.js';
import { createMiddleware, type Middleware } from './http/middleware.js';
import { StandaloneServer } from './http/server.js';
import { createLogger, type Logger } from './log/logger.js';
import { createRedactor } from './log/redaction.js';
import type { SimulatorOptions } from './options/options.js';
import { resolveSimulatorOptions } from './options/resolve.js';
import { type ResolvedOptions, resolvedChoices } from './options/table.js';
import { SummaryCollector } from './summary/collector.js';
import type { Summary } from './summary/summary.js';

/** A simulator without a network. */
export interface Simulator {
  /** A key that is valid. */
  readonly apiKey: string;
  /**
   * Answers a request as the service would, at any host: `http://localhost/v1/pets`. It can be handed
   * to clients that take a `fetch`. A lost connection (`fault=reset`, `fault=empty`) rejects with a
   * TypeError, as with the global one.
   */
  readonly fetch: (input: Request | URL | string, init?: RequestInit) => Promise<Response>;
  /**
   * The service as a middleware for Express, Connect or `node:http`. Mount it before body parsers;
   * what isn't the service's goes on to `next`.
   */
  middleware(): Middleware;
  /**
   * A sandbox by its name, or a new one that nobody else has: an isolated world, and control over it.
   *
   * @throws {UsageError} when the name can't be one
   */
  sandbox(name?: string): SandboxHandle;
  /** All sandboxes that are kept, `default` first. */
  sandboxes(): Promise<SandboxInfo[]>;
  /**
   * What there was to say about all exchanges so far: open points that came up, deprecated
   * operations, and requests that aren't what the document asks for.
   */
  summary(): Summary;
}

/** A simulator that listens. */
export interface RunningSimulator extends Simulator {
  /** The address of the service, which ends in `/v1`: paths such as `/pets` are appended. */
  readonly url: string;
  /** The address of the server, for `/health` and `/openapi.json`. */
  readonly origin: string;
  readonly port: number;
  /** Lets open requests end, cuts off those that take longer than 1.5 seconds, and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Makes the engine that the options describe, with its pets. */
async function loadEngine(options: ResolvedOptions): Promise<Engine> {
  const { apiKey, corsOrigin, clock, allow, latency, seed } = options;
  const { deprecatedSince, maxPetMemory, maxJournal, maxSandboxes } = options;
  const settings = {
    apiKeys: apiKey,
    choices: resolvedChoices(options),
    clock,
    corsOrigins: corsOrigin,
    deprecatedSince,
    allow,
    latency,
    maxPetMemory,
    maxJournal,
    maxSandboxes,
    seed,
  };
  return createEngine(settings, await loadPets(options));
}

/** What both shells start from. */
export class SimulatorCore implements Simulator {
  readonly options: ResolvedOptions;
  readonly logger: Logger;
  readonly #tally: SummaryCollector;
  #engine: Promise<Engine> | undefined;
  #control: Promise<Control> | undefined;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.logger = createLogger(options, process.stderr);
    this.#tally = new SummaryCollector(createRedactor(options));
  }

  get apiKey(): string {
    return this.options.apiKey[0] as string;
  }

  /** Loads the pets, once, when they are first needed. */
  engine(): Promise<Engine> {
    this.#engine ??= loadEngine(this.options).then((engine) => {
      engine.listen(this.#tally.add);
      return engine;
    });
    return this.#engine;
  }

  /** Loaded when it is needed: most clients never control anything. */
  control(): Promise<Control> {
    this.#control ??= Promise.all([this.engine(), import('./admin/control.js')]).then(
      ([engine, { Control }]) => new Control(engine, this.options),
    );
    return this.#control;
  }

  readonly fetch: Simulator['fetch'] = async (input, init) => {
    const start = performance.now();
    const request = new Request(input, init);
    return answerFetch(await this.engine(), request, this.options.maxBody, (exchange) => {
      this.logger.onExchange(exchange, performance.now() - start);
    });
  };

  /** The same for calls of the simulator itself, which nobody is told of. */
  readonly #fetchItself = async (url: string, init: RequestInit): Promise<Response> =>
    answerFetch(await this.engine(), new Request(url, init), this.options.maxBody);

  sandbox(name?: string): SandboxHandle {
    return this.#controlAt('http://localhost').sandbox(name);
  }

  sandboxes(): Promise<SandboxInfo[]> {
    return this.#controlAt('http://localhost').sandboxes();
  }

  #controlAt(origin: string): SandboxControl {
    const { apiKey } = this;
    return new SandboxControl(
      { origin, apiKey },
      callerWithin(() => this.control()),
    );
  }

  middleware(): Middleware {
    let service: Middleware | undefined;
    return (request, response, next) => {
      if (service !== undefined) {
        service(request, response, next);
        return;
      }
      this.engine().then(
        (engine) => {
          service = createMiddleware(engine, this.options.maxBody, this.logger);
          service(request, response, next);
        },
        next ?? ((error) => sendError(response, toSimulatorError(error))),
      );
    };
  }

  summary(): Summary {
    return this.#tally.summary();
  }

  async start(): Promise<RunningSimulator> {
    const { apiKey, logger } = this;
    const { host, adminToken } = this.options;
    const context = {
      apiKey,
      apiKeys: this.options.apiKey,
      host,
      token: adminToken,
      fetch: this.#fetchItself,
      control: () => this.control(),
      missed: this.#tally.miss,
    };
    const loadApp = () =>
      import('./admin/app.js').then(({ createApp }) => createApp(context) as RequestListener);
    const server = new StandaloneServer(this.middleware(), logger, loadApp);
    await this.engine();
    const { origin, port } = await server.listen(this.options.host, this.options.port);
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= server.stop().then(() => logger.flush());
      return closed;
    };
    const sandboxes = this.#controlAt(origin);
    return {
      apiKey,
      origin,
      url: `${origin}/v1`,
      port,
      fetch: this.fetch,
      middleware: () => this.middleware(),
      sandbox: (name) => sandboxes.sandbox(name),
      sandboxes: () => sandboxes.sandboxes(),
      summary: () => this.summary(),
      close,
      [Symbol.asyncDispose]: close,
    };
  }
}

/**
 * Makes a simulator that answers without any network.
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
 * await using sim = await startSimulator({ seed: 7 });
 * const response = await fetch(`${sim.url}/pets`, {
 *   headers: { Authorization: `Bearer ${sim.apiKey}` },
 * });
 *
 * @throws {UsageError} when an option is wrong, or the port or fixture can't be had
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<RunningSimulator> {
  return new SimulatorCore(resolveSimulatorOptions(options)).start();
}
