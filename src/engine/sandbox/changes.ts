import { runToEnd } from '../interface/slices.js';
import type { Catalogue } from '../pets/catalogue.js';
import { moveContent } from '../pets/move-content.js';
import type { SeededCatalogue } from '../pets/pet-index.js';
import type { Change, Writable } from './change.js';
import { restoreClock } from './clock.js';
import { countRules, countTries } from './rules.js';
import { createCatalogue, type Sandbox, type Sandboxes, takeRestored } from './sandbox.js';
import type { SandboxStart, SandboxState } from './state.js';

/** Starts over with an empty journal. */
function begin(sandbox: Writable<Sandbox>, start: SandboxStart, catalogue: Catalogue): void {
  const { choices, latency, allow, needs, clock } = start;
  sandbox.catalogue.memory.release();
  const content: Partial<Sandbox> = { start, catalogue, choices, latency, allow, needs, clock };
  const none: Partial<Sandbox> = { rules: [], rulesAdded: 0, answered: 0 };
  Object.assign(sandbox, content, none);
  sandbox.journal.clear();
}

/** What a test allows and needs stays: no response depends on it, and the test that set it goes on. */
function restore(sandbox: Writable<Sandbox>, state: SandboxState): void {
  const { seed, choices, latency, clock, rules, rulesAdded, answered } = state;
  const catalogue = takeRestored(state, sandbox.resources);
  const { allow, needs, start } = sandbox;
  const seeded = catalogue.seeded.pets;
  begin(sandbox, { ...start, seeded, seed, choices, latency, allow, needs }, catalogue);
  sandbox.rules = rules;
  sandbox.rulesAdded = countRules(rules, rulesAdded);
  sandbox.answered = answered;
  sandbox.clock = restoreClock(clock);
}

/** Needs no more memory than before, so it always succeeds. */
function reseed(sandbox: Writable<Sandbox>, seeded: readonly string[]): void {
  const content = sandbox.catalogue.content();
  sandbox.catalogue.memory.release();
  sandbox.start = { ...sandbox.start, seeded };
  sandbox.catalogue = createCatalogue(sandbox.start, sandbox.resources);
  runToEnd(sandbox.catalogue.restore(moveContent(content, sandbox.catalogue.seeded.index)));
}

/**
 * Replaces the pets that the simulator starts with, also in the sandboxes that have them.
 *
 * @returns whether they differ from those before
 */
export function reseedAll(sandboxes: Sandboxes, pets: SeededCatalogue): boolean {
  const from = sandboxes.start.seeded;
  const to = pets.pets;
  if (from.length === to.length && from.every((json, place) => json === to[place])) {
    return false;
  }
  sandboxes.replaceShared(pets);
  for (const sandbox of sandboxes.list()) {
    applyChange(sandbox, { type: 'reseeded', from, to });
  }
  return true;
}

/** Applies changes to a sandbox, and collects them as well: those that didn't fail. */
export function recordChanges<Result>(
  target: Sandbox,
  act: (sandbox: Sandbox) => Result,
): { readonly result: Result; readonly changes: readonly Change[] } {
  const sandbox: Writable<Sandbox> = target;
  const changes: Change[] = [];
  sandbox.recording = changes;
  try {
    return { result: act(sandbox), changes };
  } finally {
    sandbox.recording = undefined;
  }
}

/**
 * Applies a change: the only function that modifies a sandbox, except for its journal.
 *
 * @throws {SimulatorError} `simulator_full` when the quota has no room for the pets, `bad_request` when two
 * restored pets have the same identifier; then nothing changes
 */
export function applyChange(sandbox: Sandbox, change: Change): void {
  apply(sandbox, change);
  sandbox.recording?.push(change);
}

function apply(sandbox: Writable<Sandbox>, change: Change): void {
  switch (change.type) {
    case 'pet-added':
      sandbox.catalogue.add(change.pet);
      break;
    case 'pet-replaced':
      sandbox.catalogue.replace(change.id, change.json);
      break;
    case 'settings-set':
      sandbox.choices = change.choices;
      sandbox.latency = change.latency;
      sandbox.allow = change.allow;
      sandbox.needs = change.needs;
      break;
    case 'rule-added':
      sandbox.rules = [{ ...change.rule, applied: 0, tried: 0 }, ...sandbox.rules];
      sandbox.rulesAdded = countRules([change.rule], sandbox.rulesAdded);
      break;
    case 'rules-tried':
      sandbox.rules = countTries(sandbox.rules, change.tries);
      break;
    case 'rules-removed': {
      const removed = new Set(change.ids);
      sandbox.rules = sandbox.rules.filter(({ id }) => !removed.has(id));
      break;
    }
    case 'latency-drawn':
      sandbox.answered += 1;
      break;
    case 'clock-set':
      sandbox.clock = change.clock;
      break;
    case 'reset':
      begin(sandbox, change.start, createCatalogue(change.start, sandbox.resources));
      // A test that goes back to the start goes on.
      sandbox.test = change.test ?? sandbox.test;
      break;
    case 'restored':
      restore(sandbox, change.state);
      break;
    case 'reseeded':
      if (sandbox.start.seeded === change.from) {
        reseed(sandbox, change.to);
      }
      break;
    case 'settled':
      break;
    case 'requests-cleared':
      sandbox.journal.clear();
      break;
  }
}
