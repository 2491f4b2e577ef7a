import { expect, test } from 'vitest';
import { createSimulator, type OfflineSimulator } from '../../src/browser.js';

const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };

const send = (simulator: OfflineSimulator, path: string, init: RequestInit = {}) =>
  simulator.fetch(`http://localhost/v1${path}`, { headers, ...init });

/** A NewPet of so many bytes. */
function newPetOf(bytes: number): string {
  const body = (name: string) => JSON.stringify({ name, categoryId: 1 });
  return body('x'.repeat(bytes - body('').length));
}

test.for([
  [1_048_576, 201],
  [1_048_577, 413],
] as const)('answers a body of %i bytes with %i', async ([bytes, status]) => {
  const init = { method: 'POST', body: newPetOf(bytes) };

  expect((await send(createSimulator(), '/pets', init)).status).toBe(status);
});

test('keeps the last 1,000 exchanges', async () => {
  const simulator = createSimulator();
  for (let count = 0; count < 1_002; count += 1) {
    await send(simulator, '/pets/1');
  }

  const journal = await simulator.sandbox('default').requests({ limit: 1_000 });

  expect(journal.map(({ number }) => number)).toEqual(
    Array.from({ length: 1_000 }, (_, index) => index + 3),
  );
});

test('keeps 1,000 sandboxes: the longest idle goes, never default', async () => {
  const simulator = createSimulator();
  const create = (sandbox: string) =>
    send(simulator, '/pets', {
      method: 'POST',
      body: newPetOf(50),
      headers: { ...headers, Authorization: `Bearer test-key.${sandbox}` },
    });
  const count = async (sandbox: string) => (await simulator.sandbox(sandbox).requests()).length;
  await send(simulator, '/pets');
  for (let number = 1; number <= 1_000; number += 1) {
    await create(`s${number}`);
  }

  expect([await count('default'), await count('s1000'), await count('s2')]).toEqual([1, 1, 1]);
  expect(await count('s1')).toBe(0);
});
