import type { Pet } from '../../document/pet.js';
import {
  formatNewPet,
  parseErrorResponse,
  parseJsonResponse,
  parsePetResponse,
  parsePetsResponse,
} from '../bodies.js';
import { decisions, quotes } from '../document.js';
import type { Exchange, ProviderRequest } from '../evidence.js';
import type { AnimalStore } from '../store.js';
import { advise, type Check, type CheckContext, eachCase, mapCases } from './check.js';

/** Creates a request for each operation, which succeeds with a valid key. */
export function createValidRequests({ pets }: CheckContext, { id }: Pet) {
  return {
    listPets: { method: 'GET', path: '/pets' },
    getPet: { method: 'GET', path: `/pets/${id}` },
    createPet: { method: 'POST', path: '/pets', body: formatNewPet(pets.createNewPet()) },
  } as const satisfies Readonly<Record<string, ProviderRequest>>;
}

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Adds what a request accepts: without the word JSON, many frameworks respond as to a browser. */
const accept = (request: ProviderRequest, Accept: string) => ({ ...request, headers: { Accept } });

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
  store.expectError(exchange, [status], 'an Error with a status from 400 to 499');
}

async function expectNoPet(store: AnimalStore, petId: string): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets/${petId}` });
  const expected = '404 with an Error, or another status from 400 to 499';
  expectClientError(store, exchange, expected, 404);
}

/** An id with letters behind it may find its pet, but no other one. */
async function expectThatOrNone(store: AnimalStore, id: bigint, ending: string): Promise<void> {
  const exchange = await store.send({ method: 'GET', path: `/pets/${id}${ending}` });
  if (exchange.response.status !== 200) {
    return expectClientError(store, exchange, '404 with an Error', 404);
  }
  const pet = store.read(exchange, [200], 'the Pet, or 404', parsePetResponse);
  throw pet.id === id
    ? store.advice(exchange, '404 with an Error', decisions.petIdWithMore)
    : store.failure(exchange, { expected: `the pet ${id}, or 404`, statuses: [404] });
}

/** Queries that parsers, conversions and validators tend to fail at. */
const unusualQueries = [
  ...['limit=0', 'limit=101', 'limit=-1', 'limit=1.5', 'limit=many', 'limit='],
  ...[
    'limit=99999999999999999999',
    'limit=1&limit=2',
    'limit%5B%5D=1',
    'status=eaten',
    'status=',
    'status%5Ba%5D=sold',
  ],
];

/** Texts that a server in front of the service may reject: escapes that are none, or no text. */
const malformed = ['%zz', '%00', '%FF'];

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

export const responseChecks: readonly Check[] = [
  {
    requirement:
      'every response is JSON with the content type application/json, whatever the request accepts',
    ...quotes.json,
    async cases(context) {
      const { store, pets } = context;
      const { listPets, getPet } = createValidRequests(context, await pets.withStatus('available'));
      const unknown = { method: 'GET', path: `/pets/${await pets.unusedId()}` };
      const invalid = { method: 'POST', path: '/pets', body: '{}' };
      const readJson = async (request: ProviderRequest) =>
        store.read(await store.send(request), [200], 'JSON', parseJsonResponse);
      const reject = (request: ProviderRequest, status: number) =>
        store.expectRejected(accept(request, '*/*'), status);
      return {
        'listPets with Accept: */*': () => readJson(accept(listPets, '*/*')),
        'getPet with Accept: */*': () => readJson(accept(getPet, '*/*')),
        'listPets without a key with Accept: */*': () =>
          reject({ ...listPets, credential: 'none' }, 401),
        'getPet of an unknown id with Accept: */*': () => reject(unknown, 404),
        'createPet with the body {} with Accept: */*': () => reject(invalid, 400),
        'listPets with the Accept header of a browser': () =>
          advise(decisions.pageForBrowsers, () => readJson(accept(listPets, browser))),
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
        'petId of 1,000 digits': '9'.repeat(1000),
        'petId of letters': 'abc',
        'id of a pet plus 2^64': `${id + 2n ** 64n}`,
      };
      return {
        ...eachCase(ids, (petId) => expectNoPet(store, petId)),
        ...mapCases(
          ['abc', '.5'],
          (ending) => `id of a pet followed by "${ending}"`,
          (ending) => expectThatOrNone(store, id, ending),
        ),
        ...mapCases(
          malformed,
          (text) => `petId ${text}`,
          (text) => advise(decisions.frontServer, () => expectNoPet(store, text)),
        ),
      };
    },
  },
  {
    requirement: 'listPets responds to an unusual query with Pets or an Error',
    ...quotes.errorShape,
    cases: ({ store }) => ({
      ...mapCases(
        unusualQueries,
        (query) => `query ${query}`,
        (query) => expectListOrError(store, query),
      ),
      ...mapCases(
        malformed,
        (text) => `query limit=${text}`,
        (text) => advise(decisions.frontServer, () => expectListOrError(store, `limit=${text}`)),
      ),
      'a path that the document does not have': () =>
        advise(decisions.otherPath, async () => {
          const exchange = await store.send({ method: 'GET', path: '/animal-store-verify' });
          expectClientError(store, exchange, '404 with an Error', 404);
        }),
    }),
  },
];
