import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import type { Fetch } from '../../src/verify/send/http.js';
import {
  createContext,
  createContextWith,
  createPets,
  createStoreWith,
  runNamedCheck,
} from './check-context.js';
import type { Call } from './providers/call.js';
import type { Fields, Pet } from './providers/pet.js';
import { Service } from './providers/service.js';
import { decidingCase } from './results.js';

const samePets = 'two equal listPets requests return the same pets';
const filtered = 'the status filter returns all pets with that status and no others';
/** More pets than a page shows. */
const pets = 150;

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

test.each(['listPets returns created pets unchanged', filtered])(
  'is inconclusive when no page shows all pets: %s',
  async (name) => {
    const result = await run(name, createSimulator({ pets: 1_000 }).fetch);

    expect(decidingCase(result)).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('no page shows all of them'),
    });
  },
);

test('passes lists that show different parts of a large store', async () => {
  const stores = [
    createSimulator({ pets, choose: { 'list-order': 'oldest-first' } }),
    createSimulator({ pets, choose: { 'list-order': 'newest-first' } }),
  ];
  let calls = 0;
  const fetch: Fetch = (input, init) => {
    calls += 1;
    return (stores[calls % 2] as (typeof stores)[0]).fetch(input, init);
  };

  const { verdict } = await run(samePets, fetch);

  expect(verdict).toBe('passed');
});

test('does not take a full page for all pets', async () => {
  const listed = async (count: number) =>
    createPets(createStoreWith(createSimulator({ pets: count }).fetch)).listAll();

  expect(await listed(99)).toHaveLength(99);
  expect(await listed(100)).toBeUndefined();
});

test('fails a page that has a pet twice', async () => {
  const result = await run(
    samePets,
    changeLists((list) => [...list, list[0]]),
  );

  expect(result.verdict).toBe('failed');
});

test('fails a filter that leaves out a pet', async () => {
  const result = await run(
    filtered,
    changeLists((list) => (list.length < 50 ? list.slice(1) : list)),
  );

  expect(result.verdict).toBe('failed');
});

test('fails a page with fewer pets than its limit', async () => {
  const result = await run(
    'a page without limit has 20 pets',
    changeLists((list) => (list.length === 20 ? list.slice(1) : list)),
  );

  expect(decidingCase(result)).toMatchObject({
    verdict: 'failed',
    evidence: {
      expected: '20 pets, because the store has at least 50',
      problem: '19 pets received',
      causes: [{ title: 'a page has fewer pets than its limit' }],
    },
  });
});

test('fails a filter that gives a pet the status for which it is listed', async () => {
  class Obliging extends Service {
    protected override matches(): boolean {
      return true;
    }

    protected override shown(pet: Pet, call: Call): Fields {
      return {
        ...super.shown(pet, call),
        ...(this.filterOf(call) && { status: this.filterOf(call) }),
      };
    }
  }

  const name = 'the status filter returns a pet under its own status only';
  const result = await runNamedCheck(name, createContext(new Obliging()));

  expect(decidingCase(result)).toMatchObject({
    verdict: 'failed',
    evidence: {
      expected: expect.stringMatching(/^the pet \d+, which is available, not listed$/),
      problem: expect.stringMatching(/^\d+ pets received, and this is one of them$/),
      causes: [{ title: 'status of the Pet changes' }],
    },
  });
});

test('lists again when a pet of another client changes between two lists', async () => {
  const rename = (pet: unknown, name: string) => ({ ...(pet as object), name });
  let lists = 0;
  const fetch = changeLists((list) => {
    lists += 1;
    return [rename(list[0], lists === 1 ? 'Before' : 'After'), ...list.slice(1)];
  });
  const context = createContextWith(fetch, { retryBudget: 10_000 });

  await context.pets.create();
  const { verdict } = await runNamedCheck(samePets, context);

  expect(verdict).toBe('passed');
});

test('names the Pets that a list lacks', async () => {
  const store = createPets(createStoreWith(async () => Response.json({}))).store;

  await expect(store.list()).rejects.toThrow('Pets');
});
