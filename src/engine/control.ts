import { largestInt64, normalizeInt64, readInt64 } from '../base/int64.js';
import { omitUndefined } from '../base/json.js';
import { quote } from '../base/text.js';
import { SimulatorError } from '../document/errors.js';
import {
  convertPet,
  type NewPet,
  type Pet,
  type PetStatus,
  type SeedPet,
} from '../document/pet.js';
import type { NoOtherKey, State } from '../document/requirements.js';
import { type ClockChange, type ClockReading, changeClock, describeClock } from './clock.js';
import {
  addPet,
  addStoredPet,
  countPets,
  findPet,
  readPet,
  replacePet,
  type SnapshotPet,
} from './pets.js';
import {
  clearJournal,
  resetSandbox,
  type Sandbox,
  type SandboxSettings,
  type SandboxStart,
} from './sandbox.js';
import type { Rule, RuleState } from './scenario.js';
import { restoreSnapshot, type Snapshot } from './snapshot.js';

/** A pet as a test adds it; without an identifier, it gets the one that the service would assign. */
export type PetInput = SeedPet<string>;

/** New values for fields of a pet; null removes one that is optional. */
export type PetUpdate<Int64 = string> = {
  readonly [Field in keyof NewPet]?:
    | NewPet<Int64>[Field]
    | (undefined extends NewPet[Field] ? null : never)
    | undefined;
};

/** A sandbox in a list. */
export interface SandboxSummary {
  readonly name: string;
  /** The name of the test that uses it. */
  readonly test?: string | undefined;
  readonly pets: number;
  readonly rules: number;
  /** Number of exchanges, kept or not. */
  readonly requests: number;
  /** Number of exchanges that the journal has. */
  readonly kept: number;
  /** Number of changes other than by requests. */
  readonly changes: number;
}

export function summarizeSandbox(sandbox: Sandbox): SandboxSummary {
  const { name, test, total, journal, rules, changes } = sandbox;
  return {
    name,
    pets: countPets(sandbox),
    requests: total,
    kept: journal.length,
    rules: rules.length,
    changes,
    ...omitUndefined({ test }),
  };
}

/** @throws {SimulatorError} `not_found` when the sandbox has no such pet */
function requireStoredPet(sandbox: Sandbox, text: string): SnapshotPet {
  const json = findPet(sandbox, String(readInt64(text)));
  if (json === undefined) {
    throw new SimulatorError(
      'not_found',
      `The sandbox ${sandbox.name} has no pet with the id ${quote(text)}. GET /__admin/pets lists its pets.`,
    );
  }
  return readPet(json);
}

function addOwnPet(sandbox: Sandbox, input: PetInput): SnapshotPet {
  const pet = convertPet(input, BigInt);
  if (pet.id === undefined) {
    return readPet(addPet(sandbox, pet));
  }
  const id = String(pet.id);
  if (findPet(sandbox, id) !== undefined) {
    throw new SimulatorError(
      'simulator_conflict',
      `The id ${id} is already used by a pet in the sandbox ${sandbox.name}. Choose another id, or leave it out. PATCH /__admin/pets/${id} changes the pet.`,
    );
  }
  return readPet(addStoredPet(sandbox, id, pet));
}

/** A category that pets can be created with: that of the oldest pet. */
function findCategory({ seeded, added }: Sandbox): string {
  const oldest = seeded.all[0] ?? added.all[0];
  return oldest === undefined ? '1' : readPet(oldest).categoryId;
}

function addStatePet(sandbox: Sandbox, status: PetStatus | undefined): SnapshotPet {
  const { choices } = sandbox.settings;
  const omitted = choices['omitted-status'] === 'available' ? 'available' : undefined;
  const categoryId = findCategory(sandbox);
  return addOwnPet(sandbox, { name: 'provider state', categoryId, status: status ?? omitted });
}

function findUnusedId(sandbox: Sandbox): string {
  let id = largestInt64;
  while (findPet(sandbox, String(id)) !== undefined) {
    id -= 1n;
  }
  return String(id);
}

