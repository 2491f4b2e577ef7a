import fc from 'fast-check';
import { expect, test } from 'vitest';
import { resolveChoices } from '../../src/document/open-points.js';
import { idAt } from '../../src/engine/pets.js';
import { openPoints } from '../../src/index.js';
import { engineOf, int64, largest, smallest } from '../unit/engine/engine.js';

const schemes = openPoints['id-scheme'].choices;

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

  test(`assigns no identifier of a seeded pet: ${scheme}`, () => {
    const near = fc.integer({ min: 1, max: 40 }).map((n) => idAt(scheme, n));
    const seeded = fc.uniqueArray(fc.oneof(near, int64), { maxLength: 30 });
    fc.assert(
      fc.property(seeded, (ids) => {
        const pets = ids.map((id) => ({ id, name: 'Rex', categoryId: 1n }));
        const engine = engineOf(resolveChoices('default', { 'id-scheme': scheme }), pets);
        const added = ids
          .concat(1n)
          .map(() => engine.control('default', 'addPet', { name: 'Max', categoryId: '2' }).id);
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
