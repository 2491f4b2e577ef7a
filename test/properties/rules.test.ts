import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import { operations } from '../../src/engine/interface/operations.js';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import { createRuleId, type Rule } from '../../src/engine/sandbox/rules.js';
import { type Ask, engineOf, exchangeOn, getHeader } from './engine.js';

const asks: Record<string, Ask> = {
  listPets: {},
  createPet: { method: 'POST', body: '{"name":"Rex","categoryId":2}' },
  getPet: { path: '/v1/pets/1' },
};
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

type SomeRule = { readonly [Field in 'operation' | 'times']?: Rule[Field] | undefined } & {
  readonly code: number;
};

function engineWith(rules: readonly SomeRule[]) {
  const engine = engineOf(resolveChoices('default'));
  const sandbox = engine.sandboxes.getOrCreate('default');
  for (const [place, { operation: only, code, times }] of rules.entries()) {
    const limits = { ...(only && { operation: only }), ...(times && { times }) };
    const rule = { id: `rule-${place + 1}`, scenario: { code }, ...limits };
    applyChange(sandbox, { type: 'rule-added', rule });
  }
  return { engine, sandbox };
}

test('applies the newest rule of the operation that is left, and counts it', () => {
  fc.assert(
    fc.property(someRules, fc.array(operation, { maxLength: 20 }), (rules, requests) => {
      const { engine, sandbox } = engineWith(rules);
      const applied = rules.map(() => 0);
      for (const name of requests) {
        const expected = rules.findLastIndex(
          (rule, place) =>
            (rule.operation ?? name) === name &&
            (rule.times === undefined || (applied[place] ?? 0) < rule.times),
        );
        applied[expected] = (applied[expected] ?? 0) + 1;

        const { reply, changes } = exchangeOn(engine, asks[name] ?? {});

        const tries = [{ id: `rule-${expected + 1}`, applied: true }];
        const counted = changes.filter(({ type }) => type !== 'pet-added');
        expect(counted).toEqual(expected < 0 ? [] : [{ type: 'rules-tried', tries }]);
        expect(reply.status).toBe(rules[expected]?.code ?? (name === 'createPet' ? 201 : 200));
      }
      const counts = sandbox.rules.map((rule) => [rule.applied, rule.tried]);
      expect(counts).toEqual(rules.map((_, place) => [applied[place], applied[place]]).reverse());
    }),
  );
});

test('notes a status as beyond exactly when the document does not list it', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...operations),
      fc.integer({ min: 400, max: 599 }),
      ({ name, statuses }, code) => {
        const { reply } = exchangeOn(engineWith([{ code }]).engine, asks[name] ?? {});

        const notes = getHeader(reply, 'simulator-notes')?.split(', ');
        const beyond = statuses.includes(code) ? '' : ';beyond';
        expect(reply.status).toBe(code);
        expect(notes).toContain(`scenario;applied="code=${code}"${beyond}`);
      },
    ),
  );
});

test('gives no new rule the identifier of a restored one', () => {
  const number = fc.oneof(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 999_999_999 }),
  );
  const numbered = number.map((one) => `rule-${one}`);
  const ids = fc.uniqueArray(fc.oneof(numbered, fc.string()), { maxLength: 15, size: 'max' });
  fc.assert(
    fc.property(ids, (restored) => {
      const { sandbox } = engineWith([]);
      const rules = restored.map((id) => ({ id, scenario: {}, applied: 0, tried: 0 }));
      applyChange(sandbox, { type: 'restored', state: { ...sandbox.state(), rules } });

      expect(restored).not.toContain(createRuleId(sandbox.rulesAdded));
    }),
  );
});
