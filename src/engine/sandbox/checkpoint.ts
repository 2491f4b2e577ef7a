import { runToEnd } from '../interface/slices.js';
import type { CatalogueContent } from '../pets/catalogue.js';
import { MemoryQuota } from '../pets/memory-quota.js';
import { SeededCatalogue } from '../pets/pet-index.js';
import type { Writable } from './change.js';
import type { Clock } from './clock.js';
import type { JournalListener, JournalTotals } from './journal.js';
import { JournalMemory } from './journal-memory.js';
import { Sandbox, type SandboxResources } from './sandbox.js';
import type { SandboxStart, SandboxState } from './state.js';

/** What a sandbox with limits of its own was created with. It stays so for the life of the sandbox. */
export interface SandboxOrigin {
  /** Its seeded pets take nothing of the quota. */
  readonly start: SandboxStart;
  /** In bytes. */
  readonly maxPetMemory: number;
  readonly maxJournal: number;
  /** In bytes. */
  readonly maxJournalSize: number;
}

/**
 * Creates the resources of a sandbox that shares no limit with others: what it does depends on its origin
 * and on what happened to it, and not on the process.
 *
 * @param common those of the process
 * @param announce is called with each exchange that its journal gets
 */
export function createOwnResources(
  common: SandboxResources,
  { start, maxPetMemory, maxJournal, maxJournalSize }: SandboxOrigin,
  announce: JournalListener,
): SandboxResources {
  return {
    maxJournal,
    journalMemory: new JournalMemory(maxJournalSize, 1),
    announce,
    quota: new MemoryQuota(maxPetMemory, 'this sandbox'),
    recentPages: common.recentPages,
    shared: runToEnd(SeededCatalogue.load(start.seeded, common.shared)),
  };
}

/** All of a sandbox but the kept exchanges of its journal, as plain data. */
export interface Checkpoint
  extends Omit<SandboxState, 'seed' | 'seeded' | 'clock'>,
    Omit<CatalogueContent, 'seeded'> {
  readonly start: SandboxStart;
  readonly allow: SandboxStart['allow'];
  readonly needs?: SandboxStart['needs'];
  readonly clock: Clock;
  readonly test: string | undefined;
  /** How many exchanges the journal keeps, which are the last ones. */
  readonly kept: number;
  readonly journal: JournalTotals;
}

/** What a checkpoint and its sandbox have alike, beside the start. */
function pickSettings(from: Sandbox | Checkpoint) {
  const { choices, latency, allow, needs, clock, test, rules, rulesAdded, answered } = from;
  return { choices, latency, allow, needs, clock, test, rules, rulesAdded, answered };
}

export function createCheckpoint(sandbox: Sandbox): Checkpoint {
  const { start, catalogue } = sandbox;
  const { seeded: _, ...content } = catalogue.content();
  const { total, dropped, kept } = sandbox.journal;
  return { start, ...pickSettings(sandbox), ...content, kept, journal: { total, dropped } };
}

/**
 * Creates the sandbox of a checkpoint, in steps. Its journal must be restored as well.
 *
 * @param resources of its own, for the same origin
 */
export function* restoreCheckpoint(
  name: string,
  checkpoint: Checkpoint,
  resources: SandboxResources,
): Generator<undefined, Sandbox> {
  const sandbox: Writable<Sandbox> = new Sandbox(name, checkpoint.start, resources);
  yield* sandbox.catalogue.restore(checkpoint);
  Object.assign(sandbox, pickSettings(checkpoint));
  return sandbox;
}
