import { describe, expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { laws } from '../../src/verification/checks/all-checks.js';
import { judge, type Trial } from '../../src/verification/checks/check.js';
import { Patience } from '../../src/verification/checks/eventually.js';
import { AnimalStore } from '../../src/verification/provider/animal-store.js';
import { VerificationPets } from '../../src/verification/provider/pets.js';
import { Provider } from '../../src/verification/provider/provider.js';
import {
  createTransport,
  type TransportSettings,
} from '../../src/verification/provider/transport.js';

type Fetch = TransportSettings['fetch'];

/** A trial without any network. */
function trialWith(fetch: Fetch, readOnly = false): Trial {
  const transport = createTransport({ url: 'http://localhost/v1', timeout: 5_000, fetch });
  const keys = { valid: 'test-key', invalid: 'no-key' };
  const store = new AnimalStore(new Provider(transport, keys, readOnly));
  const pets = new VerificationPets(store, 1n, 'test');
  return { store, pets, patience: new Patience(0) };
}

describe('a simulator keeps each law by itself', () => {
  test.each(laws)('$promise', async (law) => {
    const { promise, section, document } = law;

    const judged = await judge(law, trialWith(createSimulator().fetch));

    expect(judged).toEqual({ promise, section, document, part: 'conformance', verdict: 'held' });
  });
});

describe('a law creates no more pets than it says', () => {
  test.each(laws)('$promise', async (law) => {
    const trial = trialWith(createSimulator().fetch);
    // What promises share isn't counted with any of them.
    await Promise.all(
      (['available', 'pending', 'sold', undefined] as const).map((status) =>
        trial.pets.withStatus(status),
      ),
    );
    const shared = trial.store.provider.createdPets;

    await judge(law, trial);

    expect(trial.store.provider.createdPets - shared).toBeLessThanOrEqual(law.creates ?? 0);
  });
});

describe('a law that gets no answer is not held', () => {
  test.each(laws)('$promise', async (law) => {
    const trial = trialWith(() => Promise.reject(new TypeError('fetch failed')));

    expect((await judge(law, trial)).verdict).not.toBe('held');
  });
});

describe('a law that gets an empty 200 is not held', () => {
  test.each(laws)('$promise', async (law) => {
    const trial = trialWith(async () => new Response(null, { status: 200 }));

    expect((await judge(law, trial)).verdict).not.toBe('held');
  });
});
