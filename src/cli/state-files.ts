import { checkRules } from '../admin/rules.js';
import { readSlices } from '../admin/slices.js';
import {
  createSnapshotCutter,
  isSnapshotField,
  opensInSnapshot,
  SnapshotReader,
} from '../admin/snapshot-reader.js';
import { formatSnapshot } from '../admin/snapshot-text.js';
import { SimulatorError } from '../engine/interface/errors.js';
import type { JsonPath, JsonPiece } from '../engine/interface/json-cutter.js';
import { joinSlices } from '../engine/interface/slices.js';
import { applyChange } from '../engine/sandbox/changes.js';
import { defaultSandbox, type Sandboxes } from '../engine/sandbox/sandbox.js';
import { describeBadSandboxName, isSandboxName } from '../engine/sandbox/selection.js';
import { type OutputFile, saveFile } from '../files.js';
import { readFileInChunks } from '../options/read-chunks.js';
import { UsageError } from '../options/usage-error.js';
import type { SimulatorCore } from '../simulator-core.js';

/** Formats all sandboxes as one document, as they are now. */
function formatStateFile(sandboxes: Sandboxes): Iterable<string> {
  // Taken at once: they must be of one moment.
  const states = sandboxes.list().map((sandbox) => [sandbox.name, sandbox.state()] as const);
  return joinSlices(
    (function* () {
      yield '{\n  "snapshot": 1,\n  "sandboxes": {\n';
      for (const [index, [name, state]] of states.entries()) {
        yield `${index === 0 ? '' : ',\n'}    ${JSON.stringify(name)}: `;
        yield* formatSnapshot(state, '    ');
      }
      yield '\n  }\n}\n';
    })(),
  );
}

/** The file that `--export-on-exit` names. */
export function createExportFile(path: string): OutputFile {
  return { path, label: `--export-on-exit: the file ${path}` };
}

/** @throws {UsageError} when the file can't be written */
export function exportState(sandboxes: Sandboxes, path: string): Promise<void> {
  return saveFile(createExportFile(path), formatStateFile(sandboxes));
}

/** The largest state file, in bytes. */
const maxBytes = 4 * 1024 ** 3;

/** Reads a file in slices. */
function readInSlices(path: string, place: string): AsyncGenerator<string> {
  const describe = (problem: string) => `${place} ${problem}. Check its path.`;
  return readSlices(readFileInChunks({ path, maxBytes, describe }), maxBytes);
}

/** Throws an error again, with the place that it is about. */
function rejectAt(place: string, error: unknown): never {
  if (error instanceof SyntaxError) {
    throw new UsageError(
      `${place} is not JSON: ${error.message}. Create one with --export-on-exit.`,
    );
  }
  throw error instanceof SimulatorError ? new UsageError(`${place}: ${error.message}`) : error;
}

/** Restores sandboxes from the pieces of a state file, one after the other. */
class StateImporter {
  readonly #sandboxes: Sandboxes;
  readonly #file: string;
  /** Whether the file has several sandboxes, and not the snapshot of one. */
  #hasSandboxes = false;
  /** The sandbox that is being read. */
  #current: { readonly name: string; readonly reader: SnapshotReader } | undefined;

  constructor(sandboxes: Sandboxes, file: string) {
    this.#sandboxes = sandboxes;
    this.#file = file;
  }

  static opens(path: JsonPath): '{' | '[' | undefined {
    if (path[0] !== 'sandboxes') {
      return opensInSnapshot(path);
    }
    return path.length === 1 ? '{' : opensInSnapshot(path.slice(2));
  }

  /** Whether the text so far is part of a state file. */
  get hasBegun(): boolean {
    return this.#current !== undefined || this.#hasSandboxes;
  }

  /** What the next error is about. */
  get place(): string {
    return this.#current === undefined
      ? `--import: the file ${this.#file}`
      : `--import: the sandbox ${this.#current.name} in the file ${this.#file}`;
  }

  add(piece: JsonPiece): void {
    const [field, name, ...rest] = piece.path;
    if (field === 'sandboxes') {
      this.#addToSandboxes(name, { ...piece, path: rest });
    } else if (!this.#hasSandboxes && field !== undefined) {
      if (this.#current === undefined && isSnapshotField(field)) {
        this.#begin(defaultSandbox);
      }
      // Without a sandbox there is an error at the end.
      this.#current?.reader.add(piece);
    }
  }

  /** Restores the last sandbox. */
  finish(): void {
    if (this.#current !== undefined) {
      const { name, reader } = this.#current;
      const state = reader.finish();
      checkRules(name, state.rules, this.#sandboxes.otherRules(name));
      applyChange(this.#sandboxes.getOrCreate(name), { type: 'restored', state });
      this.#current = undefined;
    }
  }

  #addToSandboxes(name: string | number | undefined, piece: JsonPiece): void {
    if (name === undefined) {
      if (!piece.opens) {
        throw new UsageError(
          `--import: sandboxes in the file ${this.#file} must be an object of snapshots by name.`,
        );
      }
      this.#hasSandboxes = true;
      // So far it could have been the snapshot of one sandbox.
      this.#current = undefined;
    } else {
      if (this.#current?.name !== name) {
        this.finish();
        this.#begin(String(name));
      }
      this.#current?.reader.add(piece);
    }
  }

  #begin(name: string): void {
    this.#current = { name, reader: new SnapshotReader('the snapshot', this.#sandboxes.resources) };
    if (!isSandboxName(name)) {
      throw new SimulatorError('bad_request', describeBadSandboxName(name));
    }
  }
}

/**
 * Restores the sandboxes of a file; a single snapshot becomes the sandbox `default`.
 *
 * @throws {UsageError} when the file is neither
 */
export async function importState(core: SimulatorCore, file: string): Promise<void> {
  const { sandboxes } = await core.engine();
  const importer = new StateImporter(sandboxes, file);
  const cutter = createSnapshotCutter(core.options.maxBody, StateImporter.opens);
  const addAll = (pieces: Iterable<JsonPiece>) => {
    for (const piece of pieces) {
      importer.add(piece);
    }
  };
  let foreign = false;
  try {
    for await (const slice of readInSlices(file, `--import: the file ${file}`)) {
      addAll(cutter.push(slice));
    }
    addAll(cutter.end());
    foreign = !importer.hasBegun;
    importer.finish();
  } catch (error) {
    foreign = error instanceof SimulatorError && !importer.hasBegun;
    if (!foreign) {
      rejectAt(importer.place, error);
    }
  }
  if (foreign) {
    throw new UsageError(
      `--import: ${file} is not an export file. Create one with --export-on-exit.`,
    );
  }
}
