import { loadIncludedPets } from './catalogue/included-pets.js';
import { createOfflineSimulator, type OfflineSimulator } from './offline-simulator.js';
import { type PortableOptions, resolvePortableOptions } from './options/portable.js';
import { PortableCore } from './portable-core.js';

export { openPoints, profileNames } from './engine/choices/open-points.js';
export { SimulatorError } from './engine/interface/errors.js';
export { UsageError } from './options/usage-error.js';
export type { OfflineSimulator, PortableOptions };

/**
 * Creates a simulator that answers without a network and without Node.js: in a page or a
 * worker.
 *
 * @example
 * const simulator = createSimulator({ profile: 'strict' });
 * const response = await simulator.fetch('/v1/pets', {
 *   headers: { Authorization: `Bearer ${simulator.apiKey}` },
 * });
 *
 * @throws {UsageError} when an option is wrong, or requires Node.js
 */
export function createSimulator(options: PortableOptions = {}): OfflineSimulator {
  const core = new PortableCore(resolvePortableOptions(options), {
    loadPets: loadIncludedPets,
    loadRoutes: async () => (await import('./admin/router.js')).portableRoutes,
    onExchange: () => {},
  });
  return createOfflineSimulator(core);
}
