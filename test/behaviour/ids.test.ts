import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addPet, createPets, createSeededList, idAt } from '../../src/engine/pets.js';
import { openPoints } from '../../src/index.js';
import { openFetch } from '../support/behaviour.js';
import { int64, largest, smallest } from '../unit/engine/engine.js';

const fixtures = readdirSync(new URL('../../fixtures/', import.meta.url))
  .filter((file) => file.endsWith('.json'))
  .map((file) => file.slice(0, -'.json'.length));
const schemes = openPoints['id-scheme'].choices;
const idsOf = (text: string) => [...text.matchAll(/"id":(-?\d+),/g)].map(([, id]) => id as string);

for (const fixture of fixtures) {
  for (const scheme of schemes) {
    test(`assigns unique ${scheme} identifiers beside the fixture ${fixture}`, async () => {
      const client = await openFetch({ fixture, choose: { 'id-scheme': scheme } });
      const ids = idsOf((await client.get('/pets?limit=100')).text);
      for (let n = 0; n < 20; n += 1) {
        const created = await client.post('/pets', '{"name":"Rex","categoryId":2}');
        ids.push(...idsOf(created.text));
      }
      expect(ids.length).toBeGreaterThanOrEqual(20);
      expect(new Set(ids).size).toBe(ids.length);
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
        const catalogue = createPets(createSeededList(pets, scheme), { size: 0, max: 10_000 });
        const added = ids
          .concat(1n)
          .flatMap(() => idsOf(addPet(catalogue, { name: 'Max', categoryId: '2' }, scheme)));
        const all = [...ids.map(String), ...added];
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
