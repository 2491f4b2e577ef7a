import { onTestFinished } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import type { SeedPet } from '../../../src/document/pet.js';
import { createSeededList } from '../../../src/engine/pets.js';
import type { SandboxStart } from '../../../src/engine/sandbox.js';
import type { SandboxesSettings } from '../../../src/engine/sandboxes.js';
import { storeAddress } from '../../../src/options/readers.js';
import type { StoreOptions } from '../../../src/store/shared-sandbox.js';
import { connectStore, type StoreSandboxes } from '../../../src/store/store-sandboxes.js';

const noDelay = { from: 0, to: 0 };

/** What sandboxes start with: some pets, or none. */
export function createStart(pets: readonly SeedPet[] = [], key?: string): SandboxStart {
  return {
    seeded: createSeededList(pets, 'sequential'),
    seededKey: key,
    seed: 1,
    settings: { choices: resolveChoices('default'), delay: noDelay, allow: [] },
    clock: { mode: 'real', advanced: 0 },
  };
}

export const settings: SandboxesSettings = {
  apiKey: ['test-key'],
  corsOrigin: [],
  corsCredentials: false,
  deprecatedSince: undefined,
  maxSandboxes: 1_000,
  maxPetMemory: 256 * 1024 ** 2,
  maxJournal: 1_000,
  maxJournalSize: 64 * 1024 ** 2,
};

export type ReplicaOptions = Partial<Omit<StoreOptions, 'settings'>> & {
  readonly settings?: Partial<SandboxesSettings>;
};

/** Connects to a store as a process does; it is closed when the test ends. */
export async function openReplica(
  url: string,
  { settings: own, ...options }: ReplicaOptions = {},
): Promise<StoreSandboxes> {
  const replica = await connectStore(storeAddress.read(url) as string, {
    start: createStart(),
    settings: { ...settings, ...own },
    ttl: 86_400_000,
    version: 'test',
    logger: { onError: () => {}, onEvent: () => {} },
    ...options,
  });
  onTestFinished(() => replica.close());
  return replica;
}

/** Connects three times to a store. */
export const openReplicas = (url: string) =>
  Promise.all([openReplica(url), openReplica(url), openReplica(url)]);
