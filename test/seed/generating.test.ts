import { expect, test } from 'vitest';
import { generatePets } from '../../src/catalogue/generate-pets.js';

/** Counts the turns of the event loop until something is done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let pending = setImmediate(function count() {
    turns += 1;
    pending = setImmediate(count);
  });
  await work;
  clearImmediate(pending);
  return turns;
}

test('serves other requests after every 50 generated pets', async () => {
  await generatePets(3, 1);

  expect(await countTurns(generatePets(3, 500))).toBeGreaterThanOrEqual(10);
});

test('generates the same pets for two callers at once', async () => {
  const [once, ...both] = await Promise.all([
    generatePets(3, 120),
    generatePets(3, 120),
    generatePets(4, 120).then(() => generatePets(3, 120)),
  ]);

  expect(both).toEqual([once, once]);
});
