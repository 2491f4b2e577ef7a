import { exchange } from './exchange.js';
import type { Exchange, ServiceRequest } from './message.js';
import { SeededCatalogue, type SeededPet } from './service/catalogue.js';
import type { Choices } from './service/open-points.js';
import { readAddress } from './simulation/address.js';
import type { ClockSetting } from './simulation/clock.js';
import type { CorsOrigins } from './simulation/cors.js';
import { Sandboxes } from './simulation/sandbox.js';

/** What an engine is told once and never asks again. */
export interface EngineSettings {
  readonly apiKeys: readonly string[];
  readonly choices: Choices;
  readonly seed: number;
  readonly clock: ClockSetting;
  /** Milliseconds that every answer takes, at least and at most. */
  readonly latency: { readonly from: number; readonly to: number };
  readonly corsOrigins: CorsOrigins;
  readonly maxSandboxes: number;
  /** The day of the deprecation, which the document doesn't state (RFC 9745). */
  readonly deprecatedSince: Date | undefined;
}

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
