import type { SimulatorOptions } from '../options/options.js';
import { resolveSimulatorOptions } from '../options/resolve.js';
import { UsageError } from '../options/usage-error.js';
import type { Middleware } from '../server/service.js';
import { type ListeningSimulator, NodeSimulatorCore } from './node-core.js';
import { createOfflineSimulator, type OfflineSimulator } from './simulator.js';

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
  if (resolved.watch) {
    throw new UsageError(
      'The option watch requires startSimulator, because createSimulator has no end at which to stop watching. Remove it.',
    );
  }
  if (resolved.pact !== undefined) {
    throw new UsageError(
      'The option pact requires startSimulator, because createSimulator has no end at which to write the file. Remove it, and write the text that pact() returns.',
    );
  }
  if (resolved.store !== undefined) {
    throw new UsageError(
      'The option store requires startSimulator, because createSimulator has no end at which to disconnect. Remove it.',
    );
  }
  const core = new NodeSimulatorCore(resolved);
  return { ...createOfflineSimulator(core, core.logExchange), middleware: () => core.middleware() };
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
    ...createOfflineSimulator(core, core.logExchange, listening.origin),
    middleware: () => core.middleware(),
    ...listening,
    [Symbol.asyncDispose]: listening.close,
  };
}
