import { setImmediate } from 'node:timers/promises';
import { largestInt64 } from '../../document/int64.js';
import { formatPet, petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { parsePetResponse, parsePetsResponse, tryParse } from '../../document/responses.js';
import { undecided } from '../causes.js';
import type { ProviderRequest } from '../evidence.js';
import type { ProviderClient } from '../provider-client.js';
import { isSuccess } from '../send/client.js';
import {
  type Credential,
  otherForms,
  resolveCredential,
  similarKeys,
} from '../send/credentials.js';
import { type Cases, type Check, type CheckContext, eachCase, mapCases } from './check.js';
import { createValidRequests } from './responses.js';

type Requests = Readonly<Record<string, ProviderRequest>>;

/**
 * Creates a case for each request with each credential, none of which is valid.
 *
 * @param arguable the status of what else is wrong with a request, where the document gives no order
 */
const rejectAll = (
  { store }: CheckContext,
  requests: Requests,
  credentials: readonly Credential[],
  arguable: Readonly<Record<number, string>> = {},
): Cases =>
  Object.fromEntries(
    Object.entries(requests).flatMap(([name, request]) =>
      credentials.map((credential) => {
        const { description } = resolveCredential(credential, store.keys);
        const test = async () => {
          const exchange = await store.send({ ...request, credential });
          const { status } = exchange.response;
          const reason = arguable[status];
          // A server may reject a malformed header before the service sees it.
          if (reason !== undecided.malformedHeader) {
            store.expectError(exchange, [reason === undefined ? 401 : status]);
          }
          if (reason !== undefined) {
            throw store.advice(exchange, '401 with an Error', reason);
          }
        };
        return [`${name} ${description}`, test];
      }),
    ),
  );

const listPets = { method: 'GET', path: '/pets' } as const;

/** A route that depends on the query may skip the authentication. */
const unguarded = ['/pets?limit=1', ...petStatuses.map((status) => `/pets?status=${status}`)];

const nameByPath = (paths: readonly string[]): Requests =>
  Object.fromEntries(paths.map((path) => [`GET ${path}`, { method: 'GET', path }]));

const create = { method: 'POST', path: '/pets' } as const;
const unknownPets = nameByPath([`/pets/${largestInt64}`, '/pets/abc']);
const invalidBodies: Requests = {
  'createPet with half a body': { ...create, body: '{' },
  'createPet with plain text': { ...create, body: 'name=Rex', contentType: 'text/plain' },
};

const keepAlive = { headers: { Connection: 'keep-alive' } } as const;

/** Sends a request without a key after one that has it, on the same connection and with its cookies. */
async function expectRejectedAfterValid(store: ProviderClient, request: ProviderRequest) {
  const valid = await store.send({ ...listPets, ...keepAlive });
  const expected = '200 with Pets, even on the connection of a rejected request';
  store.read(valid, [200, 0], 'Pets', () => undefined, expected);
  // A connection is free a turn after its response.
  await setImmediate();
  const set = valid.response.headers.get('set-cookie');
  const cookies = set?.split(/, *(?=[^;,=\s]+=)/).map((cookie) => cookie.replace(/;.*/s, ''));
  const withCookies = cookies && {
    headers: { Cookie: cookies.join('; ') },
    description: 'without a key, and with the cookies of the response before',
  };
  const unauthorized = { ...request, credential: withCookies ?? ('none' as const) };
  const exchange = await store.send(unauthorized);
  await setImmediate();
  // A server may have closed the connection just then: on one of its own, the request must get a response.
  const { status } = exchange.response;
  store.expectError(status === 0 ? await store.send(unauthorized) : exchange, [401]);
}

/** Ways to write a path that some routers treat as the same, and a guard in front of them may not. */
const spellings = (path: string) => [
  `${path}/`,
  `/${path}`,
  `${path};a=b`,
  `${path}.json`,
  path.replace('/pets', '/PETS'),
  path.replace('/pets', '/%70ets'),
];

/** Another spelling may be unknown, or redirected; without a key, it leads to no pet. */
async function expectNoPets(store: ProviderClient, request: ProviderRequest): Promise<void> {
  const exchange = await store.send({ ...request, credential: 'none' });
  const { response } = exchange;
  if (!isSuccess(response.status)) {
    return;
  }
  const pets = tryParse(parsePetsResponse, response) ?? [tryParse(parsePetResponse, response)];
  if (pets.some((pet) => pet !== undefined)) {
    throw store.failure(exchange, { expected: '401, or no pets', statuses: [401] });
  }
}

export const keyChecks: readonly Check[] = [
  {
    requirement: 'a key similar to the valid one is rejected',
    ...quotes.unauthorized,
    async cases(context) {
      const { store } = context;
      const { response } = await store.send({ ...listPets, credential: 'invalid' });
      const isSimulator = response.headers.has('Simulator-Notes');
      // Behind the last dot, a simulator accepts the name of any sandbox.
      const key = isSimulator ? store.keys.valid.replace(/\.[\w-]+$/, '') : store.keys.valid;
      return rejectAll(context, { listPets }, similarKeys(key));
    },
  },
  {
    requirement: 'the key is rejected unless it is sent as a bearer token',
    ...quotes.bearer,
    cases: (context) => {
      const { store, pets } = context;
      const { valid } = store.keys;
      const members = { apiKey: valid, api_key: valid, access_token: valid, token: valid };
      const body = JSON.stringify(members).replace(
        /}$/,
        `,${formatPet(pets.createNewPet()).slice(1)}`,
      );
      return {
        ...rejectAll(context, { listPets }, otherForms(valid), {
          400: undecided.malformedHeader,
        }),
        ...rejectAll(context, { 'createPet with the valid key in the body': { ...create, body } }, [
          'none',
        ]),
      };
    },
  },
  {
    requirement: 'every request needs a valid key, even after a request that had one',
    ...quotes.everyOperation,
    // Otherwise other requests take up the connection.
    isInOrder: true,
    async cases(context) {
      const { store, pets } = context;
      const { createPet, ...others } = createValidRequests(
        context,
        await pets.withStatus('available'),
      );
      // A server that leaves a rejected body on its connection takes it for the next request.
      const requests = { createPet: { ...createPet, ...keepAlive }, ...others };
      return {
        ...eachCase(requests, (request) => expectRejectedAfterValid(store, request)),
        ...rejectAll(context, nameByPath(unguarded), ['none']),
      };
    },
  },
  {
    requirement: 'another spelling of a path needs a valid key, too',
    ...quotes.everyOperation,
    async cases(context) {
      const { store, pets } = context;
      const { id } = await pets.withStatus('available');
      const paths = [...spellings('/pets'), ...spellings('/pets/ID').slice(0, 3)];
      const body = formatPet(pets.createNewPet());
      return {
        ...mapCases('GET ', paths, (path) =>
          expectNoPets(store, { method: 'GET', path: path.replace('ID', `${id}`) }),
        ),
        'POST /pets/': () => expectNoPets(store, { ...create, path: '/pets/', body }),
      };
    },
  },
  {
    requirement: 'a request without a valid key gets 401, whatever else is wrong',
    ...quotes.unauthorized,
    cases: (context) => ({
      ...rejectAll(context, nameByPath(['/pets?limit=0&status=eaten']), ['invalid']),
      ...rejectAll(context, unknownPets, ['none'], { 404: undecided.petBeforeKey }),
      ...rejectAll(context, invalidBodies, ['invalid'], { 400: undecided.bodyBeforeKey }),
    }),
  },
];
