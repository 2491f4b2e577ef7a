import { recordEntry } from './journal.js';
import { createPetList, type PetList, readPet, replacePets } from './pets.js';
import { createSandbox, type Sandbox, type SandboxLimits, type SandboxStart } from './sandbox.js';

export type StoredStart = ReturnType<typeof storeStart>;

export function storeStart({ seeded, ...start }: SandboxStart) {
  // Pets with a name are where they are restored.
  return { ...start, pets: start.seededKey === undefined ? seeded.all : undefined };
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
  const { name: _name, limits: _limits, start, journal, ...state } = sandbox;
  const { seeded, added, removedIds } = state;
  return {
    ...state,
    start: storeStart(start),
    // Seeded pets only if the sandbox has its own by now.
    seeded: seeded === start.seeded ? undefined : seeded.all,
    added: added.all,
    removedIds: [...removedIds],
    // Only the process that answered knows the durations.
    journal: journal.map(({ duration: _duration, ...entry }) => entry),
  };
}

export function restoreCheckpoint(
  name: string,
  checkpoint: Checkpoint,
  limits: SandboxLimits,
  named: PetList,
): Sandbox {
  const { start: stored, seeded, added, removedIds, journal, ...rest } = checkpoint;
  const start = restoreStart(stored, named);
  const sandbox = createSandbox(name, start, limits);
  replacePets(
    sandbox,
    seeded === undefined ? start.seeded : createPetList(seeded.map(readPet)),
    createPetList(added.map(readPet)),
  );
  for (const entry of journal) {
    recordEntry(sandbox, entry);
  }
  return Object.assign(sandbox, rest, { removedIds: new Set(removedIds) });
}
