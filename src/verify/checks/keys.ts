import { largestInt64 } from '../../base/int64.js';
import { endTurn } from '../../base/real-time.js';
import { attempt } from '../../base/text.js';
import { formatPet, petStatuses } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { parsePetResponse, parsePetsResponse } from '../../document/responses.js';
import { undecided } from '../causes.js';
import {
  createPetRequest,
  describeKey,
  listPetsRequest,
  type ProviderRequest,
} from '../evidence.js';
import type { Provider } from '../provider.js';
import { isSuccess } from '../send/client.js';
import { type Cases, type Check, eachCase } from './check.js';
import { createValidRequests } from './requests.js';

/** @param forms headers, or that of Authorization, by their descriptions */
const describeForms = (
  forms: Readonly<Record<string, string | NonNullable<ProviderRequest['headers']>>>,
) =>
  Object.entries(forms).map(([description, sent]) => ({
    description,
    headers: typeof sent === 'string' ? { Authorization: sent } : sent,
  }));

/** The valid key in other places and forms than section 5 requires: those that frameworks and parsers accept. */
export function otherForms(key: string) {
  const toBase64 = (text: string) => Buffer.from(text).toString('base64');
  // A number at which servers do not refuse the head for its size.
  const fit = Math.max(1, Math.floor(4_000 / key.length));
  const places = [
    ...['X-API-Key', 'X-Auth-Token', 'X-Access-Token', 'Api-Key', 'ApiKey', 'Token', 'X-Token'],
    ...['X-Authorization', 'Proxy-Authorization', 'X-Forwarded-Authorization', 'Authentication'],
  ].slice(0, fit);
  const inPlaces = places.map((name) => [name, /Auth\w+tion/.test(name) ? `Bearer ${key}` : key]);
  const cookies = ['access_token', 'api_key', 'token', 'jwt', 'apiKey', 'Authorization', 'session']
    .slice(0, fit)
    .map((name) => `${name}=${key}`);
  const forms = {
    'with an empty Authorization header': '',
    'with the valid key under the scheme Token': `Token ${key}`,
    'with the valid key under the scheme ApiKey': `ApiKey ${key}`,
    'with the valid key as user and password of the scheme Basic': `Basic ${toBase64(`${key}:${key}`)}`,
    'with the valid key in Base64': `Bearer ${toBase64(key)}`,
    'with a colon after Bearer': `Bearer: ${key}`,
    'with no space after Bearer': `Bearer${key}`,
    'with the valid key in quotes': `Bearer "${key}"`,
    'with the valid key as the parameter "token"': `Bearer token="${key}"`,
    'with another word after the valid key': `Bearer ${key} x`,
    'with Bearer twice before the valid key': `Bearer Bearer ${key}`,
    'with a parameter after the valid key': `Bearer ${key}, realm="x"`,
    'with the valid key only in cookies': { Authorization: undefined, Cookie: cookies.join('; ') },
    'with the valid key only in headers such as X-API-Key and Proxy-Authorization':
      Object.fromEntries([['Authorization', undefined], ...inPlaces]),
  };
  return describeForms(forms);
}

const swapCase = (key: string) =>
  key.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));

/** Replaces one character by another letter or digit, which no alphabet of keys lacks. */
const changeAt = (key: string, index: number) =>
  `${key.slice(0, index)}${key[index] === 'A' ? 'B' : 'A'}${key.slice(index + 1)}`;

/**
 * Keys that are similar to the valid one, and keys that databases, hashes and comparisons tend to fail at.
 * Left out are those that a provider may legally take for the same key: Base64 that continues after its
 * padding or is cut within it, and a token with dots, such as a JWT, whose last character has bits that
 * don't count; hexadecimal digits and Base32 in another case.
 */
export function similarKeys(key: string) {
  const rest = key.slice(1);
  const first = key.charCodeAt(0).toString(16);
  const cut = key.endsWith('=') || key.includes('.') ? -4 : -1;
  const isCaseless = /^([\da-fA-F-]+|[A-Z\d]+=*)$/.test(key);
  const similar = {
    'with the valid key followed by "~xx"': key.endsWith('=') ? '' : `${key}~xx`,
    'with the key "clé"': 'clé',
    // To LIKE, each stands for a character.
    'with as many "_" as the valid key has characters': '_'.repeat(key.length),
    'with the key "undefined"': 'undefined',
    'with the key "%"': '%',
    'with the key ".*"': '.*',
    'with a key of 200 characters': 'x'.repeat(200),
    'with the end of the valid key missing': key.slice(0, cut),
    'with the beginning of the valid key missing': rest,
    'with another first character of the valid key': changeAt(key, 0),
    'with another character in the middle of the valid key': changeAt(key, key.length >> 1),
    'with another character near the end of the valid key': changeAt(key, key.length + cut),
    'with the valid key reversed': [...key].reverse().join(''),
    'with the valid key in the opposite case': isCaseless ? '' : swapCase(key),
    'with the first character of the valid key percent-encoded': `%${first}${rest}`,
  };
  const others = Object.entries(similar).filter(([, other]) => other !== '' && other !== key);
  return describeForms(
    Object.fromEntries(others.map(([description, other]) => [description, `Bearer ${other}`])),
  );
}

