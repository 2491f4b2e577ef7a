import { setImmediate } from 'node:timers/promises';
import { attempt } from '../../document/format.js';
import { largestInt64 } from '../../document/int64.js';
import { formatPet, petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { parsePetResponse, parsePetsResponse } from '../../document/responses.js';
import { undecided } from '../causes.js';
import type { ProviderRequest } from '../evidence.js';
import type { Provider } from '../provider.js';
import { isSuccess } from '../send/client.js';
import {
  type Credential,
  otherForms,
  resolveCredential,
  similarKeys,
} from '../send/credentials.js';
import { type Cases, type Check, eachCase, mapCases } from './check.js';
import { createValidRequests } from './responses.js';

type Requests = Readonly<Record<string, ProviderRequest>>;

/**
 * Creates a case for each request with each credential, none of which is valid. Where something else is wrong,
 * too, the document gives no order: the arguable status is advice.
 */
const rejectAll = (
  provider: Provider,
  requests: Requests,
  credentials: readonly Credential[],
  arguable: Readonly<Record<number, string>> = {},
): Cases => {
  const all = Object.entries(requests).flatMap(([name, request]) =>
    credentials.map((credential) => {
      const { description } = resolveCredential(credential, provider.keys);
      return [`${name} ${description}`, { ...request, credential }] as const;
    }),
  );
  return eachCase(Object.fromEntries(all), async (request) => {
    const exchange = await provider.send(request);
    const { status } = exchange.response;
    const reason = arguable[status];
    // A server may reject a malformed header before the service sees it.
    if (reason !== undecided.malformedHeader) {
      provider.expectError(exchange, [reason === undefined ? 401 : status]);
    }
    if (reason !== undefined) {
      throw provider.advice(exchange, '401 with an Error', reason);
    }
  });
};

const listPets = { method: 'GET', path: '/pets' } as const;
const createPet = { method: 'POST', path: '/pets' } as const;

const nameByPath = (paths: readonly string[]): Requests =>
  Object.fromEntries(paths.map((path) => [`GET ${path}`, { method: 'GET', path }]));

/** A route that depends on the query may skip the authentication. */
const unguarded = ['/pets?limit=1', ...petStatuses.map((status) => `/pets?status=${status}`)];

const invalidBodies: Requests = {
  'createPet with half a body': { ...createPet, body: '{' },
  'createPet with plain text': {
    ...createPet,
    body: 'name=Rex',
    headers: { 'Content-Type': 'text/plain' },
  },
};

const keepAlive = { headers: { Connection: 'keep-alive' } } as const;

/** Sends a request without a key after one that has it, on the same connection and with its cookies. */
async function expectRejectedAfterValid(provider: Provider, request: ProviderRequest) {
  const valid = await provider.send({ ...listPets, ...keepAlive });
  const expected = '200 with Pets, even on the connection of a rejected request';
  provider.read(valid, [200, 0], 'Pets', () => undefined, expected);
  // A connection is free a turn after its response.
  await setImmediate();
  const set = valid.response.headers.get('set-cookie');
  const cookies = set?.split(/, *(?=[^;,=\s]+=)/).map((cookie) => cookie.replace(/;.*/s, ''));
  const withCookies = cookies && {
    headers: { Cookie: cookies.join('; ') },
    description: 'without a key, and with the cookies of the response before',
  };
  const unauthorized = { ...request, credential: withCookies ?? ('none' as const) };
  const exchange = await provider.send(unauthorized);
  await setImmediate();
  // A server may have closed the connection just then: on one of its own, the request must get a response.
  const { status } = exchange.response;
  provider.expectError(status === 0 ? await provider.send(unauthorized) : exchange, [401]);
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
async function expectNoPets(provider: Provider, request: ProviderRequest): Promise<void> {
  const exchange = await provider.send({ ...request, credential: 'none' });
  const { response } = exchange;
  const pets = attempt(() => parsePetsResponse(response)) ?? [
    attempt(() => parsePetResponse(response)),
  ];
  if (isSuccess(response.status) && pets.some((pet) => pet !== undefined)) {
    throw provider.failure(exchange, { expected: '401, or no pets', statuses: [401] });
  }
}

export const keyChecks: readonly Check[] = [
  {
    requirement: 'a key similar to the valid one is rejected',
    ...quotes.unauthorized,
    async cases(provider) {
      const { valid } = provider.keys;
      const { response } = await provider.send({ ...listPets, credential: 'invalid' });
      const isSimulator = response.headers.has('Simulator-Notes');
      // Behind the last dot, a simulator accepts the name of any sandbox.
      const key = isSimulator ? valid.replace(/\.[\w-]+$/, '') : valid;
      return rejectAll(provider, { listPets }, similarKeys(key));
    },
  },
  {
    requirement: 'the key is rejected unless it is sent as a bearer token',
    ...quotes.bearer,
    cases: (provider) => {
      const { valid } = provider.keys;
      const members = { apiKey: valid, api_key: valid, access_token: valid, token: valid };
      const newPet = formatPet(provider.createNewPet());
      const body = JSON.stringify(members).replace(/}$/, `,${newPet.slice(1)}`);
      const inBody = { 'createPet with the valid key in the body': { ...createPet, body } };
      const arguable = { 400: undecided.malformedHeader };
      return {
        ...rejectAll(provider, { listPets }, otherForms(valid), arguable),
        ...rejectAll(provider, inBody, ['none']),
      };
    },
  },
  {
    requirement: 'every request needs a valid key, even after a request that had one',
    ...quotes.everyOperation,
    // Otherwise other requests take up the connection.
    isInOrder: true,
    async cases(provider) {
      const pet = await provider.withStatus('available');
      const { createPet, ...others } = createValidRequests(provider, pet);
      // A server that leaves a rejected body on its connection takes it for the next request.
      const requests = { createPet: { ...createPet, ...keepAlive }, ...others };
      return {
        ...eachCase(requests, (request) => expectRejectedAfterValid(provider, request)),
        ...rejectAll(provider, nameByPath(unguarded), ['none']),
      };
    },
  },
  {
    requirement: 'another spelling of a path needs a valid key, too',
    ...quotes.everyOperation,
    async cases(provider) {
      const { id } = await provider.withStatus('available');
      const paths = [...spellings('/pets'), ...spellings('/pets/ID').slice(0, 3)];
      const body = formatPet(provider.createNewPet());
      return {
        ...mapCases('GET ', paths, (path) =>
          expectNoPets(provider, { method: 'GET', path: path.replace('ID', `${id}`) }),
        ),
        'POST /pets/': () => expectNoPets(provider, { ...createPet, path: '/pets/', body }),
      };
    },
  },
  {
    requirement: 'a request without a valid key gets 401, whatever else is wrong',
    ...quotes.unauthorized,
    cases: (provider) => {
      const unknownPets = nameByPath([`/pets/${largestInt64}`, '/pets/abc']);
      return {
        ...rejectAll(provider, nameByPath(['/pets?limit=0&status=eaten']), ['invalid']),
        ...rejectAll(provider, unknownPets, ['none'], { 404: undecided.petBeforeKey }),
        ...rejectAll(provider, invalidBodies, ['invalid'], { 400: undecided.bodyBeforeKey }),
      };
    },
  },
];
