import { largestInt64 } from '../../document/int64.js';
import { petStatuses } from '../../document/pet.js';
import { type Decision, decisions, quotes } from '../document.js';
import type { ProviderRequest } from '../evidence.js';
import {
  type Credential,
  otherForms,
  resolveCredential,
  similarKeys,
} from '../send/credentials.js';
import { maxPage } from '../store.js';
import type { Cases, Check, CheckContext } from './check.js';
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
  credentials: readonly Credential[] = ['none', 'invalid'],
  arguable: Readonly<Record<number, Decision>> = {},
): Cases =>
  Object.fromEntries(
    Object.entries(requests).flatMap(([name, request]) =>
      credentials.map((credential) => {
        const { description, isMalformed } = resolveCredential(credential, store.keys);
        const test = async () => {
          const exchange = await store.send({ ...request, credential });
          const { status = 0 } = exchange.response;
          // A server may reject it before the service sees it.
          if (isMalformed && status === 400) {
            throw store.advice(exchange, '401 with an Error', decisions.malformedHeader);
          }
          const decision = arguable[status];
          store.expectError(exchange, [decision === undefined ? 401 : status]);
          if (decision !== undefined) {
            throw store.advice(exchange, '401 with an Error', decision);
          }
        };
        return [`${name} ${description}`, test];
      }),
    ),
  );

const listPets = { method: 'GET', path: '/pets' } as const;

const nameByPath = (paths: readonly string[]): Requests =>
  Object.fromEntries(paths.map((path) => [`GET ${path}`, { method: 'GET', path }]));

/** Lists of every kind: a route that depends on the query may skip the authentication. */
const listsWithQuery = nameByPath([
  ...[1, maxPage].map((limit) => `/pets?limit=${limit}`),
  ...petStatuses.map((status) => `/pets?status=${status}`),
]);

const create = { method: 'POST', path: '/pets' } as const;
const invalidLists = nameByPath(['/pets?limit=0', '/pets?limit=many&status=eaten']);
const unknownPets = nameByPath(
  [`${largestInt64}`, 'abc', '9'.repeat(120)].map((petId) => `/pets/${petId}`),
);
const invalidBodies: Requests = {
  ...Object.fromEntries(
    ['', '{', '{}', '[]', '{"name":1,"categoryId":"one"}'].map((body) => [
      `createPet with the body ${body === '' ? '(empty)' : body}`,
      { ...create, body },
    ]),
  ),
  'createPet with a body of type text/plain': {
    ...create,
    body: 'name=Rex',
    contentType: 'text/plain',
  },
};

export const keyChecks: readonly Check[] = [
  {
    requirement: 'a key similar to the valid one is rejected',
    ...quotes.unauthorized,
    cases: (context) => rejectAll(context, { listPets }, similarKeys(context.store.keys.valid)),
  },
  {
    requirement: 'the key is rejected unless it is sent as a bearer token',
    ...quotes.bearer,
    cases: (context) => rejectAll(context, { listPets }, otherForms(context.store.keys.valid)),
  },
  {
    requirement: 'every request needs a valid key, even after a request that had one',
    ...quotes.everyOperation,
    /** Each request follows one with a valid key, perhaps on the same connection. */
    async cases(context) {
      const { store, pets } = context;
      const requests = createValidRequests(context, await pets.withStatus('available'));
      const cases = rejectAll(context, { ...requests, ...listsWithQuery });
      return Object.fromEntries(
        Object.entries(cases).map(([name, test]) => [name, () => store.list().then(test)]),
      );
    },
  },
  {
    requirement: 'a request without a valid key gets 401, whatever else is wrong',
    ...quotes.unauthorized,
    cases: (context) => ({
      ...rejectAll(context, invalidLists),
      ...rejectAll(context, unknownPets, undefined, { 404: decisions.petBeforeKey }),
      ...rejectAll(context, invalidBodies, undefined, { 400: decisions.bodyBeforeKey }),
    }),
  },
];
