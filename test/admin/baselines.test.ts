import { expect, test } from 'vitest';
import { Baselines } from '../../src/admin/baselines.js';
import { loadPets } from '../../src/catalogue/load-pets.js';
import { resolveChoices } from '../../src/engine/choices/open-points.js';
import { createClock } from '../../src/engine/sandbox/clock.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';

/** Baselines that generate at most 100 pets at a time. */
function createBaselines(): Baselines {
  const choices = resolveChoices('default');
  const own = {
    seeded: [],
    seed: 1,
    choices,
    latency: { from: 0, to: 0 },
    allow: [],
    clock: createClock('real'),
  };
  return new Baselines(resolveSimulatorOptions({}), { start: own }, loadPets, 100);
}

test('refuses a reset that would generate too many pets at a time', async () => {
  const baselines = createBaselines();
  const first = baselines.find({ seed: 7, pets: 60 });

  await expect(baselines.find({ seed: 8, pets: 60 })).rejects.toThrow(
    'Resets are generating 60 pets, and at most 100 at a time. Wait until they are done.',
  );
  expect((await first).seeded).toHaveLength(60);
  expect((await baselines.find({ seed: 8, pets: 60 })).seeded).toHaveLength(60);
});

test('generates more pets than that for a single reset', async () => {
  const { seeded } = await createBaselines().find({ seed: 7, pets: 120 });

  expect(seeded).toHaveLength(120);
});
