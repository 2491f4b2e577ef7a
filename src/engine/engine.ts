import type { AllowedNote } from './choices/notes.js';
import type { Choices } from './choices/open-points.js';
import { type Exchange, type ExchangeSettings, exchange } from './exchange.js';
import type { ServiceRequest } from './interface/message.js';
import { MemoryQuota } from './pets/memory-quota.js';
import { RecentPages } from './pets/pages.js';
import { SeededCatalogue, type SeededPet } from './pets/pet-index.js';
import type { ClockSetting } from './sandbox/clock.js';
import type { JournalListener } from './sandbox/journal.js';
import { JournalMemory } from './sandbox/journal-memory.js';
import { type Latency, Sandboxes } from './sandbox/sandbox.js';
import { parseServicePath } from './sandbox/selection.js';

interface EngineSettings extends ExchangeSettings {
  readonly choices: Choices;
  readonly seed: number;
  readonly clock: ClockSetting;
  readonly latency: Latency;
  /** The notes that every sandbox's test expects. */
  readonly allow: readonly AllowedNote[];
  readonly maxSandboxes: number;
  /** The memory limit for sandbox-owned pets, in bytes. */
  readonly maxPetMemory: number;
  /** How many exchanges the journal of each sandbox keeps. */
  readonly maxJournal: number;
  /** The memory limit for the journals of all sandboxes, in bytes. */
  readonly maxJournalSize: number;
}

/** The service and its simulation: plain values in, plain values out, in any JavaScript runtime. */
export interface Engine {
  readonly sandboxes: Sandboxes;
  /** Whether a path is the service's: `/v1/…` or `/sandboxes/<name>/v1/…`. */
  serves(path: string): boolean;
  exchange(request: ServiceRequest): Exchange;
  /** Calls the listener at every exchange. Returns the function that stops this. */
  listen(listener: JournalListener): () => void;
}

/** Creates an engine whose sandboxes all start with the given pets. */
export function createEngine(settings: EngineSettings, pets: Iterable<SeededPet>): Engine {
  const { choices, clock, allow, latency, seed, maxPetMemory, maxJournal, maxSandboxes } = settings;
  const listeners = new Set<JournalListener>();
  const announce: JournalListener = (outcome, request, read) => {
    for (const listener of listeners) {
      listener(outcome, request, read);
    }
  };
  const shared = new SeededCatalogue(pets, choices['id-scheme']);
  const start = { seeded: shared.pets, seed, choices, latency, allow };
  const quota = new MemoryQuota(maxPetMemory);
  const journalMemory = new JournalMemory(settings.maxJournalSize);
  const recentPages = new RecentPages();
  const sandboxes = new Sandboxes(
    start,
    { clock, maxJournal, journalMemory, announce, quota, recentPages, shared },
    maxSandboxes,
  );
  return {
    sandboxes,
    serves: (path) => parseServicePath(path) !== undefined,
    exchange: (request) => exchange(request, settings, sandboxes),
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
