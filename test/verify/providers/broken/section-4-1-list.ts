import { type Answer, type Call, notFound, Refusal } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, breaking, isGood } from '../variant.js';

const showingPage = (change: (page: unknown[], call: Call) => unknown) =>
  class extends Service {
    protected override shownPage(page: readonly Pet[], call: Call) {
      return change(
        page.map((pet) => this.shown(pet, call)),
        call,
      );
    }
  };

const withoutSold = (pets: readonly Pet[]) => pets.filter((pet) => pet.status !== 'sold');

/** No pet was sold yet, so that a page can be empty. */
const emptyPages = (list: (answer: Answer) => Answer) =>
  class extends Service {
    protected override firstPets() {
      return withoutSold(super.firstPets());
    }

    protected override async list(call: Call) {
      const answer = await super.list(call);
      return answer.body === '[]' ? list(answer) : answer;
    }

    protected override nextId() {
      return BigInt(this.pets.length + 100);
    }
  };

/** A list is 200 and an array of pets. */
export const section41List: readonly BrokenVariant[] = breaking('4.1', {
  'list-in-an-envelope': [
    'A list is an object: {"items": [...], "total": 30}.',
    showingPage((items) => ({ items, total: items.length })),
  ],
  'list-by-id': [
    'A list is an object with the pets under their place.',
    showingPage((items) => ({ ...items })),
  ],
  'list-in-a-list': ['A list is an array in an array.', showingPage((items) => [items])],
  'list-of-wrapped-pets': [
    'A list has each pet in an object: [{"pet": {...}}].',
    showingPage((items) => items.map((pet) => ({ pet }))),
  ],
  'list-ends-with-null': [
    'A list has null after its last pet.',
    showingPage((items) => [...items, null]),
  ],
  'list-with-206': [
    'A list that is only a part is answered with 206.',
    answering((answer, call) =>
      call.operation === 'listPets' && isGood(answer) ? { ...answer, status: 206 } : answer,
    ),
  ],
  'list-moved': [
    'A list is redirected to another path, where it is.',
    class extends Service {
      protected override async serve(call: Call) {
        if (call.path === '/pets/all' && call.method === 'GET') return super.list(call);
        if (call.operation !== 'listPets') return super.serve(call);
        throw new Refusal(307, 'moved', 'See /pets/all.', {
          Location: `${this.base}/pets/all?${call.query}`,
        });
      }
    },
  ],
  'empty-page-is-404': [
    'A page without pets is answered with 404.',
    emptyPages(() => {
      throw notFound();
    }),
  ],
  'empty-page-is-204': [
    'A page without pets is answered with 204.',
    emptyPages(() => ({ status: 204, headers: {}, body: '' })),
  ],
  'empty-page-is-null': [
    'A page without pets is null.',
    emptyPages((answer) => ({ ...answer, body: 'null' })),
  ],
});
