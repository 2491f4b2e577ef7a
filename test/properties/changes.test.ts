import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import type { Engine } from '../../src/engine/engine.js';
import type { Change } from '../../src/engine/sandbox/change.js';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import { Sandbox } from '../../src/engine/sandbox/sandbox.js';
import { anyChoices, engineOf, exchangeOn } from './engine.js';
import { anyChange, anyCreation } from './steps.js';

/** Decides changes of a sandbox, or makes a request that does. */
type Step = (engine: Engine, sandbox: Sandbox) => readonly Change[];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.oneof(anyCreation, fc.constant({})).map(
    (ask): Step =>
      (engine) =>
        exchangeOn(engine, ask).changes,
  ),
  {
    weight: 4,
    arbitrary: anyChange.map(
      (decide): Step =>
        (engine, sandbox) => {
          const decided = decide(sandbox, engine);
          applyChange(sandbox, decided);
          return [decided];
        },
    ),
  },
);

test('rebuilds a sandbox from copies of its changes', () => {
  const open = () => engineOf(resolveChoices('default'));
  const types = new Set<Change['type']>();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      const engine = open();
      const sandbox = engine.sandboxes.getOrCreate('default');
      const changes = structuredClone(steps.flatMap((decideNext) => decideNext(engine, sandbox)));
      const rebuilt = open().sandboxes.getOrCreate('default');
      for (const change of changes) {
        types.add(change.type);
        applyChange(rebuilt, change);
      }
      expect(rebuilt.state()).toEqual(sandbox.state());
      expect(rebuilt.start).toEqual(sandbox.start);
    }),
    { numRuns: 300 },
  );
  expect(types.size).toBe(12);
});

test('responds the same after a rebuild from its changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), anyChoices, (steps, choices) => {
      const engines = [engineOf(choices), engineOf(choices)] as const;
      const [engine, copy] = engines;
      const sandbox = engine.sandboxes.getOrCreate('default');
      for (const change of steps.flatMap((decideNext) => decideNext(engine, sandbox))) {
        applyChange(copy.sandboxes.getOrCreate('default'), change);
      }
      const [reply, other] = engines.map((one) => exchangeOn(one, { query: 'limit=100' }).reply);
      expect(reply).toEqual(other);
    }),
  );
});

/** What an undo restores: not how often rules were tried, and latencies drawn. */
function readRestored(sandbox: Sandbox) {
  const { answered: _answered, rules, ...state } = structuredClone(sandbox.state());
  const bare = rules.map(({ tried: _tried, applied: _applied, ...rule }) => rule);
  return { ...state, added: state.added.slice(0, state.addedCount), rules: bare };
}

test('undoes any changes, as if they had never been', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 8 }),
      fc.array(step, { maxLength: 12 }),
      (before, after) => {
        const engine = engineOf(resolveChoices('default'));
        const sandbox = engine.sandboxes.getOrCreate('default');
        for (const take of before) {
          take(engine, sandbox);
        }
        const states = new Map([[sandbox.history.list().length, readRestored(sandbox)]]);
        const least = sandbox.history.list().length;
        for (const take of after) {
          take(engine, sandbox);
          states.set(sandbox.history.list().length, readRestored(sandbox));
        }
        for (let left = sandbox.history.list().length - 1; left >= least; left -= 1) {
          applyChange(sandbox, { type: 'undone' });
          expect(readRestored(sandbox)).toEqual(states.get(left));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('counts the memory of the rules that an undo brings back', () => {
  const { start, resources } = engineOf(resolveChoices('default')).sandboxes;
  const rule = { id: 'rule-1', scenario: { body: 'x'.repeat(50_000) } };
  const removals: readonly Change[] = [
    { type: 'rules-removed', ids: [rule.id] },
    { type: 'reset', start },
  ];
  for (const removal of removals) {
    const sandbox = new Sandbox('one', start, resources);
    applyChange(sandbox, { type: 'rule-added', rule });
    const before = sandbox.history.size;

    applyChange(sandbox, removal);

    expect(sandbox.history.size - before).toBeGreaterThan(100_000);
  }
});

test('lists nothing to undo where a removal finds no rule', () => {
  const sandbox = engineOf(resolveChoices('default')).sandboxes.getOrCreate('default');

  applyChange(sandbox, { type: 'rules-removed', ids: ['rule-1'] });

  expect(sandbox.history.list()).toEqual([]);
});
