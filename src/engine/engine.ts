import { exchange } from './exchange.js';
import type { Exchange, ServiceRequest } from './message.js';
import { SeededCatalogue, type SeededPet } from './service/catalogue.js';
import type { EngineSettings } from './settings.js';
import { readAddress } from './simulation/address.js';
import { Sandboxes } from './simulation/sandbox.js';

/** The service and its simulation: plain values in, plain values out. It runs wherever JavaScript does. */
export interface Engine {
  /** Whether a path is the service's: `/v1/…` or `/sandboxes/<name>/v1/…`. */
  serves(path: string): boolean;
  exchange(request: ServiceRequest): Exchange;
}

/** Makes an engine whose sandboxes all start with the given pets. */
export function createEngine(settings: EngineSettings, pets: Iterable<SeededPet>): Engine {
  const { choices, clock, seed, maxSandboxes } = settings;
  const seeded = new SeededCatalogue(pets, choices['id-scheme']);
  const sandboxes = new Sandboxes({ seeded, seed, choices, clock }, maxSandboxes);
  return {
    serves: (path) => readAddress(path) !== undefined,
    exchange: (request) => exchange(request, settings, sandboxes),
  };
}
