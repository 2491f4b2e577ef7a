import { stringify } from 'lossless-json';
import { checkRules } from '../admin/rules.js';
import type { Snapshot } from '../admin/schemas.js';
import { readSlices } from '../admin/slices.js';
import {
  createSnapshotCutter,
  isSnapshotField,
  opensInSnapshot,
  SnapshotReader,
} from '../admin/snapshot-reader.js';
import { formatLines, formatSnapshot } from '../admin/snapshot-text.js';
import { PetsCollector } from '../client/streams.js';
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

/** Formats a snapshot for people and for diffs. */
export function formatSnapshotFile({ rules, pets, ...fields }: Snapshot): string {
  const lists = {
    rules: rules.map((rule) => stringify(rule) as string),
    pets: pets.map((pet) => JSON.stringify(pet)),
  };
  return [...joinSlices(formatLines(fields, lists, ''))].join('');
}

/** The largest state file, in bytes. */
const maxBytes = 4 * 1024 ** 3;

/** Reads a file in slices; `-` is standard input. */
function readInSlices(path: string, place: string): AsyncGenerator<string> {
  const describe = (problem: string) => `${place} ${problem}. Check its path.`;
  const file = { path, maxBytes, describe };
  const chunks = path === '-' ? readFileInChunks(file, process.stdin) : readFileInChunks(file);
  return readSlices(chunks, maxBytes);
}

/** Throws an error again, with the place that it is about. */
function rejectAt(place: string, error: unknown): never {
  if (error instanceof SyntaxError) {
    throw new UsageError(
      `${place} is not JSON: ${error.message}. Create one with \`animal-store state\` or --export-on-exit.`,
    );
  }
  throw error instanceof SimulatorError ? new UsageError(`${place}: ${error.message}`) : error;
}

/**
 * Reads the snapshot of one sandbox, as `animal-store state` prints it.
 *
 * @throws {UsageError} when the file has none
 */
export async function readSnapshotFile(file: string): Promise<Snapshot> {
  const place = `--restore: the file ${file}`;
  try {
    const content = await new PetsCollector().read(readInSlices(file, place));
    if (Object.hasOwn(Object(content), 'sandboxes')) {
      throw new UsageError(
        `${place} has all sandboxes of a simulator; --restore takes the snapshot of one. Start a ` +
          `simulator with the file: animal-store start --import ${file}`,
      );
    }
    if (!Object.hasOwn(Object(content), 'snapshot')) {
      throw new UsageError(
        `${place}: A snapshot is required. Create one with \`animal-store state\`.`,
      );
    }
    // Loaded on demand: only a restore validates.
    const [{ checkValue }, { schemas }] = await Promise.all([
      import('../admin/validation.js'),
      import('../admin/generated/calls.js'),
    ]);
    checkValue(schemas.Snapshot, 'the snapshot', content);
    return content as Snapshot;
  } catch (error) {
    return rejectAt(place, error);
  }
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
