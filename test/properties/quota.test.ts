import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import type { Engine } from '../../src/engine/engine.js';
import { SimulatorError } from '../../src/engine/interface/errors.js';
import { runToEnd } from '../../src/engine/interface/slices.js';
import { MemoryQuota } from '../../src/engine/pets/memory-quota.js';
import { applyChange } from '../../src/engine/sandbox/changes.js';
import { prepareRestore, Sandbox } from '../../src/engine/sandbox/sandbox.js';
import { engineOf, exchangeOn } from './engine.js';

/** Room for a few pets. */
const most = 2_000;

const names = ['default', 'one', 'other'];

function create(engine: Engine, sandbox: string, name: string): number {
  const body = JSON.stringify({ name, categoryId: 1 });
  const path = `/sandboxes/${sandbox}/v1/pets`;
  return exchangeOn(engine, { method: 'POST', path, body }).reply.status;
}

function resetIt(engine: Engine, sandbox: string): void {
  const { start } = engine.sandboxes;
  applyChange(engine.sandboxes.getOrCreate(sandbox), { type: 'reset', start });
}

/** A snapshot is taken, and put back later. */
function restoreAgain(engine: Engine, sandbox: string): void {
  const used = engine.sandboxes.getOrCreate(sandbox);
  const state = used.state();
  resetIt(engine, sandbox);
  applyChange(used, { type: 'restored', state });
}

/** Puts back a snapshot of more pets than there is room for. */
function restoreTooMuch(engine: Engine, sandbox: string): void {
  const larger = engineOf(resolveChoices('default'), undefined, most * 2);
  roomOf(larger);
  const state = larger.sandboxes.getOrCreate('default').state();
  const target = engine.sandboxes.getOrCreate(sandbox);
  expect(() => applyChange(target, { type: 'restored', state })).toThrow(SimulatorError);
}

type Step = (engine: Engine, sandbox: string) => void;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.string({ maxLength: 300 }).map(
      (name): Step =>
        (engine, sandbox) =>
          create(engine, sandbox, name),
    ),
  },
  fc.constantFrom<Step>(
    (engine, sandbox) => engine.sandboxes.drop(sandbox),
    resetIt,
    restoreAgain,
    restoreTooMuch,
  ),
);
const steps = fc.array(fc.tuple(step, fc.constantFrom(...names)), { maxLength: 60 });

/** How many pets there is room for. */
function roomOf(engine: Engine): number {
  let room = 0;
  while (create(engine, 'default', 'Rex') === 201) {
    room += 1;
  }
  return room;
}

const engine = () => engineOf(resolveChoices('default'), undefined, most);

test('releases all memory of dropped and reset sandboxes', () => {
  const room = roomOf(engine());
  fc.assert(
    fc.property(steps, (done) => {
      const used = engine();
      for (const [act, sandbox] of done) {
        act(used, sandbox);
      }
      for (const name of names) {
        used.sandboxes.drop(name);
      }
      expect(roomOf(used)).toBe(room);
    }),
    { numRuns: 200 },
  );
  expect(room).toBeGreaterThan(5);
});

test('changes nothing when there is no room for a pet', () => {
  const used = engine();
  const control = engine();
  const room = roomOf(used);
  for (let n = 0; n < room; n += 1) {
    create(control, 'default', 'Rex');
  }

  expect(used.sandboxes.getOrCreate('default').state()).toEqual(
    control.sandboxes.getOrCreate('default').state(),
  );
});

test('a snapshot takes the memory of the sandbox that it is put back into', () => {
  const used = engine();
  create(used, 'default', 'R'.repeat(500));
  const full = used.sandboxes.getOrCreate('default');
  const { size } = full.catalogue.memory;
  const state = full.state();
  const { resources, start } = used.sandboxes;
  const [reader, owner] = [new MemoryQuota(size), new MemoryQuota(size)];
  const sandbox = new Sandbox('own', start, { ...resources, quota: owner });

  runToEnd(prepareRestore(state, { ...resources, quota: reader }));
  expect(() => reader.check(1)).toThrow(SimulatorError);
  applyChange(sandbox, { type: 'restored', state });

  reader.check(size);
  expect(() => owner.check(1)).toThrow(SimulatorError);
});
