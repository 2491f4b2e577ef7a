import { stringify } from 'lossless-json';
import { readJsonFile } from '../base/files.js';
import { isJsonObject } from '../base/json.js';
import { UsageError } from '../base/usage-error.js';
import type { SimulatorAccess } from '../client/sandbox-handle.js';
import { SimulatorError } from '../document/errors.js';
import { defaultSandbox } from '../engine/admit.js';
import { type PetList, readPet } from '../engine/pets.js';
import type { Sandbox } from '../engine/sandbox.js';
import type { Sandboxes } from '../engine/sandboxes.js';
import { createSnapshot, type Snapshot } from '../engine/snapshot.js';

/** A snapshot without its seeded pets, which are those of a list with this index. */
type StoredSnapshot = Snapshot & { readonly list?: number };

/**
 * Writes all sandboxes as one document; the number is the version of this format. Seeded pets that several have are
 * written once: a stop must not take longer than container platforms wait.
 */
export async function formatState(sandboxes: Sandboxes): Promise<string> {
  const lists = new Map<PetList, number>();
  const snapshots: [name: string, snapshot: object][] = [];
  for (const { name } of await sandboxes.list()) {
    const write = (sandbox: Sandbox, time: number) => {
      const { seeded, added } = sandbox;
      const list = lists.get(seeded) ?? lists.size;
      lists.set(seeded, list);
      return { ...createSnapshot(sandbox, time, added.all), list };
    };
    snapshots.push([name, await sandboxes.read(name, write)]);
  }
  const pets = [...lists.keys()].map(({ all }) => all.map(readPet));
  const state = { snapshot: 1, lists: pets, sandboxes: Object.fromEntries(snapshots) };
  return `${stringify(state, null, 2)}\n`;
}

/** Reads the snapshots of a file by name; a single snapshot is that of the sandbox `default`. */
function readSnapshots(file: string): Readonly<Record<string, Snapshot>> {
  const value = readJsonFile(file, `--import: the file ${file}`);
  if (isJsonObject(value) && 'snapshot' in value) {
    if (value.snapshot !== 1) {
      throw new UsageError(
        `--import: ${file} has the snapshot version ${JSON.stringify(value.snapshot)}; this simulator reads version 1. ` +
          'Use the version of the simulator that wrote it.',
      );
    }
    const { sandboxes = { [defaultSandbox]: value }, lists = [] } = value;
    if (isJsonObject(sandboxes)) {
      const stored = Object.entries(sandboxes as unknown as Record<string, StoredSnapshot>);
      const withPets = stored.map(([name, snapshot]) => {
        const { list = -1, ...rest } = Object(snapshot) as StoredSnapshot;
        const seeded = Object(lists)[list] as Snapshot['pets'] | undefined;
        return [name, seeded ? { ...rest, pets: [...seeded, ...rest.pets] } : snapshot];
      });
      return Object.fromEntries(withPets);
    }
  }
  throw new UsageError(
    `--import: ${file} is not an export file. Create one with --export-on-exit.`,
  );
}

/** @throws {UsageError} when the file is none of `--export-on-exit`, and no snapshot */
export async function importState(simulator: SimulatorAccess, file: string): Promise<void> {
  for (const [name, snapshot] of Object.entries(readSnapshots(file))) {
    try {
      await simulator.sandbox(name).restore(snapshot);
    } catch (error) {
      if (error instanceof SimulatorError) {
        const reason = error.message.replace(/\bthe body\b/i, 'the snapshot');
        throw new UsageError(`--import: the sandbox ${name} in the file ${file}: ${reason}`);
      }
      throw error;
    }
  }
}
