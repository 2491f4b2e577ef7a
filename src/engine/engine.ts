import { exchange } from './exchange.js';
import type { Exchange, ServiceRequest } from './interface/message.js';
import { MemoryQuota } from './pets/memory-quota.js';
import { SeededCatalogue, type SeededPet } from './pets/pet-index.js';
import type { JournalListener } from './sandbox/journal.js';
import { Sandboxes } from './sandbox/sandboxes.js';
import { readAddress } from './sandbox/selection.js';
import type { EngineSettings } from './settings.js';

/** The service and its simulation: plain values in, plain values out. It runs wherever JavaScript does. */
export interface Engine {
  readonly sandboxes: Sandboxes;
  /** Whether a path is the service's: `/v1/…` or `/sandboxes/<name>/v1/…`. */
  serves(path: string): boolean;
  exchange(request: ServiceRequest): Exchange;
  /** Calls the listener at every exchange, until what is returned is called. */
  listen(listener: JournalListener): () => void;
}

/** Makes an engine whose sandboxes all start with the given pets. */
export function createEngine(settings: EngineSettings, pets: Iterable<SeededPet>): Engine {
  const { choices, clock, allow, latency, seed, maxPetMemory, maxJournal, maxSandboxes } = settings;
  const listeners = new Set<JournalListener>();
  const announce: JournalListener = (entry) => {
    for (const listener of listeners) {
      listener(entry);
    }
  };
  const seeded = new SeededCatalogue(pets, choices['id-scheme']);
  const start = { seeded, seed, choices, latency, allow };
  const quota = new MemoryQuota(maxPetMemory);
  const own = { clock, maxJournal, announce, quota, shared: seeded };
  const sandboxes = new Sandboxes(start, own, maxSandboxes);
  return {
    sandboxes,
    serves: (path) => readAddress(path) !== undefined,
    exchange: (request) => exchange(request, settings, sandboxes),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
