import { callerWithin } from './control/client/caller.js';
import { SandboxControl } from './control/client/sandbox-control.js';
import type { SandboxHandle } from './control/client/sandbox-handle.js';
import type { Control } from './control/control.js';
import type { SandboxInfo } from './control/schemas.js';
import type { Engine } from './engine/engine.js';
import { sendFailure } from './http/error-body.js';
import { answerFetch } from './http/fetch-handler.js';
import { type Middleware, serviceMiddleware } from './http/middleware.js';
import { StandaloneServer } from './http/server.js';
import { loadEngine } from './load-engine.js';
import { createLogger, type Logger } from './log/logger.js';
import type { ResolvedOptions } from './options/table.js';
import { redactorOf } from './redaction.js';
import type { RunningSimulator, Simulator } from './simulator-api.js';
import type { Summary } from './summary/summary.js';
import { Tally } from './summary/tally.js';

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
    this.#tally = new Tally(redactorOf(options));
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
      fetch: this.#fetchItself,
      control: () => this.control(),
      missed: this.#tally.miss,
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
