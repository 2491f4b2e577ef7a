import { expect, test } from 'vitest';
import { generatePets } from '../../src/catalogue/generate-pets.js';
import { countTurns } from '../support/count-turns.js';

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
