import type { RequestListener } from 'node:http';
import { loadPets } from '../catalogue/load-pets.js';
import type { SavedPact } from '../contract/pact-file.js';
import type { Answer } from '../engine/handle.js';
import type { SandboxStart } from '../engine/sandbox.js';
import {
  type Forward,
  LocalSandboxes,
  type Sandboxes,
  type SandboxesSettings,
} from '../engine/sandboxes.js';
import { readVersion } from '../options/package-root.js';
import { resolveSimulatorOptions } from '../options/resolve.js';
import type { ResolvedOptions, SimulatorOptions } from '../options/table.js';
import { UsageError } from '../options/usage-error.js';
import { listen, type ServerInfo } from '../server/listen.js';
import { createLogger, type Logger } from '../server/log/logger.js';
import { maxForwarded } from '../server/read-request.js';
import { sendError } from '../server/respond.js';
import { createService, type Middleware } from '../server/service.js';
import { createLazy, type OfflineSimulator, SimulatorCore } from './simulator.js';

/** A simulator without a network. */
export interface Simulator extends OfflineSimulator {
  /**
   * The service as a middleware for Express, Connect or `node:http`. Mount it before body parsers;
   * requests for other paths go on to `next`.
   */
  middleware(): Middleware;
}

/** A simulator that listens. */
export interface RunningSimulator extends Simulator {
  /** The base URL of the service, which ends in `/v1`: append paths such as `/pets`. */
  readonly url: string;
  /** The base URL of the server, for `/health` and `/openapi.json`. */
  readonly origin: string;
  readonly port: number;
  /** After `shutdownDelay`, lets open requests end, cuts off those that take longer than 1.5 seconds, and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A simulator of Node.js whose options are resolved, whether it listens or not. */
export class NodeSimulator {
  readonly core: SimulatorCore;
  readonly #observer: Logger;

  /**
   * @param changeAnswer changes what clients get
   * @param forward answers instead of the service at `upstream`
   */
  constructor(
    options: ResolvedOptions,
    changeAnswer?: (answer: Answer) => Answer,
    forward?: Forward,
  ) {
    const isInFront = options.upstream !== undefined || forward !== undefined;
    const core = new SimulatorCore(isInFront ? { ...options, maxBody: maxForwarded } : options, {
      loadPets,
      openSandboxes: (...all) => this.#openSandboxes(forward, ...all),
      onExchange: (answer, milliseconds) => logger.onExchange(answer, milliseconds),
      changeAnswer,
    });
    const logger = createLogger(options, core.redact, process.stderr);
    this.core = core;
    this.#observer = { ...logger, onExchange: core.onExchange };
  }

  /** Gives programs access to it, also if it listens at an origin. */
  open(origin?: string): Simulator {
    return { ...this.core.open(origin), middleware: () => this.middleware() };
  }

  middleware(): Middleware {
    const { maxBody } = this.core.options;
    return createService({ sandboxes: this.core, maxBody, observer: this.#observer });
  }

  /** @throws {UsageError} when the port, the certificate or the fixture can't be used */
  async listen(): Promise<RunningSimulator> {
    const { options } = this.core;
    const { pact, consumer } = options;
    if (pact !== undefined && consumer !== undefined) {
      const { addToPactFile } = await import('../contract/pact-file.js');
      // A run whose contract can't be written at its end must not begin.
      await addToPactFile(pact, consumer);
    }
    const sandboxes = await this.core.sandboxes();
    const server = await listen({
      ...options,
      service: this.middleware(),
      createApp: (info) => this.createApp(info),
      observer: this.#observer,
    });
    const { origin, port } = server;
    const close = createLazy(async () => {
      await server.close();
      await sandboxes.close?.();
      await this.savePact();
    });
    const url = `${origin}/v1`;
    return { ...this.open(origin), origin, url, port, close, [Symbol.asyncDispose]: close };
  }

  /** Serves all that a server has beside the service. It loads at its first request: Express costs most of a start. */
  createApp(info: ServerInfo, host = this.core.options.host): RequestListener {
    const { core } = this;
    const load = createLazy(async (): Promise<RequestListener> => {
      const { createApp } = await import('../server/app.js');
      const sandboxes = await core.sandboxes();
      return createApp({
        ...core.options,
        ...info,
        host,
        isReady: () => sandboxes.isReady?.() ?? true,
        admin: core.admin,
        onUnrouted: (request) => core.onUnrouted(request),
      });
    });
    return (request, response) => {
      load().then(
        (app) => app(request, response),
        (error) => {
          this.#observer.onError(error);
          sendError(response, error);
        },
      );
    };
  }

  /** @throws {UsageError} when the file of the option `pact` can't be written, or is another contract */
  readonly savePact = createLazy(async (): Promise<SavedPact | undefined> => {
    const { options } = this.core;
    const { pact: path, consumer, needs } = options;
    if (path === undefined || consumer === undefined) {
      return undefined;
    }
    const { addToPactFile } = await import('../contract/pact-file.js');
    const recorder = this.core.record();
    return addToPactFile(path, consumer, recorder.list(needs), recorder.listExcluded());
  });

  async #openSandboxes(
    forward: Forward | undefined,
    start: SandboxStart,
    settings: SandboxesSettings,
  ): Promise<Sandboxes | undefined> {
    const { store, sandboxTtl: ttl, upstream, upstreamKey, corsOrigin } = this.core.options;
    if (store !== undefined) {
      const { connectStore } = await import('../store/store-sandboxes.js');
      const version = readVersion();
      return connectStore(store, { start, settings, ttl, version, logger: this.#observer });
    }
    if (upstream === undefined && forward === undefined) {
      return undefined;
    }
    const { createForward } = await import('../server/upstream.js');
    const send = forward ?? createForward(upstream ?? '', upstreamKey, corsOrigin.length > 0);
    // Without a key for the service, clients send that of the service, and none is ours.
    const apiKeys = upstreamKey === undefined ? [] : settings.apiKeys;
    const local = new LocalSandboxes(start, { ...settings, apiKeys });
    const sandboxes: Sandboxes = local;
    sandboxes.answer = (request) => local.answerInFront(request, send);
    return sandboxes;
  }
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
  const resolved = resolveSimulatorOptions(options);
  const name = (['pact', 'store'] as const).find((one) => resolved[one]);
  if (name !== undefined) {
    throw new UsageError(
      `The option ${name} requires startSimulator, because createSimulator has no end. Remove it.`,
    );
  }
  return new NodeSimulator(resolved).open();
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
  return new NodeSimulator(resolveSimulatorOptions(options)).listen();
}
