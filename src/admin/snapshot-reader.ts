import { createBadRequest, SimulatorError } from '../engine/interface/errors.js';
import { type JsonValue, readJsonValue } from '../engine/interface/json.js';
import { createOpens, JsonCutter, type JsonPiece } from '../engine/interface/json-cutter.js';
import { retiredEntry } from '../engine/pets/catalogue.js';
import { noReplacements } from '../engine/pets/changed-pets.js';
import { QuotaShare } from '../engine/pets/memory-quota.js';
import { measurePet } from '../engine/pets/pet.js';
import { canShow } from '../engine/sandbox/clock.js';
import type { SandboxResources } from '../engine/sandbox/sandbox.js';
import type { SandboxState } from '../engine/sandbox/state.js';
import { schemas } from './generated/calls.js';
import { maxRules, readRule } from './rules.js';
import type { RuleState, Snapshot, SnapshotPet } from './schemas.js';
import { type Chunks, readSlices } from './slices.js';
import { readPlainPet, readSnapshotPet } from './snapshot-pet.js';
import { capitalize, checkValue, describeUnknownField } from './validation.js';

/** The longest snapshot, in bytes; its pets must also fit into the memory for pets. */
const maxBytes = 1024 ** 3;
/** The longest pet or rule of a snapshot, in characters, when `--max-body` allows no longer one. */
const maxPiece = 16 * 1024 ** 2;

/** The longest rule or other field, in characters: one is set with a call of this size. */
const maxField = 66_000;

const schema = schemas.Snapshot;
const knownFields = Object.keys(schema.properties);
const petSchema = schema.properties.pets.items;
const ruleSchema = schema.properties.rules.items;
const removedSchema = schema.properties.removed.items;

/** Checks what spec/admin.openapi.yaml can't: how the fields fit together. */
function checkFields({ clock, latency, seeded }: Snapshot, pets: number): void {
  if (seeded > pets) {
    throw createBadRequest(
      `seeded of the snapshot must be at most ${pets}, the number of its pets; got ${seeded}.`,
    );
  }
  const now = clock.mode === 'real' ? Date.now() + clock.advanced : Date.parse(clock.now);
  if (!canShow(now)) {
    throw createBadRequest('clock of the snapshot must be within the years 0000 to 9999.');
  }
  if (latency.from > latency.to) {
    throw createBadRequest(
      'latency of the snapshot must not have a from that is larger than its to.',
    );
  }
  const { median, p95 } = latency;
  if ((median === undefined) !== (p95 === undefined) || Number(median) > Number(p95)) {
    throw createBadRequest(
      'latency of the snapshot must have no median, or one with a p95 that is not smaller.',
    );
  }
}

function readRules(rules: readonly RuleState[]): SandboxState['rules'] {
  if (new Set(rules.map(({ id }) => id)).size < rules.length) {
    throw createBadRequest('Two rules of the snapshot have the same id. Change one of them.');
  }
  return rules.map(({ id, applied, tried, ...rule }) => ({
    ...readRule(rule),
    id,
    applied,
    tried,
  }));
}

export function isSnapshotField(name: string | number): boolean {
  return typeof name === 'string' && knownFields.includes(name);
}

/** Which parts of a snapshot are cut into pieces. */
export const opensInSnapshot = createOpens('pets', 'rules', 'removed');

/**
 * Creates the cutter for a snapshot, or for a document of several.
 *
 * @param maxBody the limit of a request body: whatever was created can be restored
 */
export function createSnapshotCutter(maxBody: number, opens = opensInSnapshot): JsonCutter {
  // As text within a JSON string, the fields of a body become twice as long at worst.
  return new JsonCutter({ opens, maxPiece: Math.max(maxPiece, 2 * maxBody + 1024) });
}

/** Reads a snapshot from its pieces. Its pets take their part of the quota from the start. */
export class SnapshotReader {
  readonly #what: string;
  readonly #resources: SandboxResources;
  readonly #fields = new Map<string, JsonValue>();
  readonly #rules: RuleState[] = [];
  readonly #pets: string[] = [];
  readonly #removed = new Set<string>();
  readonly #memory: QuotaShare;
  /** Characters of the rules. */
  #ruleLength = 0;
  /** The part of its memory that is for rules and text. */
  #held = 0;

  /** @param what names the snapshot in messages: `the body` */
  constructor(what: string, resources: SandboxResources) {
    this.#what = what;
    this.#resources = resources;
    this.#memory = new QuotaShare(resources.quota);
  }

