import { readFileSync } from 'node:fs';
import { SimulatorError } from '../document/errors.js';
import { isJsonObject, parseJsonValue } from '../document/json.js';
import { checkSandboxName, defaultSandbox } from '../engine/admit.js';
import { formatSnapshot } from '../engine/format-snapshot.js';
import { createSnapshot } from '../engine/snapshot.js';
import { checkWritable, type OutputFile, readInputFile, saveFile } from '../options/files.js';
import { UsageError } from '../options/usage-error.js';
import type { SimulatorCore } from '../simulator/simulator-core.js';

const describeExport = (path: string): OutputFile => ({
  path,
  label: `--export-on-exit: the file ${path}`,
});

/** @throws {UsageError} when the file of an export can't be written */
export async function checkExport(path: string | undefined): Promise<void> {
  if (path !== undefined) {
    await checkWritable(describeExport(path));
  }
}

/**
 * Writes all sandboxes to a file, as one document.
 *
 * @throws {UsageError} when the file can't be written
 */
export async function exportState(core: SimulatorCore, path: string): Promise<void> {
  const sandboxes = await core.sandboxes();
  const members: string[] = [];
  for (const { name } of await sandboxes.list()) {
    const snapshot = await sandboxes.read(name, (sandbox) => createSnapshot(sandbox, Date.now()));
    members.push(`    ${JSON.stringify(name)}: ${formatSnapshot(snapshot, '    ')}`);
  }
  const text = `{\n  "snapshot": 1,\n  "sandboxes": {\n${members.join(',\n')}\n  }\n}\n`;
  await saveFile(describeExport(path), text);
}

/** Reads the members of a state file; a single snapshot is that of the sandbox `default`. */
function readMembers(file: string): [name: string, snapshot: unknown][] {
  const place = `--import: the file ${file}`;
  const bytes =
    file === '-'
      ? readFileSync(process.stdin.fd)
      : readInputFile(file, (problem) => `${place} ${problem}. Check its path.`);
  let value: unknown;
  try {
    value = parseJsonValue(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new UsageError(
      `${place} is not JSON: ${(error as Error).message}. Create one with --export-on-exit.`,
    );
  }
  if (!isJsonObject(value) || !('snapshot' in value)) {
    throw new UsageError(
      `--import: ${file} is not an export file. Create one with --export-on-exit.`,
    );
  }
  if (!('sandboxes' in value)) {
    return [[defaultSandbox, value]];
  }
  if (!isJsonObject(value.sandboxes)) {
    throw new UsageError(
      `--import: sandboxes in the file ${file} must be an object of snapshots by name.`,
    );
  }
  return Object.entries(value.sandboxes);
}

/**
 * Restores the sandboxes of a file.
 *
 * @throws {UsageError} when the file is none of `--export-on-exit` or a snapshot
 */
export async function importState(core: SimulatorCore, file: string | undefined): Promise<void> {
  if (file === undefined) {
    return;
  }
  const [sandboxes, { readSnapshot }] = await Promise.all([
    core.sandboxes(),
    import('../server/admin/sandbox-routes.js'),
  ]);
  for (const [name, value] of readMembers(file)) {
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
