import { type Answer, type Call, Refusal } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import type { BrokenVariant } from '../variant.js';

const paging = (change: (pets: readonly Pet[], filter: PetStatus | undefined) => Pet[]) =>
  class extends Service {
    protected override page(limit: number, filter: PetStatus | undefined) {
      return change(super.page(Number.POSITIVE_INFINITY, filter), filter).slice(0, limit);
    }
  };

/** Answers a list again from the first answer that had the same key. */
const caching = (keyOf: (call: Call) => string) =>
  class extends Service {
    readonly #cache = new Map<string, Answer>();

    protected override async list(call: Call) {
      const key = keyOf(call);
      const answer = this.#cache.get(key) ?? (await super.list(call));
      this.#cache.set(key, answer);
      return answer;
    }
  };

const withoutSold = (pets: readonly Pet[]) => pets.filter((pet) => pet.status !== 'sold');

/** A list has the pets that there are, each once. */
export const section41Pets: readonly BrokenVariant[] = [
  {
    name: 'list-misses-created-pets',
    breaks: '4.1',
    difference: 'A list is remembered with its query, and never has pets created later.',
    service: caching((call) => `${call.query}`),
  },
  {
    name: 'list-ignores-the-query-when-repeated',
    breaks: '4.1',
    difference: 'The first list is remembered and given for every other query.',
    service: caching(() => 'pets'),
  },
  {
    name: 'list-misses-the-newest',
    breaks: '4.1',
    difference: 'A list never has the pet that was created last.',
    service: paging((pets) => pets.slice(0, -1)),
  },
  {
    name: 'list-hides-sold-pets',
    breaks: '4.1',
    difference: 'A list without a filter has no sold pets.',
    service: paging((pets, filter) => (filter === undefined ? withoutSold(pets) : [...pets])),
  },
  {
    name: 'list-hides-pets-without-status',
    breaks: '4.1',
    difference: 'A list has only pets with a status.',
    service: paging((pets) => pets.filter((pet) => pet.status !== undefined)),
  },
  {
    name: 'list-shows-available-by-default',
    breaks: '4.1',
    difference: 'A list without a filter has only available pets.',
    service: paging((pets, filter) => pets.filter((pet) => pet.status === (filter ?? 'available'))),
  },
  {
    name: 'list-starts-twice',
    breaks: '4.1',
    difference: 'The first pet of a list comes twice.',
    service: paging((pets) => [...pets.slice(0, 1), ...pets]),
  },
  {
    name: 'created-pets-twice-in-lists',
    breaks: '4.1',
    difference: 'A pet that was created comes twice in a list: from the cache and from the table.',
    service: paging((pets) => pets.flatMap((pet) => (pet.id > 30n ? [pet, pet] : [pet]))),
  },
  {
    name: 'sold-pets-twice-in-lists',
    breaks: '4.1',
    difference: 'Filtered lists have sold pets twice: a join gives two rows.',
    service: paging((pets, filter) =>
      pets.flatMap((pet) => (filter === 'sold' ? [pet, pet] : [pet])),
    ),
  },
  {
    name: 'list-one-pet-of-a-name',
    breaks: '4.1',
    difference: 'A list has one pet of each name.',
    service: paging((pets) => [...new Map(pets.map((pet) => [pet.name, pet])).values()]),
  },
  {
    name: 'list-needs-a-content-type',
    breaks: '4.1',
    difference:
      'A list is refused with 415 when the request, which has no body, has no content type.',
    service: class extends Service {
      protected override async list(call: Call) {
        if (call.headers['content-type'] === undefined)
          throw new Refusal(415, 'unsupported_media_type', 'Send application/json.');
        return super.list(call);
      }
    },
  },
];
