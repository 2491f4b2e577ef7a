import { formatPet, type Pet } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import {
  parseErrorResponse,
  parseJsonResponse,
  parsePetsResponse,
} from '../../document/responses.js';
import { undecided } from '../causes.js';
import type { Exchange, ProviderRequest } from '../evidence.js';
import { unlikelyId } from '../pets.js';
import type { ProviderClient } from '../provider-client.js';
import { type Check, type CheckContext, eachCase, mapCases } from './check.js';

/** Creates a request for each operation, which succeeds with a valid key. */
export function createValidRequests({ pets }: CheckContext, { id }: Pet) {
  return {
    listPets: { method: 'GET', path: '/pets' },
    getPet: { method: 'GET', path: `/pets/${id}` },
    createPet: { method: 'POST', path: '/pets', body: formatPet(pets.createNewPet()) },
  } as const satisfies Readonly<Record<string, ProviderRequest>>;
}

/** Without the word JSON, many frameworks respond as to a browser. */
const anything = { headers: { Accept: '*/*' } };

/**
 * Expects any client error but 401, with an Error: frameworks reject odd requests in many ways.
 *
 * @param best the status that is right for sure
 */
function expectClientError(
  store: ProviderClient,
  exchange: Exchange,
  expected: string,
  best: number,
): void {
  const { status } = exchange.response;
  if (status < 400 || status >= 500 || status === 401) {
    throw store.failure(exchange, { expected, statuses: [best] });
  }
  store.expectError(exchange, [status], 'an Error with a status from 400 to 499');
}

async function expectNoPet(store: ProviderClient, petId: string): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets/${petId}` });
  const expected = '404 with an Error, or another status from 400 to 499';
  expectClientError(store, exchange, expected, 404);
}

/** Queries that parsers, conversions and validators tend to fail at. */
const unusualQueries = [
  ...['limit=0', 'limit=101', 'limit=1.5', 'limit=many', 'limit=', 'limit=1&limit=2'],
  ...['limit%5B%5D=1', 'status=eaten', 'status%5Ba%5D=sold'],
];

async function expectListOrError(store: ProviderClient, query: string): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets?${query}` });
  const { status } = exchange.response;
  if (status === 200) {
    store.read(exchange, [200], 'Pets', parsePetsResponse);
  } else if (status >= 500) {
    store.read(exchange, [status], 'an Error', parseErrorResponse, 'Pets, or an Error');
    const expected = '200 with Pets, or a status from 400 to 499';
    throw store.advice(exchange, expected, undecided.crashOnQuery);
  } else {
    expectClientError(store, exchange, '200 with Pets, or an Error', 200);
  }
}

export const responseChecks: readonly Check[] = [
  {
    requirement:
      'every response is JSON with the content type application/json, whatever the request accepts',
    ...quotes.json,
    async cases(context) {
      const { store, pets } = context;
      const { listPets, getPet } = createValidRequests(context, await pets.withStatus('available'));
      const unknown = { method: 'GET', path: `/pets/${unlikelyId}` };
      const invalid = { method: 'POST', path: '/pets', body: '{}' };
      const readJson = async (request: ProviderRequest) =>
        store.read(await store.send({ ...request, ...anything }), [200], 'JSON', parseJsonResponse);
      const reject = (request: ProviderRequest, status: number) =>
        store.expectRejected({ ...request, ...anything }, status);
      return {
        'listPets with Accept: */*': () => readJson(listPets),
        'getPet with Accept: */*': () => readJson(getPet),
        'listPets without a key with Accept: */*': () =>
          reject({ ...listPets, credential: 'none' }, 401),
        'getPet of an unknown id with Accept: */*': () => reject(unknown, 404),
        'createPet with the body {} with Accept: */*': () => reject(invalid, 400),
      };
    },
  },
  {
    requirement:
      'getPet rejects a petId that no animal can have, whatever its length and characters',
    ...quotes.notFound,
    async cases({ store, pets }) {
      const { id } = await pets.withStatus('available');
      // Longer than int64, or no numbers.
      const ids = {
        'petId 9223372036854775808, beyond int64': '9223372036854775808',
        'petId -9223372036854775809, beyond int64': '-9223372036854775809',
        'petId of 40 digits': '9'.repeat(40),
        'petId of letters': 'abc',
        'id of a pet plus 2^64': `${id + 2n ** 64n}`,
      };
      return eachCase(ids, (petId) => expectNoPet(store, petId));
    },
  },
  {
    requirement: 'listPets responds to an unusual query with Pets or an Error',
    ...quotes.errorShape,
    cases: ({ store }) =>
      mapCases('query ', unusualQueries, (query) => expectListOrError(store, query)),
  },
];
