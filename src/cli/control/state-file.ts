import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { stringify } from 'lossless-json';
import type { SandboxHandle } from '../../control/client/sandbox-handle.js';
import type { SandboxInfo, Snapshot } from '../../control/schemas.js';
import { readJsonValue } from '../../engine/simulation/json-value.js';
import { UsageError } from '../../options/usage-error.js';
import { save, type WrittenFile } from '../written-files.js';

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

/** A snapshot for people: one line for each pet and for each scenario. */
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
 * @param calledBy what the message calls it: `--import`
 * @throws {UsageError} when it can't be read, or isn't JSON
 */
export async function readJsonFile(file: string, calledBy: string): Promise<unknown> {
  const content = await (file === '-' ? text(process.stdin) : readFile(file, 'utf8')).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UsageError(`${calledBy}: the file ${file} can't be read (${error.code}).`);
    },
  );
  try {
    return readJsonValue(content);
  } catch (error) {
    throw new UsageError(
      `${calledBy}: the file ${file} is not JSON: ${(error as Error).message}. ` +
        'It has to be what `animal-store state` or --export-on-exit writes.',
    );
  }
}

/** Restores what a file has: all sandboxes, or a single snapshot, which is that of `default`. */
export async function importState(owner: SandboxOwner, file: string): Promise<void> {
  const content = (await readJsonFile(file, '--import')) as Partial<StateFile> | null;
  const { sandboxes = { default: content as Snapshot } } = content ?? {};
  if (typeof sandboxes !== 'object' || sandboxes === null) {
    throw new UsageError(`--import: sandboxes of ${file} must be an object of snapshots by name.`);
  }
  for (const [name, snapshot] of Object.entries(sandboxes)) {
    if (typeof snapshot !== 'object' || snapshot === null || !('snapshot' in snapshot)) {
      throw new UsageError(
        `--import: the sandbox ${name} of ${file} is no snapshot. The file has to be what ` +
          '`animal-store state` or --export-on-exit writes.',
      );
    }
    try {
      await owner.sandbox(name).restore(snapshot);
    } catch (error) {
      const { message } = error as Error;
      throw new UsageError(`--import: the sandbox ${name} of ${file}: ${message}`);
    }
  }
}

/** The file that `--export-on-exit` names. */
export function exportFile(path: string): WrittenFile {
  return { path, calledBy: `--export-on-exit: the file ${path}` };
}

/** Writes all sandboxes to a file. */
export async function exportState(owner: SandboxOwner, path: string): Promise<void> {
  const snapshots: [string, Snapshot][] = [];
  for (const { name } of await owner.sandboxes()) {
    snapshots.push([name, await owner.sandbox(name).snapshot()]);
  }
  await save(exportFile(path), writeStateFile(Object.fromEntries(snapshots)));
}
