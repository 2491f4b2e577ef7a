import { type Decision, decisions } from '../decisions.js';
import { quotes } from '../document.js';
import type { AnimalStore } from '../provider/animal-store.js';
import type { Exchange, ProviderRequest } from '../provider/provider.js';
import {
  parseErrorResponse,
  parseJsonResponse,
  parsePetResponse,
  parsePetsResponse,
} from '../provider/read-response.js';
import { Advice, CheckFailed, catchError } from '../result.js';
import type { Check } from './check.js';
import { createRejectedRequests, createValidRequests } from './requests.js';

/** Turns a failed test into an advice, where the document is open. */
async function advise(decision: Decision, test: () => Promise<void>): Promise<void> {
  const failure = await catchError(CheckFailed, test);
  if (failure instanceof CheckFailed) {
    throw new Advice(failure.evidence, decision);
  }
}

/** Expects any client error but 401, with an Error: frameworks reject odd requests in many ways. */
function expectClientError(store: AnimalStore, exchange: Exchange, expected: string): void {
  const { status = 0 } = exchange.response;
  if (status < 400 || status >= 500 || status === 401) {
    throw store.failure(exchange, expected);
  }
  const allowed = 'an Error with a status from 400 to 499';
  store.read(exchange, status, 'an Error', parseErrorResponse, allowed);
}

async function expectNoPet(store: AnimalStore, petId: string): Promise<void> {
  const exchange = await store.provider.send({ method: 'GET', path: `/pets/${petId}` });
  expectClientError(store, exchange, '404 with an Error, or another status from 400 to 499');
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

export const unusualIdsCheck: Check = {
  requirement: 'getPet rejects a petId that no animal can have, whatever its length and characters',
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
          const exchange = await store.provider.send({
            method: 'GET',
            path: `/pets/${id}${ending}`,
          });
          if (exchange.response.status !== 200) {
            return expectClientError(store, exchange, '404 with an Error');
          }
          const pet = store.read(exchange, 200, 'the Pet, or 404', parsePetResponse);
          throw pet.id === id
            ? store.advice(exchange, '404 with an Error', decisions.petIdWithMore)
            : store.failure(exchange, `the pet ${id}, or 404`);
        },
      })),
      {
        name: 'petId with a percent sign that begins no escape',
        test: () => advise(decisions.malformedUrl, () => expectNoPet(store, '%zz')),
      },
    ]);
  },
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
  const exchange = await store.provider.send({ method: 'GET', path: `/pets?${query}` });
  const { status = 0 } = exchange.response;
  if (status === 200) {
    store.read(exchange, 200, 'Pets', parsePetsResponse);
  } else if (status >= 500) {
    store.read(exchange, status, 'an Error', parseErrorResponse, 'Pets, or an Error');
    const expected = '200 with Pets, or a status from 400 to 499';
    throw store.advice(exchange, expected, decisions.crashOnQuery);
  } else {
    expectClientError(store, exchange, '200 with Pets, or an Error');
  }
}

export const unusualQueriesCheck: Check = {
  requirement: 'listPets responds to an unusual query with Pets or an Error',
  ...quotes.errorShape,
  async run({ store }, cases) {
    await cases.all([
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
            const path = '/animal-store-verify';
            const exchange = await store.provider.send({ method: 'GET', path });
            expectClientError(store, exchange, '404 with an Error');
          }),
      },
    ]);
  },
};

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

export const acceptCheck: Check = {
  requirement: 'responses are JSON, whatever the request accepts',
  ...quotes.json,
  /** Without the word JSON in the request, many frameworks respond to it as to a browser. */
  async run(context, cases) {
    const { store, pets } = context;
    const { listPets, getPet } = createValidRequests(context, await pets.withStatus('available'));
    const rejected = await createRejectedRequests(context);
    const requests = [
      { ...listPets, name: 'listPets', status: 200 },
      { ...getPet, name: 'getPet', status: 200 },
      ...rejected.filter(({ otherStatus }) => otherStatus === undefined),
    ];
    const expectJson = async (request: ProviderRequest, status: number, accept: string) => {
      const exchange = await store.provider.send({ ...request, headers: { Accept: accept } });
      const isPet = status === 200;
      store.read(
        exchange,
        status,
        isPet ? 'JSON' : 'an Error',
        isPet ? parseJsonResponse : parseErrorResponse,
      );
    };
    await cases.all([
      ...requests.map(({ name, status, ...request }) => ({
        name: `${name} with Accept: */*`,
        test: () => expectJson(request, status, '*/*'),
      })),
      {
        name: 'listPets with the Accept header of a browser',
        test: () => advise(decisions.pageForBrowsers, () => expectJson(listPets, 200, browser)),
      },
    ]);
  },
};
