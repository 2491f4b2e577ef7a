import type { RequestListener } from 'node:http';
import { readVersion } from '../base/package-root.js';
import { refuseOptions, UsageError } from '../base/usage-error.js';
import { loadPets } from '../catalogue/load-pets.js';
import type { RemoteSimulator } from '../client/connect.js';
import type { SavedPact } from '../contract/pact-file.js';
import type { Answer } from '../engine/handle.js';
import type { SandboxStart } from '../engine/sandbox.js';
import {
  type Forward,
  LocalSandboxes,
  type Sandboxes,
  type SandboxesSettings,
} from '../engine/sandboxes.js';
import { resolveSimulatorOptions } from '../options/config-file.js';
import type { ResolvedOptions, SimulatorOptions } from '../options/table.js';
import { isLoopback } from '../server/guard.js';
import { type ServerInfo, listen as startServer } from '../server/listen.js';
import { createLogger, type Logger } from '../server/log/logger.js';
import { maxForwarded } from '../server/read-request.js';
import { sendError } from '../server/respond.js';
import { createService, type Middleware } from '../server/service.js';
import { createCore, createLazy, type OfflineSimulator } from './simulator.js';

/** A simulator without a network. */
export interface Simulator extends OfflineSimulator {
  /**
   * The service as a middleware for Express, Connect or `node:http`. Mount it before body parsers;
   * requests for other paths go on to `next`.
   */
  middleware(): Middleware;
}

export interface RunningSimulator extends Simulator, Pick<RemoteSimulator, 'url' | 'origin'> {
  readonly port: number;
  /** After `shutdownDelay`, lets open requests end, cuts off those that take longer than 1.5 seconds, and frees the port. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A simulator of Node.js whose options are resolved, whether it listens or not. */
export type NodeSimulator = ReturnType<typeof createNodeSimulator>;

/**
 * @param changeAnswer changes what clients get
 * @param forward answers instead of the service at `upstream`
 */
export function createNodeSimulator(
  options: ResolvedOptions,
  changeAnswer?: (answer: Answer) => Answer,
  forward?: Forward,
) {
  const { store, sandboxTtl: ttl, upstream, upstreamKey, pact, consumer, needs } = options;
  const isInFront = upstream !== undefined || forward !== undefined;
  const maxBody = isInFront ? maxForwarded : options.maxBody;

  const openSandboxes = async (start: SandboxStart, settings: SandboxesSettings) => {
    if (store !== undefined && forward === undefined) {
      const { connectStore } = await import('../store/store-sandboxes.js');
      const version = readVersion();
      return connectStore(store, { start, settings, ttl, version, logger: observer });
    }
    if (!isInFront) {
      return undefined;
    }
    const { createForward } = await import('../server/upstream.js');
    const hasOrigins = options.corsOrigin.length > 0;
    const send = forward ?? createForward(upstream ?? '', upstreamKey, hasOrigins);
    // Without a key for the service, clients send that of the service, and none is ours.
    const apiKey = upstreamKey === undefined ? [] : settings.apiKey;
    const local = new LocalSandboxes(start, { ...settings, apiKey });
    const sandboxes: Sandboxes = local;
    sandboxes.answer = (request) => local.answerInFront(request, send);
    return sandboxes;
  };

  const core = createCore(
    { ...options, maxBody },
    {
      loadPets,
      openSandboxes,
      onExchange: (answer) => logger.onExchange(answer),
      changeAnswer,
    },
  );
  const logger = createLogger(options, core.redact, process.stderr);
  const observer: Logger = { ...logger, onExchange: core.onExchange };

  const middleware = (): Middleware => createService({ sandboxes: core, maxBody, observer });

  /** Gives programs access to it, also if it listens at an origin. */
  const open = (origin?: string): Simulator => ({ ...core.open(origin), middleware });

  /** Serves all that a server has beside the service. It loads at its first request: Express costs most of a start. */
  const createListener = (info: ServerInfo, host = options.host): RequestListener => {
    const load = createLazy(async (): Promise<RequestListener> => {
      const { createApp } = await import('../server/app.js');
      const sandboxes = await core.sandboxes();
      return createApp({
        ...core.options,
        ...info,
        host,
        isReady: () => sandboxes.isReady?.() ?? true,
        admin: core.admin,
        onUnrouted: core.onUnrouted,
      });
    });
    return async (request, response) => {
      try {
        (await load())(request, response);
      } catch (error) {
        observer.onError(error);
        sendError(response, error);
      }
    };
  };

  /** @throws {UsageError} when the file of the option `pact` can't be written, or is another contract */
  const savePact = createLazy(async (): Promise<SavedPact | undefined> => {
    if (pact === undefined || consumer === undefined) {
      return undefined;
    }
    const { addToPactFile } = await import('../contract/pact-file.js');
    const recorder = await core.record();
    return addToPactFile(pact, consumer, recorder.list(needs), recorder.listExcluded());
  });

  /** @throws {UsageError} when the port, the certificate or the fixture can't be used */
  const listen = async (): Promise<RunningSimulator> => {
    const { hostname, port: upstreamPort } = new URL(upstream ?? 'none:');
    if (upstreamPort === `${options.port}` && isLoopback(hostname)) {
      throw new UsageError(
        `--upstream (upstream) must not be the URL of the simulator itself; got ${upstream}.`,
      );
    }
    if (pact !== undefined && consumer !== undefined) {
      const { addToPactFile } = await import('../contract/pact-file.js');
      // A run whose contract can't be written at its end must not begin.
      await addToPactFile(pact, consumer);
    }
    const sandboxes = await core.sandboxes();
    const { origin, port, ...server } = await startServer({
      ...options,
      service: middleware(),
      createApp: createListener,
      observer,
    });
    const close = createLazy(async () => {
      await server.close();
      await sandboxes.close?.();
      await savePact();
    });
    const url = `${origin}/v1`;
    return { ...open(origin), origin, url, port, close, [Symbol.asyncDispose]: close };
  };

  return { core, open, middleware, createListener, savePact, listen };
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
  const reason = 'requires startSimulator, because createSimulator has no end. Remove it.';
  refuseOptions(resolved, ['pact', 'store'], reason);
  return createNodeSimulator(resolved).open();
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
  return createNodeSimulator(resolveSimulatorOptions(options)).listen();
}
