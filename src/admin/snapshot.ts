import { readJsonValue } from '../engine/interface/json.js';
import type { StoredPet } from '../engine/pets/pet.js';
import { canShow } from '../engine/sandbox/clock.js';
import type { RuleState } from '../engine/sandbox/rules.js';
import type { SandboxState } from '../engine/sandbox/sandbox.js';
import { ControlError } from './errors.js';
import { readRule, tellRule } from './rules.js';
import type { Snapshot, SnapshotPet } from './schemas.js';

/** A pet as it is told: identifiers as strings of digits, since most JSON tools would round them. */
export function tellPet({ id, categoryId, extra, ...pet }: StoredPet): SnapshotPet {
  const told = { id: String(id), name: pet.name, categoryId: String(categoryId) };
  const status = pet.status === undefined ? {} : { status: pet.status };
  return { ...told, ...status, ...(extra === '' ? {} : { extra: `{${extra.slice(1)}}` }) };
}

function malformed(message: string): ControlError {
  return new ControlError('malformed', message);
}

const petFields = ['id', 'name', 'categoryId', 'status'];

/** Fields beyond the document's, as they stand in a pet: the text is kept, byte for byte. */
function readExtra(extra: string | undefined, where: string): string {
  if (extra === undefined) {
    return '';
  }
  let value: unknown;
  try {
    value = readJsonValue(extra);
  } catch {
    value = undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(
      `extra of ${where} must be the text of a JSON object, such as "{\\"tag\\":1}".`,
    );
  }
  const taken = petFields.find((field) => Object.hasOwn(value, field));
  if (taken !== undefined) {
    throw malformed(`extra of ${where} must not have ${taken}, which the pet has already.`);
  }
  const members = extra.trim().slice(1, -1);
  return Object.keys(value).length === 0 ? '' : `,${members}`;
}

function readPet({ id, categoryId, extra, ...pet }: SnapshotPet, index: number): StoredPet {
  return {
    ...pet,
    id: BigInt(id),
    categoryId: BigInt(categoryId),
    extra: readExtra(extra, `pets[${index}] of the snapshot`),
  };
}

/** A sandbox's state as one JSON document that a person can read. */
export function tellState(state: SandboxState): Snapshot {
  const { seed, choices, latency, clock, answered, numbered, seeded, rules, rulesAdded, pets } =
    state;
  return {
    snapshot: 1,
    seed,
    choices: { ...choices },
    latency: { ...latency },
    clock: { ...clock },
    answered,
    numbered,
    seeded,
    scenarios: rules.map(tellRule),
    scenariosAdded: rulesAdded,
    pets: pets.map(tellPet),
  };
}

/** @throws {ControlError} when its parts don't go together */
export function readState(snapshot: Snapshot): SandboxState {
  const { seed, choices, latency, clock, answered, numbered, seeded, scenarios } = snapshot;
  const { scenariosAdded: rulesAdded } = snapshot;
  const pets = snapshot.pets.map(readPet);
  const ids = new Set(pets.map(({ id }) => id));
  if (ids.size < pets.length) {
    throw malformed(
      'Two pets of the snapshot have the same id, and identifiers are unique. Change one of them.',
    );
  }
  if (seeded > pets.length) {
    throw malformed(
      `seeded of the snapshot is ${seeded}, and it has ${pets.length} pets. Seeded ones come first, and count too.`,
    );
  }
  const shown = clock.mode === 'real' ? Date.now() + clock.advanced : Date.parse(clock.now);
  if (!canShow(shown)) {
    throw malformed('clock of the snapshot must be within the years 0000 to 9999, and is beyond.');
  }
  if (latency.from > latency.to) {
    throw malformed('latency of the snapshot must not have a larger from than to.');
  }
  const rules = scenarios.map(
    (state): RuleState => ({
      ...readRule(state),
      id: state.id,
      applied: state.applied,
      tried: state.tried,
    }),
  );
  if (new Set(rules.map(({ id }) => id)).size < rules.length) {
    throw malformed('Two scenarios of the snapshot have the same id. Change one of them.');
  }
  return { seed, choices, latency, clock, answered, numbered, seeded, rules, rulesAdded, pets };
}
