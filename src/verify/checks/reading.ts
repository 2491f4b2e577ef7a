import { largestInt64 } from '../../document/int64.js';
import { quotes } from '../../document/quotes.js';
import { expectUnchanged, parsePetResponse } from '../../document/responses.js';
import { createExcluded } from '../provider-client.js';
import { Inconclusive } from '../result.js';
import {
  type Check,
  type CheckContext,
  eachCase,
  eventually,
  expectReadBack,
  expectSamePet,
  settleAll,
} from './check.js';
import { expectAllListed } from './listing.js';

/** How many listed pets are read, of a list that may change meanwhile. */
const readPets = 5;

/** A neighbour exists, with its own id, or is not found; getPet never returns another pet. */
async function expectNoOtherPet({ store }: CheckContext, id: bigint): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets/${id}` });
  if (exchange.response.status === 404) {
    store.expectError(exchange, [404]);
    return;
  }
  store.read(exchange, [200], 'the Pet, or 404 with an Error', (response) => {
    const pet = parsePetResponse(response);
    expectUnchanged(`the pet with the id ${id}, or 404`, { ...pet, id }, pet);
  });
}

export const readingChecks: readonly Check[] = [
  {
    requirement: 'getPet never returns a pet with another id',
    ...quotes.petId,
    async cases(context) {
      const { id } = await context.pets.withStatus('available');
      // At these distances, 32-bit integers, JavaScript numbers and floats confuse two ids.
      const ids = {
        'id of a pet plus 1': id + 1n,
        'id of a pet minus 1': id - 1n,
        'id of a pet plus 2^32': id + 2n ** 32n,
        'id 0': 0n,
        'id -1': -1n,
        [`id ${largestInt64}`]: largestInt64,
      };
      const legal = Object.entries(ids).filter(([, one]) => BigInt.asIntN(64, one) === one);
      return eachCase(Object.fromEntries(legal), (other) => expectNoOtherPet(context, other));
    },
  },
  {
    requirement: 'getPet returns a pet as listPets shows it, on every request',
    ...quotes.requested,
    cases: (context) => ({
      [`the first ${readPets} listed pets, and the first again`]: () =>
        eventually(context, async () => {
          const { pets: listed } = await context.store.list();
          if (listed.length === 0) {
            throw new Inconclusive('the list is empty');
          }
          for (const pet of [...listed.slice(0, readPets), ...listed.slice(0, 1)]) {
            const received = await context.store.get(pet.id);
            await expectSamePet(context, pet, received, 'the pet as listPets returned it');
          }
        }),
    }),
  },
];

/** Runs last. Caches and stores that forget show only after a while: other requirements are tested meanwhile. */
export const finalCheck: Check = {
  requirement: 'created pets still exist at the end, unchanged',
  ...quotes.requested,
  async cases(context) {
    const { store, pets, rereadAfter } = context;
    if (store.readOnly) {
      throw createExcluded();
    }
    await pets.withStatus('available');
    const created = [...pets.created];
    await store.client.pause(pets.firstAt + rereadAfter - performance.now());
    const expected = 'the pet as createPet returned it, after all other requests';
    return {
      'getPet of each pet': () =>
        settleAll(created.map((pet) => expectReadBack(context, pet, expected))),
      'listPets with all pets': () => expectAllListed(context, created),
    };
  },
};
