import { expect, onTestFinished, test, vi } from 'vitest';
import { writePet } from '../../src/engine/pets/pet.js';
import { readPets, writePets } from '../../src/store/pet-texts.js';
import { SecretHider } from '../../src/store/secrets.js';
import { countTurns } from '../support/count-turns.js';

const secrets = new SecretHider({ apiKey: ['test-key'] });

/** Makes every piece of work seem to take a while, however fast the machine is. */
function slowDown() {
  let time = performance.now();
  const now = vi.spyOn(performance, 'now').mockImplementation(() => {
    time += 4;
    return time;
  });
  onTestFinished(() => now.mockRestore());
}

test('lets other requests through while it writes and reads the pets of a large sandbox', async () => {
  const pets = Array.from({ length: 10_000 }, (_, place) =>
    writePet(BigInt(place), { name: `Rex ${'x'.repeat(200)}`, categoryId: 1n }),
  );
  slowDown();

  const writing = writePets(pets, secrets);
  expect(await countTurns(writing)).toBeGreaterThanOrEqual(10);

  const reading = readPets(await writing, secrets);
  expect(await countTurns(reading)).toBeGreaterThanOrEqual(10);
  expect(await reading).toEqual(pets);
});