type KeyRequests = Readonly<Record<string, ProviderRequest>>;

const invalid: Partial<ProviderRequest> = { credential: 'invalid' };
const withoutKey: Partial<ProviderRequest> = { credential: 'none' };

/**
 * Creates a case for each request with each form of a key, none of which is valid. Where something else is wrong,
 * too, the document gives no order: the arguable status is advice.
 */
const rejectAll = (
  provider: Provider,
  requests: KeyRequests,
  forms: readonly Partial<ProviderRequest>[],
  arguable: Readonly<Record<number, string>> = {},
): Cases => {
  const all = Object.entries(requests).flatMap(([name, request]) =>
    forms.map((form) => [`${name} ${describeKey(form)}`, { ...request, ...form }] as const),
  );
  return eachCase(Object.fromEntries(all), async (request) => {
    const exchange = await provider.send(request);
    const { status } = exchange.response;
    const reason = arguable[status];
    provider.expectError(exchange, [reason === undefined ? 401 : status]);
    if (reason !== undefined) {
      throw provider.advice(exchange, '401 with an Error', reason);
    }
  });
};

const nameByPath = (paths: readonly string[]): KeyRequests =>
  Object.fromEntries(paths.map((path) => [`GET ${path}`, { method: 'GET', path }]));

/** A route that depends on the query may skip the authentication. */
const unguarded = ['/pets?limit=1', ...petStatuses.map((status) => `/pets?status=${status}`)];

const invalidBodies: KeyRequests = {
  'createPet with half a body': { ...createPetRequest, body: '{' },
  'createPet with plain text': {
    ...createPetRequest,
    body: 'name=Rex',
    headers: { 'Content-Type': 'text/plain' },
  },
};

const keepAlive = { headers: { Connection: 'keep-alive' } } as const;

/** Sends a request without a key after one that has it, on the same connection and with its cookies. */
async function expectRejectedAfterValid(provider: Provider, request: ProviderRequest) {
  const valid = await provider.send({ ...listPetsRequest, ...keepAlive });
  const expected = '200 with Pets, even on the connection of a rejected request';
  provider.read(valid, [200, 0], 'Pets', () => undefined, expected);
  // A connection is free a turn after its response.
  await endTurn();
  const cookies = valid.response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/s, ''));
  const withCookies = cookies.length > 0 && {
    headers: { ...request.headers, Cookie: cookies.join('; ') },
    description: 'without a key, and with the cookies of the response before',
  };
  const unauthorized = { ...request, ...withoutKey, ...withCookies };
  const exchange = await provider.send(unauthorized);
  await endTurn();
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
      const { apiKey } = provider.options;
      const { response } = await provider.send({ ...listPetsRequest, credential: 'invalid' });
      const isSimulator = response.headers.has('Simulator-Notes');
      // Behind the last dot, a simulator accepts the name of any sandbox.
      const key = isSimulator ? apiKey.replace(/\.[\w-]+$/, '') : apiKey;
      return rejectAll(provider, { listPets: listPetsRequest }, similarKeys(key));
    },
  },
  {
    requirement: 'the key is rejected unless it is sent as a bearer token',
    ...quotes.bearer,
    cases: (provider) => {
      const { apiKey } = provider.options;
      const members = { apiKey, api_key: apiKey, access_token: apiKey, token: apiKey };
      const newPet = formatPet(provider.createNewPet());
      const body = JSON.stringify(members).replace(/}$/, `,${newPet.slice(1)}`);
      const inBody = { 'createPet with the valid key in the body': { ...createPetRequest, body } };
      const arguable = { 400: undecided.malformedHeader };
      const query = Object.keys(members).map((name) => `${name}=${encodeURIComponent(apiKey)}`);
      const inQuery = { listPets: { ...listPetsRequest, path: `/pets?${query.join('&')}` } };
      const inQueryAlone = { ...withoutKey, description: 'with the valid key only in the query' };
      return {
        ...rejectAll(provider, { listPets: listPetsRequest }, otherForms(apiKey)),
        ...rejectAll(provider, inBody, [withoutKey]),
        ...rejectAll(provider, inQuery, [inQueryAlone], arguable),
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
        ...rejectAll(provider, nameByPath(unguarded), [withoutKey]),
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
      const post = { 'POST /pets/': { ...createPetRequest, path: '/pets/', body } };
      return eachCase({ ...nameByPath(paths), ...post }, ({ path, ...request }) =>
        expectNoPets(provider, { ...request, path: path.replace('ID', `${id}`) }),
      );
    },
  },
  {
    requirement: 'a request without a valid key gets 401, whatever else is wrong',
    ...quotes.unauthorized,
    cases: (provider) => {
      const unknownPets = nameByPath([`/pets/${largestInt64}`, '/pets/abc']);
      return {
        ...rejectAll(provider, nameByPath(['/pets?limit=0&status=eaten']), [invalid]),
        ...rejectAll(provider, unknownPets, [withoutKey], { 404: undecided.petBeforeKey }),
        ...rejectAll(provider, invalidBodies, [invalid], {
          400: undecided.bodyBeforeKey,
          415: undecided.frameworkError,
        }),
      };
    },
  },
];
