import fc from 'fast-check';
import type { Engine } from '../../src/engine/engine.js';
import { writePet } from '../../src/engine/pets/pet.js';
import type { Change } from '../../src/engine/sandbox/change.js';
import { createRuleId } from '../../src/engine/sandbox/rules.js';
import type { Sandbox } from '../../src/engine/sandbox/sandbox.js';
import { type Ask, anyChoices, newPet } from './engine.js';

/** Decides a change of a sandbox. */
type DecideChange = (sandbox: Sandbox, engine: Engine) => Change;

const chance = fc.double({ min: 0, max: 1, noNaN: true });

/** A request that creates a pet. */
export const anyCreation: fc.Arbitrary<Ask> = newPet.map((pet) => {
  const { name, status } = pet;
  const body = `{"name":${JSON.stringify(name)},"categoryId":${pet.categoryId},"status":"${status ?? 'sold'}","a":1}`;
  return { method: 'POST', body };
});

/** A change of any type that control calls make. */
export const anyChange: fc.Arbitrary<DecideChange> = fc.oneof(
  fc.tuple(fc.bigInt({ min: 1n, max: 7n }), fc.option(newPet)).map(([id, pet]): DecideChange => {
    const json = pet === null ? null : writePet(id, pet);
    return () => ({ type: 'pet-replaced', id, json });
  }),
  anyChoices.map((choices): DecideChange => {
    const latency = { from: 1, to: 9 };
    return () => ({ type: 'settings-set', choices, latency, allow: ['open'] });
  }),
  chance.map(
    (probability): DecideChange =>
      ({ rulesAdded }) => ({
        type: 'rule-added',
        rule: { id: createRuleId(rulesAdded), scenario: { code: 503 }, times: 3, probability },
      }),
  ),
  fc.constantFrom<DecideChange>(
    ({ rules }) => ({ type: 'rules-removed', ids: rules.map(({ id }) => id) }),
    () => ({ type: 'clock-set', clock: { mode: 'frozen', at: 5 } }),
    (_sandbox, { sandboxes }) => ({ type: 'reset', start: sandboxes.start, test: 'a test' }),
    (sandbox) => ({ type: 'restored', state: sandbox.state() }),
    () => ({ type: 'requests-cleared' }),
  ),
);
