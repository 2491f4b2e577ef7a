import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SimulatorError } from '../../../src/document/errors.js';
import { resolveChoices } from '../../../src/document/open-points.js';
import { type AdmittedRequest, admit } from '../../../src/engine/admit.js';
import { type ControlData, type ControlName, control } from '../../../src/engine/control.js';
import { measureEntry } from '../../../src/engine/exchange.js';
import { handle } from '../../../src/engine/handle.js';
import { measurePets } from '../../../src/engine/pets.js';
import { createSandbox, type Sandbox } from '../../../src/engine/sandbox.js';
import { createSnapshot } from '../../../src/engine/snapshot.js';
import { type Ask, anyChoices, createRequest, engineOf, newPet } from './engine.js';

type Command =
  | ({ readonly type: 'request'; readonly time: number } & AdmittedRequest)
  | { [N in ControlName]: { type: N; data: ControlData<N>; time: number } }[ControlName];
/** Creates a command for a sandbox as it is. */
type Step = (sandbox: Sandbox) => Command;

const settings = { corsOrigin: '*', corsCredentials: false, deprecatedSince: undefined } as const;
const start = engineOf(resolveChoices('default')).start;

const time = 1_000;

function toRequest(ask: Ask): Step {
  const { request, target, refusal } = admit(createRequest(ask), ['test-key']);
  return () => ({ type: 'request', time, request, target, refusal });
}

const creation = newPet.map(({ name, categoryId, status = 'sold' }) => {
  const body = `{"name":${JSON.stringify(name)},"categoryId":${categoryId},"status":"${status}","a":1}`;
  return toRequest({ method: 'POST', body });
});

const request: fc.Arbitrary<Step> = fc.oneof(
  creation,
  fc.constantFrom<Step>(
    ...[
      {},
      { query: 'limit=2&status=sold' },
      { path: '/v1/pets/1' },
      { path: '/v1/pets/x', headers: { prefer: 'code=500' } },
      { method: 'HEAD' },
      { method: 'OPTIONS' },
      { headers: { authorization: '' } },
      { path: '/v1/unknown' },
      { method: 'POST', body: 'x'.repeat(9_000) },
    ].map(toRequest),
  ),
);

const anyControl: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(newPet, fc.constantFrom(undefined, '8', '99'))
    .map(([{ name, categoryId }, id]): Step => {
      const data = { name, categoryId: String(categoryId), id };
      return () => ({ type: 'addPet', time, data });
    }),
  fc.integer({ min: 1, max: 7 }).map((id): Step => {
    return () => ({ type: 'removePet', time, data: { id: String(id) } });
  }),
  fc.integer({ min: 1, max: 7 }).map((id): Step => {
    return () => ({ type: 'changePet', time, data: { id: String(id), name: 'Max', status: null } });
  }),
  anyChoices.map((choices): Step => {
    const data = { choices, delay: { from: 1, to: 9 }, allow: ['open'] as const };
    return () => ({ type: 'setSettings', time, data });
  }),
  fc.double({ min: 0, max: 1, noNaN: true }).map((probability): Step => {
    return () => ({ type: 'addRule', time, data: { code: 503, times: 3, probability } });
  }),
  fc.constantFrom<Step>(
    () => ({ type: 'removeRules', time, data: {} }),
    () => ({ type: 'removeRule', time, data: { id: 'rule-2' } }),
    () => ({ type: 'setClock', time, data: { mode: 'frozen', now: '2031-01-01T00:00:00Z' } }),
    () => ({ type: 'setClock', time, data: { mode: 'real', advance: 5_000 } }),
    () => ({ type: 'reset', time, data: { start, test: 'a test' } }),
    (sandbox) => ({ type: 'restore', time, data: createSnapshot(sandbox, time) }),
    () => ({ type: 'clearRequests', time, data: {} }),
    () => ({ type: 'setUpState', time, data: { pet: { status: 'sold' }, count: 6 } }),
  ),
);
const steps = fc.array(fc.oneof(request, anyControl), { maxLength: 25 });

function createOwn(maxPets = 2_000): Sandbox {
  const limits = {
    quota: { size: 0, max: maxPets },
    journals: { size: 0, max: 10_000 },
    maxJournal: 5,
  };
  return createSandbox('own', start, limits);
}

/** Carries out a command; a refusal is a result like any other. */
function run(sandbox: Sandbox, command: Command): unknown {
  try {
    return command.type === 'request'
      ? handle(sandbox, command, command.time, settings)
      : control(sandbox, command.type, command.data, command.time);
  } catch (error) {
    expect(error).toBeInstanceOf(SimulatorError);
    return String(error);
  }
}

function runAll(sandbox: Sandbox, all: readonly Step[]): void {
  for (const step of all) {
    run(sandbox, step(sandbox));
  }
}

/**
 * All that responses and calls can depend on. Both budgets are the sums of what they count; the journal has the last
 * exchanges, whose numbers never repeat.
 */
function readAll(sandbox: Sandbox) {
  const { test: name, settings: own, journal, total, dropped, limits } = sandbox;
  const snapshot = createSnapshot(sandbox, time);
  expect([limits.quota.size, limits.journals.size]).toEqual([
    measurePets(sandbox),
    journal.reduce((sum, entry) => sum + measureEntry(entry), 0),
  ]);
  expect(journal.length).toBeLessThanOrEqual(5);
  expect(journal.map(({ number }) => number)).toEqual(
    journal.map((_, index) => total - journal.length + index + 1),
  );
  return structuredClone({
    snapshot,
    name,
    own,
    journal,
    total,
    dropped,
    size: measurePets(sandbox),
  });
}

test('gives equal results for equal commands, also as copies', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const [sandbox, copy] = [createOwn(), createOwn()];
      for (const step of all) {
        const command = step(sandbox);
        expect(run(copy, structuredClone(command))).toEqual(run(sandbox, command));
      }
      expect(readAll(copy)).toEqual(readAll(sandbox));
    }),
  );
});

test('changes nothing when it refuses a control, or has no room for a pet', () => {
  let full = 0;
  fc.assert(
    fc.property(steps, fc.oneof(anyControl, creation), (all, step) => {
      const sandbox = createOwn(300);
      runAll(sandbox, all);
      const { lastNumber } = sandbox;
      const before = readAll(sandbox);
      const command = step(sandbox);
      fc.pre(command.type !== 'setUpState');
      const result = run(sandbox, command);
      const after = readAll(sandbox);
      if (typeof result === 'string') {
        expect(after).toEqual(before);
      } else if (Object(result).entry?.message?.includes('maxPetMemory')) {
        full += 1;
        expect([sandbox.lastNumber, after.size]).toEqual([lastNumber, before.size]);
        expect(after.snapshot.pets).toEqual(before.snapshot.pets);
      }
    }),
  );
  expect(full).toBeGreaterThan(0);
});

test('answers after a restore as after the snapshot', () => {
  fc.assert(
    fc.property(steps, steps, fc.array(request, { maxLength: 10 }), (before, others, after) => {
      const [sandbox, other] = [createOwn(10_000), createOwn(10_000)];
      runAll(sandbox, before);
      runAll(other, others);
      const snapshot = JSON.parse(JSON.stringify(createSnapshot(sandbox, time)));
      run(other, { type: 'restore', time, data: snapshot });

      expect(createSnapshot(other, time)).toEqual(snapshot);
      for (const step of after) {
        const [expected, got] = [sandbox, other].map((one) => {
          const { reply } = run(one, step(one)) as { reply: unknown };
          return reply;
        });
        expect(got).toEqual(expected);
      }
    }),
  );
});
