import { stringify } from 'lossless-json';
import { shorten } from '../interface/format.js';
import { measureReplacement } from '../pets/changed-pets.js';
import { describePet } from '../pets/pet.js';
import type { Change, Writable } from './change.js';
import { describeClock } from './clock.js';
import type { Undo } from './history.js';
import type { Rule, RuleState } from './rules.js';
import type { Sandbox } from './sandbox.js';

/** The memory of an entry with its functions, in bytes. */
const entrySize = 512;
/** The memory of an empty catalogue, in bytes. */
const catalogueSize = 4_096;
const bytesPerCharacter = 2;

/** Estimates the memory of rules that are kept only for an undo. */
function measureRules(rules: readonly Rule[]): number {
  return rules.reduce((sum, rule) => sum + bytesPerCharacter * (stringify(rule) ?? '').length, 0);
}

/** Puts removed rules back; those that are still there keep their counts. */
function restoreRules(
  sandbox: Writable<Sandbox>,
  removed: readonly RuleState[],
  order: readonly string[],
): void {
  const rules = new Map([...removed, ...sandbox.rules].map((rule) => [rule.id, rule]));
  sandbox.rules = order.flatMap((id) => rules.get(id) ?? []);
}

function prepareReplacement(
  { catalogue }: Sandbox,
  { id, json }: Change & { readonly type: 'pet-replaced' },
): Undo | undefined {
  const before = catalogue.locate(id);
  if (before === undefined) {
    return undefined;
  }
  return {
    size: entrySize + measureReplacement(before.replacement),
    describe: () => (json === null ? `Removed pet ${id}.` : `Changed ${describePet(json)}.`),
    undo: () => catalogue.revert(before),
  };
}

function prepareRemoval(sandbox: Writable<Sandbox>, ids: readonly string[]): Undo | undefined {
  const { rules } = sandbox;
  const removed = rules.filter(({ id }) => ids.includes(id));
  if (removed.length === 0) {
    return undefined;
  }
  // Not the rules themselves: each request that tries some creates them anew, with other counts.
  const order = rules.map(({ id }) => id);
  return {
    size: entrySize + measureRules(removed) + 8 * order.length,
    describe: () => `Removed ${shorten(removed.map(({ id }) => id).join(', '))}.`,
    undo: () => restoreRules(sandbox, removed, order),
  };
}

/** Everything but the journal, which isn't restored. */
function prepareBeginning(sandbox: Writable<Sandbox>, description: string): Undo {
  const { catalogue, start, choices, latency, allow, needs, clock, rules, rulesAdded, answered } =
    sandbox;
  const { size } = catalogue.memory;
  return {
    size: entrySize + catalogueSize + size + measureRules(rules),
    describe: () => description,
    undo: () => {
      catalogue.memory.take(size);
      sandbox.catalogue.memory.release();
      const settings: Partial<Sandbox> = { start, choices, latency, allow, needs, clock };
      const content: Partial<Sandbox> = { catalogue, rules, rulesAdded, answered };
      Object.assign(sandbox, settings, content);
    },
  };
}

/** Prepares the undo of a change that is about to be applied; undefined where there is nothing to undo. */
export function prepareUndo(
  sandbox: Writable<Sandbox>,
  change: Change,
  time: number,
): Undo | undefined {
  switch (change.type) {
    case 'pet-replaced':
      return prepareReplacement(sandbox, change);
    case 'settings-set': {
      const { choices, latency, allow, needs } = sandbox;
      return {
        size: entrySize,
        describe: () => 'Changed the settings.',
        undo: () => Object.assign(sandbox, { choices, latency, allow, needs }),
      };
    }
    case 'rule-added': {
      const { rulesAdded } = sandbox;
      const { id } = change.rule;
      return {
        size: entrySize,
        describe: () => `Added ${id}.`,
        undo: () => {
          sandbox.rules = sandbox.rules.filter((rule) => rule.id !== id);
          sandbox.rulesAdded = rulesAdded;
        },
      };
    }
    case 'rules-removed':
      return prepareRemoval(sandbox, change.ids);
    case 'clock-set': {
      const { clock } = sandbox;
      const { mode, now } = describeClock(change.clock, time);
      const doing = mode === 'real' ? 'run' : 'stand still';
      return {
        size: entrySize,
        describe: () => `Set the clock to ${now} and let it ${doing}.`,
        undo: () => {
          sandbox.clock = clock;
        },
      };
    }
    case 'reset':
      return prepareBeginning(sandbox, 'Reset the sandbox.');
    case 'restored':
      return prepareBeginning(sandbox, 'Restored a snapshot.');
    // The history knows how to undo it, or there is nothing to undo.
    case 'pet-added':
    case 'rules-tried':
    case 'latency-drawn':
    case 'reseeded':
    case 'undone':
    case 'settled':
    case 'requests-cleared':
      return undefined;
  }
}
