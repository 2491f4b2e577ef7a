import { type Answer, type Call, Refusal } from '../call.js';
import type { Pet, PetStatus } from '../pet.js';
import { Service } from '../service.js';
import { type BrokenVariant, breaking } from '../variant.js';

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
export const section41Pets: readonly BrokenVariant[] = breaking('4.1', {
  'list-misses-created-pets': [
    'A list is remembered with its query, and never has pets created later.',
    caching((call) => `${call.query}`),
  ],
  'list-ignores-the-query-when-repeated': [
    'The first list is remembered and given for every other query.',
    caching(() => 'pets'),
  ],
  'list-misses-the-newest': [
    'A list never has the pet that was created last.',
    paging((pets) => pets.slice(0, -1)),
  ],
  'list-hides-sold-pets': [
    'A list without a filter has no sold pets.',
    paging((pets, filter) => (filter === undefined ? withoutSold(pets) : [...pets])),
  ],
  'list-hides-pets-without-status': [
    'A list has only pets with a status.',
    paging((pets) => pets.filter((pet) => pet.status !== undefined)),
  ],
  'list-shows-available-by-default': [
    'A list without a filter has only available pets.',
    paging((pets, filter) => pets.filter((pet) => pet.status === (filter ?? 'available'))),
  ],
  'list-starts-twice': [
    'The first pet of a list comes twice.',
    paging((pets) => [...pets.slice(0, 1), ...pets]),
  ],
  'created-pets-twice-in-lists': [
    'A pet that was created comes twice in a list: from the cache and from the table.',
    paging((pets) => pets.flatMap((pet) => (pet.id > 30n ? [pet, pet] : [pet]))),
  ],
  'sold-pets-twice-in-lists': [
    'Filtered lists have sold pets twice: a join gives two rows.',
    paging((pets, filter) => pets.flatMap((pet) => (filter === 'sold' ? [pet, pet] : [pet]))),
  ],
  'list-one-pet-of-a-name': [
    'A list has one pet of each name.',
    paging((pets) => [...new Map(pets.map((pet) => [pet.name, pet])).values()]),
  ],
  'list-needs-a-content-type': [
    'A list is refused with 415 when the request, which has no body, has no content type.',
    class extends Service {
      protected override async list(call: Call) {
        if (call.headers['content-type'] === undefined)
          throw new Refusal(415, 'unsupported_media_type', 'Send application/json.');
        return super.list(call);
      }
    },
  ],
});