  /** @throws {SimulatorError} when it doesn't fit spec/admin.openapi.yaml, or the quota is full */
  add({ path, text, opens }: JsonPiece): void {
    const [name, place] = path;
    if (name === undefined) {
      if (!opens) {
        checkValue(schema, this.#what, this.#parse(text));
      }
    } else if (typeof name !== 'string' || !isSnapshotField(name)) {
      throw createBadRequest(describeUnknownField(this.#what, name, knownFields));
    } else if (name !== 'pets' && text.length > maxField) {
      throw new SimulatorError(
        'payload_too_large',
        `${name} of ${this.#what} has a value of more than ${maxField} characters. Shorten it.`,
      );
    } else if (place === undefined) {
      this.#fields.set(name, opens ? [] : this.#parse(text));
    } else if (name === 'pets') {
      this.#addPet(text);
    } else if (name === 'removed') {
      this.#addRemoved(text, place);
    } else {
      this.#addRule(text);
    }
  }

  /** @throws {SimulatorError} when something is missing, or the fields don't fit together */
  finish(): SandboxState {
    this.discard();
    const fields = Object.fromEntries(this.#fields);
    checkValue(schema, this.#what, fields);
    const snapshot = fields as unknown as Snapshot;
    checkFields(snapshot, this.#pets.length);
    const { snapshot: _version, pets: _pets, removed: _removed, seeded, ...settings } = snapshot;
    const added = this.#pets.slice(seeded);
    return {
      ...settings,
      rules: readRules(this.#rules),
      seeded: this.#pets.slice(0, seeded),
      added,
      addedCount: added.length,
      replaced: noReplacements,
      retired: this.#removed,
    };
  }

  /**
   * Takes memory for long text that is yet to be read.
   *
   * @param pending its characters
   * @throws {SimulatorError} `simulator_full` when the quota has no room for it
   */
  hold(pending: number): void {
    const bytes = 2 * Math.max(0, pending + this.#ruleLength - maxField);
    this.#memory.take(bytes - this.#held);
    this.#held = bytes;
  }

  /** Gives back its part of the quota. */
  discard(): void {
    this.#memory.release();
    this.#held = 0;
  }

  #parse(text: string): JsonValue {
    return parseJson(this.#what, () => readJsonValue(text));
  }

  #addPet(text: string): void {
    const place = this.#pets.length;
    const pet = readPlainPet(text) ?? this.#readPet(text, place);
    const shared = this.#resources.shared.pets[place];
    if (pet === shared) {
      // The shared text, not the equal one, so that memory holds it once.
      this.#pets.push(shared);
      return;
    }
    this.#memory.take(measurePet(pet));
    this.#pets.push(pet);
  }

  #addRemoved(text: string, place: string | number): void {
    const id = this.#parse(text);
    checkValue(removedSchema, this.#what, id, `/removed/${place}`);
    this.#memory.take(retiredEntry);
    this.#removed.add(String(id));
  }

  #readPet(text: string, place: number): string {
    const value = this.#parse(text);
    checkValue(petSchema, this.#what, value, `/pets/${place}`);
    return readSnapshotPet(value as unknown as SnapshotPet, place);
  }

  #addRule(text: string): void {
    const place = this.#rules.length;
    const value = this.#parse(text);
    checkValue(ruleSchema, this.#what, value, `/rules/${place}`);
    if (place === maxRules) {
      throw createBadRequest(`rules of ${this.#what} must be an array of at most ${maxRules}.`);
    }
    this.#ruleLength += text.length;
    this.#rules.push(value as unknown as RuleState);
  }
}

/** @throws {SimulatorError} when a text is no JSON */
function parseJson<Result>(what: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw error instanceof SyntaxError
      ? createBadRequest(capitalize(`${what} must be JSON: ${error.message}.`))
      : error;
  }
}

interface SnapshotSource {
  readonly what: string;
  readonly resources: SandboxResources;
  readonly maxBody: number;
}

/**
 * Reads the snapshot of one sandbox in slices.
 *
 * @throws {SimulatorError} when it isn't one
 */
export async function readSnapshot(
  chunks: Chunks,
  { what, resources, maxBody }: SnapshotSource,
): Promise<SandboxState> {
  const reader = new SnapshotReader(what, resources);
  const cutter = createSnapshotCutter(maxBody);
  const addAll = (pieces: Iterable<JsonPiece>) =>
    parseJson(what, () => {
      for (const piece of pieces) {
        reader.add(piece);
      }
    });
  try {
    for await (const slice of readSlices(chunks, maxBytes)) {
      addAll(cutter.push(slice));
      reader.hold(cutter.pending);
    }
    addAll(cutter.end());
    return reader.finish();
  } finally {
    reader.discard();
  }
}
