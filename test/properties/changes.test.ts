import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import type { Engine } from '../../src/engine/engine.js';
import type { Change } from '../../src/engine/sandbox/change.js';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import type { Sandbox } from '../../src/engine/sandbox/sandbox.js';
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
  expect(types.size).toBe(11);
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
