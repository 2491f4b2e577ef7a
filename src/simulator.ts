import { resolveObject } from './options/from-object.js';
import type { SimulatorOptions } from './options/options.js';
import type { RunningSimulator, Simulator } from './simulator-api.js';
import { SimulatorCore } from './simulator-core.js';

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
