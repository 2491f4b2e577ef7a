import { createEngine, type Engine } from './engine/engine.js';
import { type ResolvedOptions, resolvedChoices } from './options/table.js';
import { loadPets } from './seed/load-pets.js';

/** Makes the engine that the options describe, with its pets. */
export async function loadEngine(options: ResolvedOptions): Promise<Engine> {
  const { apiKey, corsOrigin, clock, intended, latency, seed } = options;
  const { deprecatedSince, maxCatalogues, maxJournal, maxSandboxes } = options;
  const settings = {
    apiKeys: apiKey,
    choices: resolvedChoices(options),
    clock,
    corsOrigins: corsOrigin,
    deprecatedSince,
    intended,
    latency,
    maxCatalogues,
    maxJournal,
    maxSandboxes,
    seed,
  };
  return createEngine(settings, await loadPets(options));
}
