import { lstat, open, readFile, unlink, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { stringify } from 'lossless-json';
import type { SandboxInfo, Snapshot } from '../admin/schemas.js';
import type { SandboxHandle } from '../client/sandbox-handle.js';
import { readJsonValue } from '../engine/interface/json.js';
import { UsageError } from '../options/resolve.js';

/** A file that a flag asks for. */
export interface WrittenFile {
  readonly path: string;
  /** What messages call it: `--json: the report`. */
  readonly label: string;
}

function cannotWrite(label: string): (error: Error) => never {
  return ({ message }) => {
    throw new UsageError(
      `${label} can't be written: ${message}. Name a file in a folder that exists.`,
    );
  };
}

/**
 * Sees to it that a file can be written, before a run that would be lost otherwise. What an earlier
 * run wrote stays until there is something to write.
 *
 * @throws {UsageError} when it can't
 */
export async function checkWritable({ path, label }: WrittenFile): Promise<void> {
  const isThere = await lstat(path).then(
    () => true,
    () => false,
  );
  const handle = await open(path, 'a').catch(cannotWrite(label));
  await handle.close();
  if (!isThere) {
    await unlink(path);
  }
}

/** @throws {UsageError} when it can't be written */
export async function save({ path, label }: WrittenFile, text: string): Promise<void> {
  await writeFile(path, text).catch(cannotWrite(label));
}

/** Whose sandboxes are written and read. */
interface SandboxOwner {
  sandbox(name: string): SandboxHandle;
  sandboxes(): Promise<SandboxInfo[]>;
}

/** All sandboxes of a simulator as one JSON document. */
interface StateFile {
  readonly snapshot: 1;
  readonly sandboxes: Readonly<Record<string, Snapshot>>;
}

/** A snapshot for people: one line for each pet and for each rule. */
export function writeSnapshot(snapshot: Snapshot, margin = ''): string {
  const lines = Object.entries(snapshot).map(([name, value]) => {
    const isList = Array.isArray(value) && value.length > 0;
    const items = isList ? value.map((item) => `${margin}    ${stringify(item)}`) : [];
    const shown = isList ? `[\n${items.join(',\n')}\n${margin}  ]` : stringify(value);
    return `${margin}  ${JSON.stringify(name)}: ${shown}`;
  });
  return `{\n${lines.join(',\n')}\n${margin}}`;
}

function writeStateFile(sandboxes: StateFile['sandboxes']): string {
  const entries = Object.entries(sandboxes).map(
    ([name, snapshot]) => `    ${JSON.stringify(name)}: ${writeSnapshot(snapshot, '    ')}`,
  );
  return `{\n  "snapshot": 1,\n  "sandboxes": {\n${entries.join(',\n')}\n  }\n}\n`;
}

/**
 * Reads a JSON file; `-` is standard input.
 *
 * @param label what the message calls it: `--import`
 * @throws {UsageError} when it can't be read, or isn't JSON
 */
async function readJsonFile(file: string, label: string): Promise<unknown> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${label}: the file ${file} can't be read (${error.code}).`);
    },
  );
  try {
    return readJsonValue(content);
  } catch (error) {
    throw new UsageError(
      `${label}: the file ${file} is not JSON: ${(error as Error).message}. ` +
        'It has to be what `animal-store state` or --export-on-exit writes.',
    );
  }
}

/** @throws {UsageError} when a value of a file is no snapshot */
async function readSnapshot(value: unknown): Promise<Snapshot> {
  if (typeof value !== 'object' || value === null || !('snapshot' in value)) {
    throw new UsageError(
      'It is no snapshot. Get one with `animal-store state`, which prints that of a sandbox.',
    );
  }
  // Loaded when it is needed: a start does without.
  const { checkValue } = await import('../admin/validation.js');
  checkValue(['components', 'schemas', 'Snapshot'], 'the snapshot', value);
  return value as Snapshot;
}

/** Whatever is wrong is said of a place in a file. */
function wrongAt(where: string): (error: Error) => never {
  return ({ message }) => {
    throw new UsageError(`${where}: ${message}`);
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
      `--restore: the file ${file} has all sandboxes of a simulator, as --export-on-exit writes ` +
        `them, and one is restored here. Start with it: animal-store start --import ${file}`,
    );
  }
  return readSnapshot(content).catch(wrongAt(`--restore: the file ${file}`));
}

async function importOne(owner: SandboxOwner, name: string, value: unknown): Promise<void> {
  const sandbox = owner.sandbox(name);
  await sandbox.restore(await readSnapshot(value));
}

/** Restores what a file has: all sandboxes, or a single snapshot, which is that of `default`. */
export async function importState(owner: SandboxOwner, file: string): Promise<void> {
  const content = (await readJsonFile(file, '--import')) as Partial<StateFile> | null;
  const { sandboxes = { default: content as Snapshot } } = content ?? {};
  if (typeof sandboxes !== 'object' || sandboxes === null) {
    throw new UsageError(`--import: sandboxes of ${file} must be an object of snapshots by name.`);
  }
  for (const [name, snapshot] of Object.entries(sandboxes)) {
    const where = `--import: the sandbox ${name} of ${file}`;
    await importOne(owner, name, snapshot).catch(wrongAt(where));
  }
}

/** The file that `--export-on-exit` names. */
export function exportFile(path: string): WrittenFile {
  return { path, label: `--export-on-exit: the file ${path}` };
}

/** Writes all sandboxes to a file. */
export async function exportState(owner: SandboxOwner, path: string): Promise<void> {
  const snapshots: [string, Snapshot][] = [];
  for (const { name } of await owner.sandboxes()) {
    snapshots.push([name, await owner.sandbox(name).snapshot()]);
  }
  await save(exportFile(path), writeStateFile(Object.fromEntries(snapshots)));
}
