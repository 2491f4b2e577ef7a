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

test('keeps 4,096 characters of a body', async () => {
  const simulator = createSimulator();
  await send(simulator, '/pets', { method: 'POST', body: newPetOf(5_000) });

  const [exchange] = await simulator.sandbox('default').requests();

  expect(exchange).toMatchObject({ body: newPetOf(5_000).slice(0, 4_096), bodyCut: true });
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

test.for([
  ['60000', 'waits'],
  ['60001', 501],
] as const)('answers a delay of %s ms with %s', async ([delay, expected]) => {
  const answered = await send(createSimulator(), '/pets', {
    headers: { ...headers, Prefer: `delay=${delay}` },
    signal: AbortSignal.timeout(100),
  }).then(
    (answer) => answer.status,
    () => 'waits',
  );

  expect(answered).toBe(expected);
});

test('refuses more than 1,000 pets of a reset', async () => {
  const sandbox = createSimulator().sandbox('default');
  const pets = (length: number) => Array.from({ length }, () => ({ name: 'Rex', categoryId: 1 }));

  await sandbox.reset({ pets: pets(1_000) });
  await expect(sandbox.reset({ pets: pets(1_001) })).rejects.toThrow('1000');
});
