import { stringify } from 'lossless-json';
import { readJsonFile } from '../base/files.js';
import { isJsonObject } from '../base/json.js';
import { UsageError } from '../base/usage-error.js';
import type { SimulatorAccess } from '../client/sandbox-handle.js';
import { SimulatorError } from '../document/errors.js';
import { defaultSandbox } from '../engine/admit.js';
import type { Sandboxes } from '../engine/sandboxes.js';
import { createSnapshot, type Snapshot } from '../engine/snapshot.js';

/** Writes all sandboxes as one document; the number is the version of this format. */
export async function formatState(sandboxes: Sandboxes): Promise<string> {
  const snapshots: [name: string, snapshot: Snapshot][] = [];
  for (const { name } of await sandboxes.list()) {
    snapshots.push([name, await sandboxes.read(name, createSnapshot)]);
  }
  return `${stringify({ snapshot: 1, sandboxes: Object.fromEntries(snapshots) }, null, 2)}\n`;
}

/** Reads the snapshots of a file by name; a single snapshot is that of the sandbox `default`. */
function readSnapshots(file: string): Readonly<Record<string, Snapshot>> {
  const value = readJsonFile(file, `--import: the file ${file}`);
  if (isJsonObject(value) && value.snapshot === 1) {
    const { sandboxes = { [defaultSandbox]: value } } = value;
    if (isJsonObject(sandboxes)) {
      return sandboxes as object as Readonly<Record<string, Snapshot>>;
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
