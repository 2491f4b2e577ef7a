import { decisions } from '../advice.js';
import { unknownFound } from '../causes.js';
import { quotes } from '../document.js';
import { parseErrorResponse, parsePetResponse, parsePetsResponse } from '../parse.js';
import type { Exchange } from '../provider.js';
import type { AnimalStore } from '../store.js';
import { advise, type Check } from './check.js';

/**
 * Expects any client error but 401, with an Error: frameworks reject odd requests in many ways.
 *
 * @param best the status that is right for sure
 */
function expectClientError(
  store: AnimalStore,
  exchange: Exchange,
  expected: string,
  best: number,
): void {
  const { status = 0 } = exchange.response;
  if (status < 400 || status >= 500 || status === 401) {
    throw store.failure(exchange, { expected, statuses: [best] });
  }
  const allowed = 'an Error with a status from 400 to 499';
  store.read(exchange, [status], 'an Error', parseErrorResponse, allowed);
}

async function expectNoPet(store: AnimalStore, petId: string): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets/${petId}` });
  const expected = '404 with an Error, or another status from 400 to 499';
  expectClientError(store, exchange, expected, 404);
}

/** Ids that no animal has: longer than int64, or no numbers. */
const impossibleIds: Readonly<Record<string, string>> = {
  'petId 9223372036854775808, beyond int64': '9223372036854775808',
  'petId -9223372036854775809, beyond int64': '-9223372036854775809',
  'petId of 40 digits': '9'.repeat(40),
  'petId of 1,000 digits': '9'.repeat(1000),
  'petId of letters': 'abc',
  'petId with a NUL': '%00',
};

/** Queries that parsers, conversions and validators tend to fail at. */
const unusualQueries = [
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=many',
  'limit=',
  'limit=99999999999999999999',
  'limit=1&limit=2',
  'limit%5B%5D=1',
  'limit=%00',
  'status=eaten',
  'status=',
  'status=%FF',
  'status%5Ba%5D=sold',
] as const;

async function expectListOrError(store: AnimalStore, query: string): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets?${query}` });
  const { status = 0 } = exchange.response;
  if (status === 200) {
    store.read(exchange, [200], 'Pets', parsePetsResponse);
  } else if (status >= 500) {
    store.read(exchange, [status], 'an Error', parseErrorResponse, 'Pets, or an Error');
    const expected = '200 with Pets, or a status from 400 to 499';
    throw store.advice(exchange, expected, decisions.crashOnQuery);
  } else {
    expectClientError(store, exchange, '200 with Pets, or an Error', 200);
  }
}

export const unusualChecks: readonly Check[] = [
  {
    requirement:
      'getPet rejects a petId that no animal can have, whatever its length and characters',
    ...quotes.notFound,
    async run({ store, pets }, cases) {
      const { id } = await pets.withStatus('available');
      const ids = { ...impossibleIds, 'id of a pet plus 2^64': `${id + 2n ** 64n}` };
      await cases.all([
        ...Object.entries(ids).map(([name, petId]) => ({
          name,
          test: () => expectNoPet(store, petId),
        })),
        ...['abc', '.5'].map((ending) => ({
          name: `id of a pet followed by "${ending}"`,
          test: async () => {
            const path = `/pets/${id}${ending}`;
            const exchange = await store.send({ method: 'GET', path });
            if (exchange.response.status !== 200) {
              return expectClientError(store, exchange, '404 with an Error', 404);
            }
            const pet = store.read(exchange, [200], 'the Pet, or 404', parsePetResponse);
            const expected = `the pet ${id}, or 404`;
            throw pet.id === id
              ? store.advice(exchange, '404 with an Error', decisions.petIdWithMore)
              : store.failure(exchange, { expected, causes: [unknownFound] });
          },
        })),
        {
          name: 'petId with a percent sign that begins no escape',
          test: () => advise(decisions.malformedUrl, () => expectNoPet(store, '%zz')),
        },
      ]);
    },
  },
  {
    requirement: 'listPets responds to an unusual query with Pets or an Error',
    ...quotes.errorShape,
    run: ({ store }, cases) =>
      cases.all([
        ...unusualQueries.map((query) => ({
          name: `query ${query}`,
          test: () => expectListOrError(store, query),
        })),
        {
          name: 'query with a percent sign that begins no escape',
          test: () => advise(decisions.malformedUrl, () => expectListOrError(store, 'limit=%zz')),
        },
        {
          name: 'a path that the document does not have',
          test: () =>
            advise(decisions.otherPath, async () => {
              const exchange = await store.send({ method: 'GET', path: '/animal-store-verify' });
              expectClientError(store, exchange, '404 with an Error', 404);
            }),
        },
      ]),
  },
];
