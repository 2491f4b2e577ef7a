import { recordEntry } from './journal.js';
import { createPetList, type PetList, readPet, replacePets } from './pets.js';
import { createSandbox, type Sandbox, type SandboxLimits, type SandboxStart } from './sandbox.js';

/** What a sandbox starts with, as plain data. */
export interface StoredStart extends Omit<SandboxStart, 'seeded'> {
  /** The seeded pets as JSON, if they have no name. */
  readonly pets?: readonly string[] | undefined;
}

export function storeStart({ seeded, ...start }: SandboxStart): StoredStart {
  return start.seededKey === undefined ? { ...start, pets: seeded.all } : start;
}

/** @param named the seeded pets that have a name */
export function restoreStart(stored: StoredStart, named: PetList): SandboxStart {
  const { pets, ...start } = stored;
  return { ...start, seeded: pets === undefined ? named : createPetList(pets.map(readPet)) };
}

/** A sandbox as plain data: all that its next responses and its journal depend on. */
export type Checkpoint = ReturnType<typeof createCheckpoint>;

/** Describes a sandbox; the result shares its state, so it must be written as JSON at once. */
export function createCheckpoint(sandbox: Sandbox) {
  const { name: _name, limits: _limits, start, pets, journal, ...rest } = sandbox;
  const { seeded, added, lastNumber, removedIds } = pets;
  return {
    ...rest,
    start: storeStart(start),
    // Seeded pets only if the sandbox has its own by now.
    seeded: seeded === start.seeded ? undefined : seeded.all,
    added: added.all,
    lastNumber,
    removedIds: [...removedIds],
    // Only the process that answered knows the durations, and each has revisions of its own.
    journal: journal.map(({ duration: _duration, revision: _revision, ...entry }) => entry),
  };
}

export function restoreCheckpoint(
  name: string,
  checkpoint: Checkpoint,
  limits: SandboxLimits,
  named: PetList,
): Sandbox {
  const { start: stored, seeded, added, lastNumber, removedIds, journal, ...rest } = checkpoint;
  const start = restoreStart(stored, named);
  const sandbox = createSandbox(name, start, limits);
  replacePets(
    sandbox.pets,
    seeded === undefined ? start.seeded : createPetList(seeded.map(readPet)),
    createPetList(added.map(readPet)),
  );
  Object.assign(sandbox.pets, { lastNumber, removedIds: new Set(removedIds) });
  for (const entry of journal) {
    recordEntry(sandbox, entry);
  }
  return Object.assign(sandbox, rest);
}
