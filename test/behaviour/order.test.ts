import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listAges } from '../../src/engine/random.js';
import type { ChoiceOf } from '../../src/index.js';
import { openFetch } from '../support/behaviour.js';

const seed = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const ages = (order: ChoiceOf<'list-order'>, total: number, of: number) =>
  listAges(order, total, total, of);
const upTo = (total: number) => Array.from({ length: total }, (_, age) => age);

test('shuffles any size and seed by a permutation', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2_000 }), seed, (total, of) => {
      expect(ages('shuffled', total, of).sort((a, b) => a - b)).toEqual(upTo(total));
    }),
    { numRuns: 50 },
  );
});

test('shuffles by the seed', () => {
  const orders = new Set(upTo(20).map((of) => ages('shuffled', 50, of).join()));
  expect(orders.size).toBeGreaterThan(15);
});

test('repeats a shuffled list and each shorter page of it, whatever is read in between', async () => {
  const client = await openFetch({ choices: { 'list-order': 'shuffled' } });
  const list = async (limit: number): Promise<{ id: number }[]> =>
    (await client.get(`/pets?limit=${limit}`)).json;

  const all = await list(100);
  await client.get('/pets?limit=3&status=sold');

  for (const limit of [1, 2, 7, 49, 100]) {
    expect(await list(limit)).toEqual(all.slice(0, limit));
  }
  const ids = all.map(({ id }) => id);
  expect(ids.toSorted((a, b) => a - b)).toEqual(upTo(50).map((age) => age + 1));
  expect(ids).not.toEqual(upTo(50).map((age) => age + 1));
});
