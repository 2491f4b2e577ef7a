import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idAt, SeededCatalogue } from '../../src/engine/pets/pet-index.js';
import { openPoints } from '../../src/index.js';
import { openFetch } from '../support/behaviour.js';
import { catalogueOf, int64, largest, smallest } from './engine.js';

const fixtures = readdirSync(new URL('../../fixtures/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length));
const schemes = openPoints['id-scheme'].choices;
const idsOf = (text: string) => [...text.matchAll(/"id":(-?\d+),/g)].map(([, id]) => id as string);

test('knows the fixtures to test', () => {
  expect(fixtures).toEqual(expect.arrayContaining(['default', 'empty', 'large-ids']));
  expect(schemes).toHaveLength(3);
});

for (const fixture of fixtures) {
  for (const scheme of schemes) {
    test(`assigns unique ${scheme} identifiers beside the fixture ${fixture}`, async () => {
      const client = await openFetch({ fixture, choose: { 'id-scheme': scheme } });
      const ids = idsOf((await client.get('/pets?limit=100')).text);
      for (let n = 0; n < 150; n += 1) {
        const created = await client.post('/pets', '{"name":"Rex","categoryId":2}');
        ids.push(...idsOf(created.text));
      }
      expect(ids.length).toBeGreaterThanOrEqual(150);
      expect(new Set(ids).size).toBe(ids.length);
    });

    test(`finds every pet of the fixture ${fixture} with ${scheme} identifiers`, async () => {
      const client = await openFetch({ fixture, choose: { 'id-scheme': scheme } });
      await client.post('/pets', '{"name":"Rex","categoryId":2}');
      const list = await client.get('/pets?limit=100');
      const pets = await Promise.all(idsOf(list.text).map((id) => client.get(`/pets/${id}`)));
      expect(`[${pets.map(({ text }) => text).join(',')}]`).toBe(list.text);
    });
  }
}

for (const scheme of schemes) {
  test(`assigns growing ${scheme} identifiers within int64`, () => {
    const number = fc.integer({ min: 1, max: 10 ** 9 });
    fc.assert(
      fc.property(number, number, (one, other) => {
        const [less, more] = [
          idAt(scheme, Math.min(one, other)),
          idAt(scheme, Math.max(one, other)),
        ];
        expect(one === other ? less === more : less < more).toBe(true);
        expect(less >= smallest && more <= largest).toBe(true);
      }),
    );
  });

  test(`assigns ${scheme} identifiers that no seeded pet has`, () => {
    const near = fc.integer({ min: 1, max: 40 }).map((n) => idAt(scheme, n));
    const seeded = fc.uniqueArray(fc.oneof(near, int64), { maxLength: 30 });
    fc.assert(
      fc.property(seeded, (ids) => {
        const pets = ids.map((id) => ({ id, name: 'Rex', categoryId: 1n }));
        const catalogue = catalogueOf(new SeededCatalogue(pets, scheme));
        const added = ids.concat(1n).map(() => {
          const pet = catalogue.prepare({ name: 'Max', categoryId: 2n }, scheme);
          catalogue.add(pet);
          return pet.id;
        });
        const all = [...ids, ...added];
        expect(new Set(all).size).toBe(2 * ids.length + 1);
      }),
    );
  });
}

test('assigns large identifiers that no double can hold', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10 ** 6 }), (n) => {
      const id = idAt('large', n);
      expect(BigInt(Number(id))).not.toBe(id);
    }),
  );
});
