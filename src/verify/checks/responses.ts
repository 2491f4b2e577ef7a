import { formatPet, type Pet } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import {
  parseErrorResponse,
  parseJsonResponse,
  parsePetsResponse,
} from '../../document/responses.js';
import { undecided } from '../causes.js';
import type { Exchange, ProviderRequest } from '../evidence.js';
import { type Provider, unlikelyId } from '../provider.js';
import { type Check, eachCase, mapCases } from './check.js';

/** Creates a request for each operation, which succeeds with a valid key. */
export function createValidRequests(provider: Provider, { id }: Pet) {
  return {
    listPets: { method: 'GET', path: '/pets' },
    getPet: { method: 'GET', path: `/pets/${id}` },
    createPet: { method: 'POST', path: '/pets', body: formatPet(provider.createNewPet()) },
  } as const satisfies Readonly<Record<string, ProviderRequest>>;
}

/** Without the word JSON, many frameworks respond as to a browser. */
const anything = { headers: { Accept: '*/*' } };

/** Expects any client error but 401, with an Error: frameworks reject odd requests in many ways. */
function expectClientError(
  provider: Provider,
  exchange: Exchange,
  expected: string,
  best: number,
): void {
  const { status } = exchange.response;
  if (status < 400 || status >= 500 || status === 401) {
    throw provider.failure(exchange, { expected, statuses: [best] });
  }
  provider.expectError(exchange, [status], 'an Error with a status from 400 to 499');
}

/** Queries that parsers, conversions and validators tend to fail at. */
const unusualQueries = [
  ...['limit=0', 'limit=101', 'limit=1.5', 'limit=many', 'limit=', 'limit=1&limit=2'],
  ...['limit%5B%5D=1', 'status=eaten', 'status%5Ba%5D=sold'],
];

async function expectListOrError(provider: Provider, query: string): Promise<void> {
  const exchange = await provider.send({ method: 'GET', path: `/pets?${query}` });
  const { status } = exchange.response;
  if (status === 200) {
    provider.read(exchange, [200], 'Pets', parsePetsResponse);
  } else if (status >= 500) {
    provider.read(exchange, [status], 'an Error', parseErrorResponse, 'Pets, or an Error');
    const expected = '200 with Pets, or a status from 400 to 499';
    throw provider.advice(exchange, expected, undecided.crashOnQuery);
  } else {
    expectClientError(provider, exchange, '200 with Pets, or an Error', 200);
  }
}

export const responseChecks: readonly Check[] = [
  {
    requirement:
      'every response is JSON with the content type application/json, whatever the request accepts',
    ...quotes.json,
    async cases(provider) {
      const pet = await provider.withStatus('available');
      const { listPets, getPet } = createValidRequests(provider, pet);
      const unknown = { method: 'GET', path: `/pets/${unlikelyId}` };
      const invalid = { method: 'POST', path: '/pets', body: '{}' };
      const readJson = async (request: ProviderRequest) => {
        const exchange = await provider.send({ ...request, ...anything });
        provider.read(exchange, [200], 'JSON', parseJsonResponse);
      };
      const reject = (request: ProviderRequest, status: number) =>
        provider.expectRejected({ ...request, ...anything }, status);
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
    async cases(provider) {
      const { id } = await provider.withStatus('available');
      // Longer than int64, or no numbers.
      const ids = {
        'petId 9223372036854775808, beyond int64': '9223372036854775808',
        'petId -9223372036854775809, beyond int64': '-9223372036854775809',
        'petId of 40 digits': '9'.repeat(40),
        'petId of letters': 'abc',
        'id of a pet plus 2^64': `${id + 2n ** 64n}`,
      };
      const expected = '404 with an Error, or another status from 400 to 499';
      return eachCase(ids, async (petId) => {
        const exchange = await provider.send({ method: 'GET', path: `/pets/${petId}` });
        expectClientError(provider, exchange, expected, 404);
      });
    },
  },
  {
    requirement: 'listPets responds to an unusual query with Pets or an Error',
    ...quotes.errorShape,
    cases: (provider) =>
      mapCases('query ', unusualQueries, (query) => expectListOrError(provider, query)),
  },
];