/**
 * Changes that a test makes in a sandbox, past its rules, its delay and its journal. Each takes its data as plain
 * values, and returns no live state.
 */
const controls = {
  reset: (
    sandbox: Sandbox,
    { start, test }: { start: SandboxStart; test?: string | undefined },
  ) => {
    resetSandbox(sandbox, start);
    // A test that resets its sandbox keeps its name.
    sandbox.test = test ?? sandbox.test;
    return summarizeSandbox(sandbox);
  },
  restore: (sandbox: Sandbox, snapshot: Snapshot) => {
    restoreSnapshot(sandbox, snapshot);
    return summarizeSandbox(sandbox);
  },
  setSettings: (sandbox: Sandbox, settings: SandboxSettings) => {
    sandbox.settings = settings;
  },
  setClock: (sandbox: Sandbox, change: ClockChange, time: number): ClockReading => {
    sandbox.clock = changeClock(sandbox.clock, change, time);
    return describeClock(sandbox.clock, time);
  },
  addRule: (sandbox: Sandbox, input: Rule): RuleState => {
    sandbox.rulesAdded += 1;
    const rule = { id: `rule-${sandbox.rulesAdded}`, ...input, applied: 0, tried: 0 };
    sandbox.rules.unshift(rule);
    return { ...rule };
  },
  removeRule: (sandbox: Sandbox, { id }: { id: string }) => {
    if (!sandbox.rules.some((rule) => rule.id === id)) {
      throw new SimulatorError(
        'not_found',
        `The sandbox ${sandbox.name} has no rule with the id ${quote(id)}. GET /__admin/rules lists its rules.`,
      );
    }
    sandbox.rules = sandbox.rules.filter((rule) => rule.id !== id);
  },
  removeRules: (sandbox: Sandbox, _data: object) => {
    sandbox.rules = [];
  },
  clearRequests: (sandbox: Sandbox, _data: object) => {
    clearJournal(sandbox);
    sandbox.dropped = 0;
  },
  addPet: addOwnPet,
  changePet: (sandbox: Sandbox, { id, ...update }: PetUpdate & { id: string }): SnapshotPet => {
    const { extra, ...pet } = requireStoredPet(sandbox, id);
    const values = Object.entries({ ...pet, ...omitUndefined(update) });
    const kept = Object.fromEntries(values.filter(([, value]) => value !== null));
    const digits = convertPet(kept as unknown as Pet<string>, normalizeInt64);
    const changed = omitUndefined({ ...digits, extra });
    replacePet(sandbox, pet.id, changed);
    return changed;
  },
  removePet: (sandbox: Sandbox, { id }: { id: string }) => {
    replacePet(sandbox, requireStoredPet(sandbox, id).id, undefined);
  },
  setUpState: (sandbox: Sandbox, state: State) => {
    const { categoryId, pet, unusedId, count = 0, ...others } = state;
    others satisfies NoOtherKey;
    while (countPets(sandbox) < count) {
      addStatePet(sandbox, undefined);
    }
    const added = pet && addStatePet(sandbox, pet.status);
    return {
      categoryId: categoryId === 'any' ? findCategory(sandbox) : categoryId,
      petId: unusedId ? findUnusedId(sandbox) : added?.id,
    };
  },
};

type Controls = typeof controls;
export type ControlName = keyof Controls;
export type ControlData<Name extends ControlName> = Parameters<Controls[Name]>[1];
export type ControlResult<Name extends ControlName> = ReturnType<Controls[Name]>;

/**
 * Changes a sandbox as a test asks.
 *
 * @param time by the real clock, in milliseconds since 1970
 * @throws {SimulatorError} when it refuses; then nothing changes
 */
export function control<Name extends ControlName>(
  sandbox: Sandbox,
  name: Name,
  data: ControlData<Name>,
  time: number,
): ControlResult<Name> {
  const run = controls[name] as (...args: unknown[]) => ControlResult<Name>;
  const result = run(sandbox, data, time);
  sandbox.changes += 1;
  return result;
}
