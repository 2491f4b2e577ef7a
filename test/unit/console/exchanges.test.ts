import { expect, test } from 'vitest';
import { countOutcomes } from '../../../src/console/simulator.js';
import { createSimulator } from '../../../src/index.js';

test('counts each exchange once, in one sandbox and in all', async () => {
  const { fetch, sandboxes } = createSimulator();
  const preferences = ['', 'code=404', 'code=503', 'fault=garbage', 'code=999'];
  for (const key of ['test-key', 'test-key.x', 'test-key.x']) {
    for (const Prefer of preferences) {
      await fetch('/v1/pets', { headers: { Authorization: `Bearer ${key}`, Prefer } });
    }
  }
  const all = new Map((await sandboxes()).map((one) => [one.name, one]));
  const count = (sandbox?: string) => countOutcomes(all, sandbox).map(([, number]) => number);

  expect([count('default'), count('x'), count()]).toEqual(
    [1, 2, 3].map((each) => preferences.map(() => each)),
  );
});
