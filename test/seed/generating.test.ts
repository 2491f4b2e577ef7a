import { expect, test } from 'vitest';
import { generatePets } from '../../src/catalogue/generate-pets.js';
import { SeededCatalogue } from '../../src/engine/pets/pet-index.js';
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

test('serves other requests after every 64 KiB of indexed pets', () => {
  const pets = Array.from({ length: 100 }, () => ({ name: 'x'.repeat(10_000), categoryId: 1n }));

  expect([...SeededCatalogue.create(pets, 'sequential')].length).toBeGreaterThanOrEqual(10);
});
