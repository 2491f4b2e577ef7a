import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { stringify } from 'lossless-json';
import type { SandboxInfo, Snapshot } from '../admin/schemas.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { readJsonValue } from '../engine/interface/json.js';
import { UsageError } from '../options/resolve.js';
import { type OutputFile, saveFile } from './files.js';

/** A simulator whose sandboxes are exported or imported. */
interface SandboxOwner {
  sandbox(name: string): SandboxHandle;
  sandboxes(): Promise<SandboxInfo[]>;
}

/** All sandboxes of a simulator as one JSON document. */
interface StateFile {
  readonly snapshot: 1;
  readonly sandboxes: Readonly<Record<string, Snapshot>>;
}

/** Formats a snapshot with one line for each pet and each rule, for people and for diffs. */
export function formatSnapshot(snapshot: Snapshot, margin = ''): string {
  const lines = Object.entries(snapshot).map(([name, value]) => {
    const isList = Array.isArray(value) && value.length > 0;
    const items = isList ? value.map((item) => `${margin}    ${stringify(item)}`) : [];
    const shown = isList ? `[\n${items.join(',\n')}\n${margin}  ]` : stringify(value);
    return `${margin}  ${JSON.stringify(name)}: ${shown}`;
  });
  return `{\n${lines.join(',\n')}\n${margin}}`;
}

function formatStateFile(sandboxes: StateFile['sandboxes']): string {
  const entries = Object.entries(sandboxes).map(
    ([name, snapshot]) => `    ${JSON.stringify(name)}: ${formatSnapshot(snapshot, '    ')}`,
  );
  return `{\n  "snapshot": 1,\n  "sandboxes": {\n${entries.join(',\n')}\n  }\n}\n`;
}

/**
 * Reads a JSON file; `-` is standard input.
 *
 * @param label the flag in messages: `--import`
 * @throws {UsageError} when it can't be read, or isn't JSON
 */
async function readJsonFile(file: string, label: string): Promise<unknown> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(
        `${label}: the file ${file} can't be read (${error.code}). Check its path.`,
      );
    },
  );
  try {
    return readJsonValue(content);
  } catch (error) {
    throw new UsageError(
      `${label}: the file ${file} is not JSON: ${(error as Error).message}. ` +
        'Create one with `animal-store state` or --export-on-exit.',
    );
  }
}

/** @throws {UsageError} when the value is not a snapshot */
async function checkSnapshot(value: unknown): Promise<Snapshot> {
  if (typeof value !== 'object' || value === null || !('snapshot' in value)) {
    throw new UsageError('A snapshot is required. Create one with `animal-store state`.');
  }
  // Loaded on demand: only an import or a restore validates.
  const { checkValue } = await import('../admin/validation.js');
  checkValue(['components', 'schemas', 'Snapshot'], 'the snapshot', value);
  return value as Snapshot;
}

/** Rejects with a message that begins with the place of the error. */
function rejectAt(place: string): (error: Error) => never {
  return ({ message }) => {
    throw new UsageError(`${place}: ${message}`);
  };
}

/**
 * Reads the snapshot of one sandbox, as `animal-store state` prints it.
 *
 * @throws {UsageError} when the file has none
 */
export async function readSnapshotFile(file: string): Promise<Snapshot> {
  const content = await readJsonFile(file, '--restore');
  if (Object.hasOwn(Object(content), 'sandboxes')) {
    throw new UsageError(
      `--restore: the file ${file} has all sandboxes of a simulator; --restore takes the snapshot ` +
        `of one. Start a simulator with the file: animal-store start --import ${file}`,
    );
  }
  return checkSnapshot(content).catch(rejectAt(`--restore: the file ${file}`));
}

async function importSandbox(owner: SandboxOwner, name: string, value: unknown): Promise<void> {
  const sandbox = owner.sandbox(name);
  await sandbox.restore(await checkSnapshot(value));
}

/**
 * Restores the sandboxes of a file; a single snapshot becomes the sandbox `default`.
 *
 * @throws {UsageError} when the file is neither
 */
export async function importState(owner: SandboxOwner, file: string): Promise<void> {
  const content = (await readJsonFile(file, '--import')) as Partial<StateFile> | null;
  const { sandboxes = { default: content as Snapshot } } = content ?? {};
  if (typeof sandboxes !== 'object' || sandboxes === null) {
    throw new UsageError(
      `--import: sandboxes in the file ${file} must be an object of snapshots by name.`,
    );
  }
  for (const [name, snapshot] of Object.entries(sandboxes)) {
    const place = `--import: the sandbox ${name} in the file ${file}`;
    await importSandbox(owner, name, snapshot).catch(rejectAt(place));
  }
}

/** The file that `--export-on-exit` names. */
export function createExportFile(path: string): OutputFile {
  return { path, label: `--export-on-exit: the file ${path}` };
}

export async function exportState(owner: SandboxOwner, path: string): Promise<void> {
  const snapshots: [string, Snapshot][] = [];
  for (const { name } of await owner.sandboxes()) {
    snapshots.push([name, await owner.sandbox(name).snapshot()]);
  }
  await saveFile(createExportFile(path), formatStateFile(Object.fromEntries(snapshots)));
}
