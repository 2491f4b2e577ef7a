import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runToEnd } from '../../src/engine/interface/slices.js';
import type { Catalogue } from '../../src/engine/pets/catalogue.js';
import type { ListOrder } from '../../src/engine/pets/order.js';
import { type NewPet, type PetStatus, petStatuses, writePet } from '../../src/engine/pets/pet.js';
import { SeededCatalogue } from '../../src/engine/pets/pet-index.js';
import { ending } from './ending.js';
import { catalogueOf, newPet, status } from './engine.js';

/** A pet as a client would have it in mind. */
interface Known extends NewPet {
  readonly id: bigint;
}
/** The model: all pets, oldest first, every identifier that a pet ever had, and the seeded pets left. */
type Model = { pets: Known[]; used: Set<bigint>; seeded: Set<bigint> };

const idOf = (pet: string) => BigInt(/^\{"id":(-?\d+)/.exec(pet)?.[1] ?? 'none');
const wide = { limit: Number.MAX_SAFE_INTEGER, status: undefined } as const;

function expectPet(text: string | undefined, pet: Known): void {
  const { id, categoryId, name, ...others } = pet;
  expect(text).toContain(`"categoryId":${categoryId}`);
  expect(idOf(text ?? '')).toBe(id);
  const { id: _id, categoryId: _categoryId, ...read } = JSON.parse(text ?? '');
  expect(read).toEqual({ name, ...others });
}

class Add implements fc.Command<Model, Catalogue> {
  constructor(readonly pet: NewPet) {}
  check = () => true;
  run(model: Model, real: Catalogue): void {
    const added = real.prepare(this.pet, 'sequential');
    expect(real.find(added.id)).toBeUndefined();
    real.add(added);
    const text = added.json;
    const id = idOf(text);
    expect(model.used).not.toContain(id);
    const pet = { id, ...this.pet };
    expectPet(text, pet);
    model.pets.push(pet);
    model.used.add(id);
  }
  toString = () => `add(${JSON.stringify(this.pet.name)}, ${this.pet.status})`;
}

/** Adds a pet under an identifier of the caller's choice, maybe that of a removed one. */
class AddAs implements fc.Command<Model, Catalogue> {
  constructor(
    readonly id: bigint,
    readonly pet: NewPet,
  ) {}
  check = ({ pets }: Readonly<Model>) => pets.every(({ id }) => id !== this.id);
  run(model: Model, real: Catalogue): void {
    const { id, pet } = this;
    const { status } = pet;
    real.add({ id, status, json: writePet(id, pet), numbered: real.numbered });
    model.pets.push({ id, ...pet });
    model.used.add(id);
  }
  toString = () => `addAs(${this.id}, ${this.pet.status})`;
}

class Change implements fc.Command<Model, Catalogue> {
  constructor(
    readonly nth: number,
    readonly pet: NewPet,
  ) {}
  check = ({ pets }: Readonly<Model>) => pets.length > 0;
  run(model: Model, real: Catalogue): void {
    const { id } = model.pets[this.nth % model.pets.length] as Known;
    real.replace(id, writePet(id, this.pet));
    const changed = { id, ...this.pet };
    model.pets = model.pets.map((pet) => (pet.id === id ? changed : pet));
  }
  toString = () => `change(${this.nth}, ${this.pet.status})`;
}

class Remove implements fc.Command<Model, Catalogue> {
  constructor(readonly nth: number) {}
  check = ({ pets }: Readonly<Model>) => pets.length > 0;
  run(model: Model, real: Catalogue): void {
    const { id } = model.pets[this.nth % model.pets.length] as Known;
    real.replace(id, null);
    model.pets = model.pets.filter((pet) => pet.id !== id);
    model.seeded.delete(id);
    expect(real.find(id)).toBeUndefined();
  }
  toString = () => `remove(${this.nth})`;
}

/** A content stays as it was, and an equal catalogue can be made of it. */
class Copy implements fc.Command<Model, Catalogue> {
  check = () => true;
  run({ pets }: Model, real: Catalogue): void {
    const content = real.content();
    const before = structuredClone(content);
    const copy = catalogueOf(real.seeded);
    runToEnd(copy.restore(content));
    const list = (one: Catalogue) => one.page({ ...wide, order: 'oldest-first' });
    expect(list(copy)).toEqual(list(real));
    for (const status of petStatuses) {
      expect(copy.count(status)).toBe(real.count(status));
    }
    const added = real.prepare({ name: 'Rex', categoryId: 1n }, 'sequential');
    expect(copy.prepare({ name: 'Rex', categoryId: 1n }, 'sequential')).toEqual(added);
    copy.add(added);
    copy.replace((pets[0] ?? added).id, null);
    expect({ ...content, added: content.added.slice(0, content.addedCount) }).toEqual(before);
  }
  toString = () => 'copy()';
}

/** Whether a category is known depends on the seeded pets as they are now. */
class Categories implements fc.Command<Model, Catalogue> {
  check = () => true;
  run({ pets, seeded }: Model, real: Catalogue): void {
    for (const { id, categoryId } of pets) {
      if (seeded.has(id)) {
        expect(real.lacksCategory(categoryId)).toBe(false);
      }
    }
    const known = pets.filter(({ id }) => seeded.has(id)).map(({ categoryId }) => categoryId);
    const other = [1n, 2n, 3n].filter((categoryId) => !known.includes(categoryId));
    const unknown = seeded.size === 0 ? [] : other;
    expect(other.filter((categoryId) => real.lacksCategory(categoryId))).toEqual(unknown);
  }
  toString = () => 'categories()';
}

class Find implements fc.Command<Model, Catalogue> {
  constructor(readonly nth: number) {}
  check = ({ pets }: Readonly<Model>) => pets.length > 0;
  run({ pets }: Model, real: Catalogue): void {
    const pet = pets[this.nth % pets.length] as Known;
    expectPet(real.find(pet.id), pet);
  }
  toString = () => `find(${this.nth})`;
}

class FindUnknown implements fc.Command<Model, Catalogue> {
  constructor(readonly id: bigint) {}
  check = ({ pets }: Readonly<Model>) => pets.every(({ id }) => id !== this.id);
  run(_model: Model, real: Catalogue): void {
    expect(real.find(this.id)).toBeUndefined();
  }
  toString = () => `findUnknown(${this.id})`;
}

class Page implements fc.Command<Model, Catalogue> {
  constructor(
    readonly limit: number,
    readonly status: PetStatus | undefined,
    readonly order: ListOrder,
  ) {}
  check = () => true;
  run({ pets }: Model, real: Catalogue): void {
    const { limit, status, order } = this;
    const known = pets.filter((pet) => status === undefined || pet.status === status);
    const page = ending(() => real.page({ limit, status, order }).map(idOf));
    const all = ending(() => real.page({ ...wide, status, order }).map(idOf));

    const oldestFirst = known.map(({ id }) => id);
    if (order === 'shuffled') {
      expect(new Set(all)).toEqual(new Set(oldestFirst));
    } else {
      expect(all).toEqual(order === 'oldest-first' ? oldestFirst : oldestFirst.reverse());
    }
    expect(all).toHaveLength(known.length);
    expect(page).toEqual(all.slice(0, limit));
  }
  toString = () => `page(${this.limit}, ${this.status}, ${this.order})`;
}

const someId = fc.bigInt({ min: -5n, max: 60n });
const categoryId = fc.constantFrom(1n, 2n, 3n);
/** Few names and categories, so that they meet again. */
const smallPet: fc.Arbitrary<NewPet> = fc.record(
  { name: fc.constantFrom('Rex', '', '"}'), categoryId, status },
  { requiredKeys: ['name', 'categoryId'] },
);

const commands = [
  newPet.map((pet) => new Add(pet)),
  fc.tuple(someId, smallPet).map((arguments_) => new AddAs(...arguments_)),
  fc.tuple(fc.nat(), smallPet).map((arguments_) => new Change(...arguments_)),
  fc.nat().map((nth) => new Remove(nth)),
  fc.constant(new Copy()),
  fc.constant(new Categories()),
  fc.nat().map((nth) => new Find(nth)),
  fc.bigInt({ min: -1n, max: 30n }).map((id) => new FindUnknown(id)),
  fc
    .tuple(
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom(undefined, ...petStatuses),
      fc.constantFrom<ListOrder>('oldest-first', 'newest-first', 'shuffled'),
    )
    .map((arguments_) => new Page(...arguments_)),
];

/** Seeded pets with identifiers of their own, some where the scheme would go. */
const seeded = fc.uniqueArray(
  fc.record({ id: fc.bigInt({ min: -5n, max: 30n }), pet: fc.oneof(newPet, smallPet) }),
  {
    selector: ({ id }) => id,
    maxLength: 15,
  },
);

for (const scheme of ['sequential', 'sparse', 'large'] as const) {
  test(`behaves like a plain array of pets with ${scheme} identifiers`, () => {
    fc.assert(
      fc.property(seeded, fc.commands(commands, { maxCommands: 40 }), (start, calls) => {
        const pets = start.map(({ id, pet }) => ({ id, ...pet }));
        fc.modelRun(
          () => ({
            model: {
              pets: [...pets],
              used: new Set(pets.map(({ id }) => id)),
              seeded: new Set(pets.map(({ id }) => id)),
            },
            real: catalogueOf(new SeededCatalogue(pets, scheme)),
          }),
          calls,
        );
      }),
      { numRuns: 150, interruptAfterTimeLimit: 8000 },
    );
  });
}

test('loads the seeded pets of a snapshot, and shares them only if they are the same', () => {
  const names = fc.array(fc.constantFrom('Ann', 'Ben'), { maxLength: 3 });
  const seed = (some: readonly string[]) =>
    new SeededCatalogue(
      some.map((name) => ({ name, categoryId: 1n })),
      'sequential',
    );
  fc.assert(
    fc.property(names, names, (one, other) => {
      const [shared, pets] = [seed(other), structuredClone(seed(one).pets)];

      const loaded = runToEnd(SeededCatalogue.load(pets, shared));

      expect(loaded.pets).toEqual(pets);
      expect(loaded === shared).toBe(one.join() === other.join());
    }),
  );
});
