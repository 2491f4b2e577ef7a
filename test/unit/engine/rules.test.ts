import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../../src/document/open-points.js';
import { operations } from '../../../src/document/operations.js';
import type { Rule } from '../../../src/engine/scenario.js';
import { asks, engineOf, exchangeOn } from './engine.js';

const operation = fc.constantFrom(...operations.map(({ name }) => name));

/** Rules of any operation or all, for a few requests or all. */
const someRules = fc.array(
  fc.record({
    operation: fc.option(operation, { nil: undefined }),
    code: fc.integer({ min: 400, max: 599 }),
    times: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  }),
  { maxLength: 6 },
);

function engineWith(rules: readonly Rule[]) {
  const engine = engineOf(resolveChoices('default'));
  for (const rule of rules) {
    engine.control('default', 'addRule', rule);
  }
  return engine;
}

test('applies the newest rule of the operation that is left, and counts it', () => {
  fc.assert(
    fc.property(someRules, fc.array(operation, { maxLength: 20 }), (rules, requests) => {
      const engine = engineWith(rules);
      const applied = rules.map(() => 0);
      for (const name of requests) {
        const expected = rules.findLastIndex(
          (rule, place) =>
            (rule.operation ?? name) === name &&
            (rule.times === undefined || (applied[place] ?? 0) < rule.times),
        );
        applied[expected] = (applied[expected] ?? 0) + 1;

        const { reply, rule } = exchangeOn(engine, asks[name]);

        expect(rule).toBe(expected < 0 ? undefined : `rule-${expected + 1}`);
        expect(reply.status).toBe(rules[expected]?.code ?? (name === 'createPet' ? 201 : 200));
      }
      const counts = engine.read('default', (sandbox) =>
        sandbox.rules.map((rule) => [rule.applied, rule.tried]),
      );
      expect(counts).toEqual(rules.map((_, place) => [applied[place], applied[place]]).reverse());
    }),
  );
});
