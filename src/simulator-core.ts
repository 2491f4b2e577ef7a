import { callerWithin } from './control/client/caller.js';
import { SandboxControl } from './control/client/connect.js';
import type { SandboxHandle } from './control/client/sandbox-handle.js';
import type { Control } from './control/control.js';
import type { SandboxInfo } from './control/schemas.js';
import { createEngine, type Engine } from './engine/engine.js';
import { sendFailure } from './http/error-body.js';
import { answerFetch } from './http/fetch-handler.js';
import { type Middleware, serviceMiddleware } from './http/middleware.js';
import { StandaloneServer } from './http/server.js';
import { createLogger, type Logger } from './log/logger.js';
import { type ResolvedOptions, resolvedChoices } from './options/table.js';
import { loadPets } from './seed/load-pets.js';
import type { Summary } from './summary/summary.js';
import { Tally } from './summary/tally.js';

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

/** What both shells start from. */
export class SimulatorCore implements Simulator {
  readonly options: ResolvedOptions;
  readonly logger: Logger;
  readonly #tally: Tally;
  #engine: Promise<Engine> | undefined;
  #control: Promise<Control> | undefined;

  constructor(options: ResolvedOptions) {
    this.options = options;
    this.logger = createLogger(options, process.stderr);
    this.#tally = new Tally(options.apiKey);
  }

  get apiKey(): string {
    return this.options.apiKey[0] as string;
  }

  /** Loads the pets, once, when they are first needed. */
  engine(): Promise<Engine> {
    this.#engine ??= loadPets(this.options).then((pets) => {
      const {
        apiKey,
        clock,
        corsOrigin,
        deprecatedSince,
        latency,
        maxJournal,
        maxSandboxes,
        seed,
      } = this.options;
      const choices = resolvedChoices(this.options);
      const engine = createEngine(
        {
          apiKeys: apiKey,
          choices,
          seed,
          clock,
          latency,
          corsOrigins: corsOrigin,
          maxSandboxes,
          maxJournal,
          deprecatedSince,
        },
        pets,
      );
      engine.listen(this.#tally.add);
      return engine;
    });
    return this.#engine;
  }

  /** Loaded when it is needed: most clients never control anything. */
  control(): Promise<Control> {
    this.#control ??= Promise.all([this.engine(), import('./control/control.js')]).then(
      ([engine, { Control }]) => new Control(engine, this.options),
    );
    return this.#control;
  }

  readonly fetch: Simulator['fetch'] = async (input, init) => {
    const start = performance.now();
    const request = new Request(input, init);
    return answerFetch(await this.engine(), request, this.options.maxBody, (exchange) => {
      this.logger.exchanged(exchange, performance.now() - start);
    });
  };

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
  /** The same for calls of the simulator itself, which nobody is told of. */
  readonly #fetchUnrecorded = async (url: string, init: RequestInit): Promise<Response> =>
    answerFetch(await this.engine(), new Request(url, init), this.options.maxBody);

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
        next ?? ((error) => sendFailure(response, error)),
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
      fetch: this.#fetchUnrecorded,
      control: () => this.control(),
    };
    const server = new StandaloneServer(this.middleware(), logger, context);
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
