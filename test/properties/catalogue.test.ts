import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Catalogue } from '../../src/engine/pets/catalogue.js';
import type { ListOrder } from '../../src/engine/pets/order.js';
import { type NewPet, type PetStatus, petStatuses } from '../../src/engine/pets/pet.js';
import { SeededCatalogue } from '../../src/engine/pets/pet-index.js';
import { ending } from './ending.js';
import { catalogueOf, newPet } from './engine.js';

/** A pet as a client would have it in mind. */
interface Known extends NewPet {
  readonly id: bigint;
}
/** The model: all pets, oldest first. */
type Model = { pets: Known[] };

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
    expect(model.pets.map((pet) => pet.id)).not.toContain(id);
    const pet = { id, ...this.pet };
    expectPet(text, pet);
    model.pets.push(pet);
  }
  toString = () => `add(${JSON.stringify(this.pet.name)}, ${this.pet.status})`;
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

const commands = [
  newPet.map((pet) => new Add(pet)),
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
const seeded = fc.uniqueArray(fc.record({ id: fc.bigInt({ min: -5n, max: 30n }), pet: newPet }), {
  selector: ({ id }) => id,
  maxLength: 15,
});

for (const scheme of ['sequential', 'sparse', 'large'] as const) {
  test(`behaves like a plain array of pets with ${scheme} identifiers`, () => {
    fc.assert(
      fc.property(seeded, fc.commands(commands, { maxCommands: 30 }), (start, calls) => {
        const pets = start.map(({ id, pet }) => ({ id, ...pet }));
        fc.modelRun(
          () => ({
            model: { pets: [...pets] },
            real: catalogueOf(new SeededCatalogue(pets, scheme)),
          }),
          calls,
        );
      }),
      { numRuns: 150, interruptAfterTimeLimit: 8000 },
    );
  });
}
