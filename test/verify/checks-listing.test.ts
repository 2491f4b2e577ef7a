import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import type { Fetch } from '../../src/verify/send/client.js';
import { createContext, createContextWith, runNamedCheck } from './check-context.js';
import type { Call } from './providers/call.js';
import type { Fields, Pet } from './providers/pet.js';
import { Service } from './providers/service.js';
import { decidingCase } from './results.js';

const filtered = 'the status filter returns all pets with that status and no others';

const run = (name: string, fetch: Fetch) => runNamedCheck(name, createContextWith(fetch));

/** Changes the pets of every list. */
function changeLists(change: (list: unknown[]) => unknown[]): Fetch {
  const simulator = createSimulator();
  return async (input, init) => {
    const response = await simulator.fetch(input, init);
    const isList = init?.method === 'GET' && new URL(String(input)).pathname.endsWith('/pets');
    return isList && response.ok ? Response.json(change(await response.json())) : response;
  };
}

test('is inconclusive when no page shows all pets', async () => {
  const result = await run(
    filtered,
    createSimulator({ pets: 1_000, choices: { 'list-order': 'shuffled' } }).fetch,
  );

  expect(decidingCase(result)).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('no page shows all of them'),
  });
});

test('fails a filter that gives a pet the status for which it is listed', async () => {
  class Obliging extends Service {
    override matches(): boolean {
      return true;
    }

    override shown(pet: Pet, call: Call): Fields {
      const status = this.filterOf(call);
      return { ...super.shown(pet, call), ...(status && { status }) };
    }
  }

  const result = await runNamedCheck(filtered, createContext(new Obliging()));

  expect(decidingCase(result)).toMatchObject({
    verdict: 'failed',
    evidence: { cause: { title: 'status of the Pet changes' } },
  });
});

test('lists again when a pet of another client changes between two lists', async () => {
  let lists = 0;
  const fetch = changeLists((list) => {
    lists += 1;
    const name = lists === 1 ? 'Before' : 'After';
    return (list as { id: number }[]).map((pet) => (pet.id === 1 ? { ...pet, name } : pet));
  });
  const context = createContextWith(fetch, { retryBudget: 10_000 });

  const { verdict } = await runNamedCheck(filtered, context);

  expect(verdict).toBe('passed');
});
