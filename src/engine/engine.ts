import type { SentListener } from './backend.js';
import type { AllowedNote } from './choices/notes.js';
import type { Choices } from './choices/open-points.js';
import { commit, decide, type Exchange, type ExchangeSettings } from './exchange.js';
import type { ServiceRequest } from './interface/message.js';
import { MemoryQuota } from './pets/memory-quota.js';
import { RecentPages } from './pets/pages.js';
import { SeededCatalogue, type SeededPet } from './pets/pet-index.js';
import { type ClockSetting, createClock } from './sandbox/clock.js';
import type { JournalListener } from './sandbox/journal.js';
import { JournalMemory } from './sandbox/journal-memory.js';
import type { Latency } from './sandbox/latency.js';
import { Sandboxes } from './sandbox/sandbox.js';
import { findTarget } from './target.js';

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
  /** Answers a request: decides it and commits the decision. */
  exchange(request: ServiceRequest): Exchange;
  readonly settings: ExchangeSettings;
  /** Announces an exchange that was decided with these settings and kept elsewhere. */
  readonly announce: JournalListener;
  /** Must be called when the response of an exchange is sent: only its sender knows how long it took. */
  sent(exchange: Exchange, milliseconds: number): void;
  /** Calls the listeners at every exchange that this engine decides. Returns the function that stops this. */
  listen(listener: JournalListener, onSent?: SentListener): () => void;
}

/** Creates an engine whose sandboxes all start with the given pets. */
export function createEngine(settings: EngineSettings, pets: Iterable<SeededPet>): Engine {
  const { choices, clock, allow, latency, seed, maxPetMemory, maxJournal, maxSandboxes } = settings;
  const all = new Set<{ readonly listener: JournalListener; readonly onSent?: SentListener }>();
  const announce: JournalListener = (outcome, request, read) => {
    for (const { listener } of all) {
      listener(outcome, request, read);
    }
  };
  const shared = new SeededCatalogue(pets, choices['id-scheme']);
  const start = { seeded: shared.pets, seed, choices, latency, allow, clock: createClock(clock) };
  const quota = new MemoryQuota(maxPetMemory);
  const journalMemory = new JournalMemory(settings.maxJournalSize);
  const recentPages = new RecentPages();
  const sandboxes = new Sandboxes(
    start,
    { maxJournal, journalMemory, announce, quota, recentPages, shared },
    maxSandboxes,
  );
  return {
    sandboxes,
    exchange: (request) => {
      const target = findTarget(request, settings);
      const { sandbox: name, creates } = target;
      // Created before, because that may free the memory of another one.
      const sandbox = creates ? sandboxes.getOrCreate(name) : sandboxes.peek(name);
      return commit(decide(request, target, sandbox, settings));
    },
    settings,
    announce,
    sent: (exchange, milliseconds) => {
      exchange.journal.setDuration(exchange.number, milliseconds);
      for (const { onSent } of all) {
        onSent?.(exchange, milliseconds);
      }
    },
    listen: (listener, onSent) => {
      const added = { listener, ...(onSent && { onSent }) };
      all.add(added);
      return () => {
        all.delete(added);
      };
    },
  };
}
