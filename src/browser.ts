import { UsageError } from './base/usage-error.js';
import { loadIncludedPets } from './catalogue/included-pets.js';
import { type PortableOptions, resolvePortableOptions } from './options/resolve.js';
import { createCore, type OfflineSimulator } from './simulator/simulator.js';

export { SimulatorError } from './document/errors.js';
export { openPoints, profileNames } from './document/open-points.js';
export type { OfflineSimulator, PortableOptions };
export { UsageError };

/**
 * Creates a simulator that answers without a network and without Node.js: in a page or a worker.
 *
 * @example
 * const simulator = createSimulator({ profile: 'strict' });
 * const response = await simulator.fetch('/v1/pets', {
 *   headers: { Authorization: `Bearer ${simulator.apiKey}` },
 * });
 *
 * @throws {UsageError} when an option is wrong or requires Node.js, or where there is no Fetch API
 */
export function createSimulator(options: PortableOptions = {}): OfflineSimulator {
  if (typeof Request === 'undefined' || typeof TextDecoder === 'undefined') {
    throw new UsageError(
      'This environment has no Fetch API (Request, TextDecoder). In Jest, use the environment jest-fixed-jsdom ' +
        'in place of jsdom, or node.',
    );
  }
  const runtime = { loadPets: loadIncludedPets };
  return createCore(resolvePortableOptions(options), runtime).open();
}
