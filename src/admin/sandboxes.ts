import { SimulatorError } from '../engine/interface/errors.js';
import { applyChange } from '../engine/sandbox/changes.js';
import { canShow } from '../engine/sandbox/clock.js';
import type { Sandbox, SandboxState } from '../engine/sandbox/sandbox.js';
import type { Handler } from './call.js';
import { readSnapshotPet, toSnapshotPet } from './pets.js';
import { checkRules, readRule, toRuleState } from './rules.js';
import type { SandboxInfo, Snapshot } from './schemas.js';

/** The state of a sandbox as a JSON document that a person can read. */
function toSnapshot(state: SandboxState): Snapshot {
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
function readSnapshot(snapshot: Snapshot): SandboxState {
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

function toSandboxInfo({ name, catalogue, journal, rules }: Sandbox): SandboxInfo {
  return {
    name,
    pets: catalogue.count(undefined),
    requests: journal.total,
    rules: rules.length,
  };
}

export const listSandboxes: Handler<'listSandboxes'> = ({ sandboxes }) => ({
  sandboxes: sandboxes.list().map(toSandboxInfo),
});

export const dropSandbox: Handler<'dropSandbox'> = ({ sandboxes }, { parameters: { name } }) => {
  if (!sandboxes.drop(name)) {
    throw new SimulatorError(
      'not_found',
      `There is no sandbox ${JSON.stringify(name)}. GET /__admin/sandboxes lists all sandboxes.`,
    );
  }
  return undefined;
};

export const reset: Handler<'reset'> = async (context, call) => {
  const start = await context.baselines.find(call.body ?? {});
  const sandbox = context.sandboxes.getOrCreate(call.sandbox);
  applyChange(sandbox, { type: 'reset', start });
  return toSandboxInfo(sandbox);
};

export const readState: Handler<'readState'> = (context, call) =>
  toSnapshot(context.sandboxes.peek(call.sandbox).state());

export const writeState: Handler<'writeState'> = (context, call) => {
  const state = readSnapshot(call.body);
  checkRules(context.sandboxes, call.sandbox, state.rules);
  const sandbox = context.sandboxes.getOrCreate(call.sandbox);
  applyChange(sandbox, { type: 'restored', state });
  return toSandboxInfo(sandbox);
};
