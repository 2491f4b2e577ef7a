import { type Answer, type Call, notFound, Refusal } from '../call.js';
import type { Pet } from '../pet.js';
import { Service } from '../service.js';
import { answering, type BrokenVariant, isGood } from '../variant.js';

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
export const section41List: readonly BrokenVariant[] = [
  {
    name: 'list-in-an-envelope',
    breaks: '4.1',
    difference: 'A list is an object: {"items": [...], "total": 30}.',
    service: showingPage((items) => ({ items, total: items.length })),
  },
  {
    name: 'list-by-id',
    breaks: '4.1',
    difference: 'A list is an object with the pets under their place.',
    service: showingPage((items) => ({ ...items })),
  },
  {
    name: 'list-in-a-list',
    breaks: '4.1',
    difference: 'A list is an array in an array.',
    service: showingPage((items) => [items]),
  },
  {
    name: 'list-of-wrapped-pets',
    breaks: '4.1',
    difference: 'A list has each pet in an object: [{"pet": {...}}].',
    service: showingPage((items) => items.map((pet) => ({ pet }))),
  },
  {
    name: 'list-ends-with-null',
    breaks: '4.1',
    difference: 'A list has null after its last pet.',
    service: showingPage((items) => [...items, null]),
  },
  {
    name: 'list-with-206',
    breaks: '4.1',
    difference: 'A list that is only a part is answered with 206.',
    service: answering((answer, call) =>
      call.operation === 'listPets' && isGood(answer) ? { ...answer, status: 206 } : answer,
    ),
  },
  {
    name: 'list-moved',
    breaks: '4.1',
    difference: 'A list is redirected to another path, where it is.',
    service: class extends Service {
      protected override async serve(call: Call) {
        if (call.path === '/pets/all' && call.method === 'GET') return super.list(call);
        if (call.operation !== 'listPets') return super.serve(call);
        throw new Refusal(307, 'moved', 'See /pets/all.', {
          Location: `${this.base}/pets/all?${call.query}`,
        });
      }
    },
  },
  {
    name: 'empty-page-is-404',
    breaks: '4.1',
    difference: 'A page without pets is answered with 404.',
    service: emptyPages(() => {
      throw notFound();
    }),
  },
  {
    name: 'empty-page-is-204',
    breaks: '4.1',
    difference: 'A page without pets is answered with 204.',
    service: emptyPages(() => ({ status: 204, headers: {}, body: '' })),
  },
  {
    name: 'empty-page-is-null',
    breaks: '4.1',
    difference: 'A page without pets is null.',
    service: emptyPages((answer) => ({ ...answer, body: 'null' })),
  },
];
