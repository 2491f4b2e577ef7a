import { stringify } from 'lossless-json';
import { SimulatorError } from '../document/errors.js';
import { isJsonObject } from '../document/json.js';
import { checkSandboxName, defaultSandbox } from '../engine/admit.js';
import { createSnapshot, type Snapshot } from '../engine/snapshot.js';
import { readJsonFile } from '../options/files.js';
import { UsageError } from '../options/usage-error.js';
import type { SimulatorCore } from '../simulator/simulator.js';

/** Writes all sandboxes as one document. */
export async function formatState(core: SimulatorCore): Promise<string> {
  const sandboxes = await core.sandboxes();
  const snapshots: [name: string, Snapshot][] = [];
  for (const { name } of await sandboxes.list()) {
    snapshots.push([name, await sandboxes.read(name, (one) => createSnapshot(one, Date.now()))]);
  }
  return `${stringify({ snapshot: 1, sandboxes: Object.fromEntries(snapshots) }, null, 2)}\n`;
}

/** Reads the snapshots of a file by name; a single snapshot is that of the sandbox `default`. */
function readSnapshots(file: string): Readonly<Record<string, unknown>> {
  const value = readJsonFile(file, `--import: the file ${file}`);
  if (isJsonObject(value) && 'snapshot' in value) {
    if (value.snapshot !== 1) {
      throw new UsageError(
        `--import: ${file} has the snapshot version ${JSON.stringify(value.snapshot)}; this simulator reads version 1. ` +
          'Use the version of the simulator that wrote it.',
      );
    }
    const { sandboxes = { [defaultSandbox]: value } } = value;
    if (isJsonObject(sandboxes)) {
      return sandboxes;
    }
  }
  throw new UsageError(
    `--import: ${file} is not an export file. Create one with --export-on-exit.`,
  );
}

/** @throws {UsageError} when the file is none of `--export-on-exit`, and no snapshot */
export async function importState(core: SimulatorCore, file: string): Promise<void> {
  const sandboxes = await core.sandboxes();
  const { readSnapshot } = await import('../server/admin/snapshot.js');
  for (const [name, value] of Object.entries(readSnapshots(file))) {
    try {
      checkSandboxName(name);
      await sandboxes.control(name, 'restore', readSnapshot(value));
    } catch (error) {
      throw error instanceof SimulatorError
        ? new UsageError(`--import: the sandbox ${name} in the file ${file}: ${error.message}`)
        : error;
    }
  }
}
