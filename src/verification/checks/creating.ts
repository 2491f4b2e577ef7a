import type { NewPet } from '../../engine/pets/pet.js';
import { quotes } from '../document.js';
import { formatNewPet } from '../provider/animal-store.js';
import { Inconclusive } from '../result.js';
import { type Check, expectReadBack, offerAll } from './check.js';

/**
 * Characters that encodings, escapes and markup tend to change, each kind by itself: a provider may
 * reject some (the document defines no limits for names, section 8), but change none.
 */
const specialEndings = [
  ' “Zoë” “Zoe\u0308” 犬',
  ' 🐕‍🦺',
  ` "O'Neil" \\ / %20+  \\u00e9 \${x}`,
  ' <b>&amp;</b>',
  ' with\u00a0no\u200bbreak\ufeffto\u00adsee',
];

/** Names that tend to be cut off, at either end or in the middle. */
const oddNames: readonly ((name: string) => string)[] = [
  (name) => `  ${name}  `,
  (name) => `${name}\r\n\tin two lines`,
  (name) => `${name}\u0000and on`,
  ...[60, 200].map((words) => (name: string) => `${name} ${'long '.repeat(words)}end`),
];

/** Names that tend to become another type; nothing in them says where the pet comes from. */
export const bareNames = ['', '007', 'null'] as const;

/** Values at the limits of 32 bits, JavaScript numbers and unsigned integers, and one that is falsy. */
const specialCategories = [
  9_007_199_254_740_993n,
  -9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  0n,
];

/** Far from where services begin to count, and from the end of int64. */
const clientId = 4_611_686_018_427_387_905n;

const concurrentPets = 3;

export const creatingChecks: readonly Check[] = [
  {
    section: '1',
    requirement: 'createPet accepts JSON with any key order, whitespace and escapes',
    quote: quotes.json,
    creates: 1,
    /** A NewPet in JSON as other programs may write it. */
    async run(context) {
      const { pets } = context;
      const { categoryId } = pets;
      const name = pets.createName();
      const escaped = name.replace(
        /[a-z]/g,
        (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
      );
      const body = `\r\n{\t"status" : "sold",\n "categoryId":${categoryId} ,\n "name": "${escaped}"\n}\n`;
      const { pet } = await pets.create({ name, categoryId, status: 'sold' }, body);
      await expectReadBack(context, pet);
    },
  },
  {
    section: '2',
    requirement: 'name is returned as it was sent, whatever its characters',
    quote: quotes.name,
    creates: specialEndings.length + oddNames.length + bareNames.length,
    async run(context) {
      const { pets } = context;
      const named = (name: string): NewPet => ({ name, categoryId: pets.categoryId });
      const accepted = await offerAll(
        context,
        specialEndings.map((ending) => named(pets.createName() + ending)),
      );
      const odd = oddNames.map((create) => create(pets.createName()));
      await offerAll(context, [...odd, ...bareNames].map(named));
      if (accepted === 0) {
        throw new Inconclusive(
          'the provider rejects all names with special characters, as it may (section 8)',
        );
      }
    },
  },
  {
    section: '2',
    requirement: 'categoryId is returned with every digit, over the whole int64 range',
    quote: quotes.categoryId,
    creates: specialCategories.length,
    async run(context) {
      const { pets } = context;
      const offered = specialCategories.map((categoryId) => ({
        name: pets.createName(),
        categoryId,
      }));
      if ((await offerAll(context, offered)) === 0) {
        throw new Inconclusive(
          'the provider rejects all these categories, as one with fixed categories may',
        );
      }
    },
  },
  {
    section: '2',
    requirement: 'the service assigns the id, even if the client sends one',
    quote: quotes.id,
    creates: 2,
    /** A provider may ignore or reject an `id` in a NewPet, but not assign it. */
    async run(context) {
      const { store, pets } = context;
      const earlier = await pets.withStatus('available');
      for (const id of [clientId, earlier.id]) {
        const newPet = { name: pets.createName(), categoryId: pets.categoryId };
        const received = await pets.offer(newPet, `{"id":${id},${formatNewPet(newPet).slice(1)}`);
        if (received?.pet.id === id) {
          throw store.failure(
            received.exchange,
            'an id that the service assigned',
            'the id is that of the request',
          );
        }
      }
      await expectReadBack(context, earlier, 'the pet as before another request sent its id');
    },
  },
  {
    section: '2',
    requirement: 'concurrent createPet requests create separate pets, even with equal bodies',
    quote: quotes.id,
    creates: concurrentPets,
    /** Concurrent requests with equal bodies must not be merged, and no id assigned twice. */
    async run(context) {
      const { store, pets } = context;
      const name = pets.createName();
      const created = await Promise.all(
        Array.from({ length: concurrentPets }, () => pets.create({ name })),
      );
      const ids = new Set<bigint>();
      for (const { pet, exchange } of created) {
        if (ids.has(pet.id)) {
          throw store.failure(exchange, 'a unique id', 'the id is that of another pet');
        }
        ids.add(pet.id);
      }
      for (const { pet } of created) {
        await expectReadBack(context, pet);
      }
    },
  },
];
