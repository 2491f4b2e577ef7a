import { SimulatorError } from '../engine/interface/errors.js';
import { canShow } from '../engine/sandbox/clock.js';
import type { SandboxState } from '../engine/sandbox/sandbox.js';
import { readSnapshotPet, toSnapshotPet } from './pets.js';
import { readRule, toRuleState } from './rules.js';
import type { Snapshot } from './schemas.js';

/** The state of a sandbox as a JSON document that a person can read. */
export function toSnapshot(state: SandboxState): Snapshot {
  const { rules, pets } = state;
  return { snapshot: 1, ...state, rules: rules.map(toRuleState), pets: pets.map(toSnapshotPet) };
}

function checkUnique(values: readonly unknown[], what: string): void {
  if (new Set(values).size < values.length) {
    throw new SimulatorError(
      'bad_request',
      `Two ${what} of the snapshot have the same id. Change one of them.`,
    );
  }
}

/** Checks what spec/admin.openapi.yaml can't: how the fields fit together. */
function checkFields({ clock, latency, seeded, pets }: Snapshot): void {
  const problem = (message: string) => new SimulatorError('bad_request', message);
  if (seeded > pets.length) {
    throw problem(
      `seeded of the snapshot must be at most ${pets.length}, the number of its pets; got ${seeded}.`,
    );
  }
  const now = clock.mode === 'real' ? Date.now() + clock.advanced : Date.parse(clock.now);
  if (!canShow(now)) {
    throw problem('clock of the snapshot must be within the years 0000 to 9999.');
  }
  if (latency.from > latency.to) {
    throw problem('latency of the snapshot must not have a from that is larger than its to.');
  }
}

/** @throws {SimulatorError} when its fields don't fit together */
export function readSnapshot(snapshot: Snapshot): SandboxState {
  checkFields(snapshot);
  const { snapshot: _version, ...state } = snapshot;
  const pets = snapshot.pets.map(readSnapshotPet);
  checkUnique(
    pets.map(({ id }) => id),
    'pets',
  );
  const rules = snapshot.rules.map(({ id, applied, tried, ...rule }) => ({
    ...readRule(rule),
    id,
    applied,
    tried,
  }));
  checkUnique(
    rules.map(({ id }) => id),
    'rules',
  );
  return { ...state, rules, pets };
}
