import { stringify } from 'lossless-json';
import { readJsonValue } from '../engine/interface/json.js';
import { scanPet } from '../engine/pets/pet.js';
import type { Change } from '../engine/sandbox/change.js';
import type { Rule } from '../engine/sandbox/rules.js';
import type { SandboxStart, SandboxState } from '../engine/sandbox/state.js';
import type { SecretHider } from './secrets.js';
import type { SeededPets } from './seeded-pets.js';

/** What turns changes into JSON and back. */
export interface CodecContext {
  readonly secrets: SecretHider;
  readonly pets: SeededPets;
}

type ChangeOf<Type extends Change['type']> = Extract<Change, { readonly type: Type }>;

/** A change as JSON. */
export type StoredChange =
  | { readonly type: 'pet-added'; readonly json: string; readonly numbered: number }
  | { readonly type: 'pet-replaced'; readonly id: string; readonly json: string | null }
  | { readonly type: 'rule-added'; readonly rule: string }
  | { readonly type: 'reset'; readonly start: StoredStart; readonly test?: string | undefined }
  | { readonly type: 'restored'; readonly seeded: string; readonly state: StoredState }
  | { readonly type: 'reseeded'; readonly from: string; readonly to: string }
  | Exclude<
      Change,
      ChangeOf<'pet-added' | 'pet-replaced' | 'rule-added' | 'reset' | 'restored' | 'reseeded'>
    >;

/** A start with the hash of its seeded pets. */
export type StoredStart = Omit<SandboxStart, 'seeded'> & { readonly seeded: string };

/** The parts of a state that JSON can't hold as they are, or that may have secrets. */
export type Lists = Pick<SandboxState, 'rules' | 'added' | 'addedCount' | 'replaced' | 'retired'>;

/** Its pets follow: those that were added, then those that replace others. */
export interface StoredLists {
  readonly rules: string;
  readonly addedCount: number;
  readonly replaced: readonly (readonly [place: number, hasText: boolean])[];
  readonly retired: readonly string[];
}

type StoredState = StoredLists & Omit<SandboxState, keyof Lists | 'seeded'>;

export function encodeStart(start: SandboxStart, { pets }: CodecContext): StoredStart {
  return { ...start, seeded: pets.hashOf(start.seeded) };
}

export function decodeStart(start: StoredStart, { pets }: CodecContext): SandboxStart {
  return { ...start, seeded: pets.get(start.seeded) };
}

export function encodeLists(lists: Lists, { secrets }: CodecContext): StoredLists {
  const { rules, addedCount, replaced, retired } = lists;
  return {
    rules: stringify(secrets.hideAll(rules)) ?? '[]',
    addedCount,
    replaced: [...replaced].map(([place, json]) => [place, json !== null]),
    retired: [...retired],
  };
}

/** The pets of lists, in the order in which they are decoded. */
export function* listPets({ added, addedCount, replaced }: Lists): Generator<string> {
  for (let place = 0; place < addedCount; place += 1) {
    yield added[place] as string;
  }
  for (const json of replaced.values()) {
    if (json !== null) {
      yield json;
    }
  }
}

export function decodeLists(
  { rules, addedCount, replaced, retired }: StoredLists,
  nextPet: () => string,
  { secrets }: CodecContext,
): Lists {
  return {
    rules: secrets.showAll(readJsonValue(rules)) as unknown as Lists['rules'],
    added: Array.from({ length: addedCount }, nextPet),
    addedCount,
    replaced: new Map(replaced.map(([place, hasText]) => [place, hasText ? nextPet() : null])),
    retired: new Set(retired),
  };
}

export function encodeChange(change: Change, context: CodecContext): StoredChange {
  const { secrets, pets } = context;
  switch (change.type) {
    case 'pet-added': {
      const { type, pet } = change;
      return { type, json: secrets.hideInPet(pet.json), numbered: pet.numbered };
    }
    case 'pet-replaced': {
      const { type, id, json } = change;
      return { type, id: String(id), json: json === null ? null : secrets.hideInPet(json) };
    }
    case 'rule-added':
      return { type: change.type, rule: stringify(secrets.hideAll(change.rule)) ?? '{}' };
    case 'reset': {
      const { type, start, test } = change;
      const hidden = test === undefined ? {} : { test: secrets.hide(test) };
      return { type, start: encodeStart(start, context), ...hidden };
    }
    case 'restored': {
      const { seeded, rules, added, addedCount, replaced, retired, ...settings } = change.state;
      const lists = encodeLists({ rules, added, addedCount, replaced, retired }, context);
      const state = { ...settings, ...lists };
      return { type: change.type, seeded: pets.hashOf(seeded), state };
    }
    case 'reseeded': {
      const { type, from, to } = change;
      return { type, from: pets.hashOf(from), to: pets.hashOf(to) };
    }
    default:
      return change;
  }
}

/**
 * @param nextPet returns the next of the pets that followed the changes
 * @throws {Error} when no simulator wrote it
 */
export function decodeChange(
  stored: StoredChange,
  nextPet: () => string,
  context: CodecContext,
): Change {
  const { secrets, pets } = context;
  switch (stored.type) {
    case 'pet-added': {
      const { type, numbered } = stored;
      const json = secrets.show(stored.json);
      const { id, status } = scanPet(json);
      return { type, pet: { id: BigInt(id), status, json, numbered } };
    }
    case 'pet-replaced': {
      const { type, id, json } = stored;
      return { type, id: BigInt(id), json: json === null ? null : secrets.show(json) };
    }
    case 'rule-added': {
      const rule = secrets.showAll(readJsonValue(stored.rule)) as unknown as Rule;
      return { type: stored.type, rule };
    }
    case 'reset': {
      const { type, start, test } = stored;
      const shown = test === undefined ? {} : { test: secrets.show(test) };
      return { type, start: decodeStart(start, context), ...shown };
    }
    case 'restored': {
      const { type, seeded, state } = stored;
      const lists = decodeLists(state, nextPet, context);
      return { type, state: { ...state, ...lists, seeded: pets.get(seeded) } };
    }
    case 'reseeded': {
      const { type, from, to } = stored;
      return { type, from: pets.get(from), to: pets.get(to) };
    }
    case 'settings-set':
    case 'rules-tried':
    case 'rules-removed':
    case 'latency-drawn':
    case 'clock-set':
    case 'settled':
    case 'requests-cleared':
      return stored;
    default:
      throw new Error('The change has no type.');
  }
}

/** The lists of seeded pets that a change refers to. */
export function listSeeded(change: Change): readonly (readonly string[])[] {
  switch (change.type) {
    case 'reset':
      return [change.start.seeded];
    case 'restored':
      return [change.state.seeded];
    case 'reseeded':
      return [change.from, change.to];
    default:
      return [];
  }
}
