import { createEngine, type Engine } from './engine/engine.js';
import { answerFetch } from './http/fetch-handler.js';
import { type Middleware, serviceMiddleware } from './http/middleware.js';
import { createStandaloneServer, listen, stop } from './http/server.js';
import { createLogger, type Logger } from './log/logger.js';
import { resolveObject } from './options/from-object.js';
import type { SimulatorOptions } from './options/options.js';
import { type ResolvedOptions, resolvedChoices } from './options/table.js';
import { loadPets } from './seed/load-pets.js';

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

/** What both shells start from. */
export class SimulatorCore implements Simulator {
  readonly options: ResolvedOptions;
  readonly logger: Logger;
  #engine: Promise<Engine> | undefined;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.logger = createLogger(options, process.stderr);
  }

  get apiKey(): string {
    return this.options.apiKey[0] as string;
  }

  /** Loads the pets, once, when they are first needed. */
  engine(): Promise<Engine> {
    this.#engine ??= loadPets(this.options).then((pets) => {
      const { apiKey, clock, corsOrigin, deprecatedSince, latency, maxSandboxes, seed } =
        this.options;
      const choices = resolvedChoices(this.options);
      return createEngine(
        {
          apiKeys: apiKey,
          choices,
          seed,
          clock,
          latency,
          corsOrigins: corsOrigin,
          maxSandboxes,
          deprecatedSince,
        },
        pets,
      );
    });
    return this.#engine;
  }

  readonly fetch: Simulator['fetch'] = async (input, init) => {
    const start = performance.now();
    const request = new Request(input, init);
    const { exchange, response } = await answerFetch(
      await this.engine(),
      request,
      this.options.maxBody,
    );
    this.logger.exchanged(exchange, performance.now() - start);
    return response;
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
          service = serviceMiddleware(engine, this.options.maxBody, this.logger);
          service(request, response, next);
        },
        next ?? ((error) => response.destroy(error)),
      );
    };
  }

  async start(): Promise<RunningSimulator> {
    const { apiKey, logger } = this;
    const engine = await this.engine();
    const server = createStandaloneServer(serviceMiddleware(engine, this.options.maxBody, logger));
    const { origin, port } = await listen(server, this.options.host, this.options.port);
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= stop(server).then(() => logger.flush());
      return closed;
    };
    return {
      apiKey,
      origin,
      url: `${origin}/v1`,
      port,
      fetch: this.fetch,
      middleware: () => this.middleware(),
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
  return new SimulatorCore(resolveObject(options));
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
  return new SimulatorCore(resolveObject(options)).start();
}
