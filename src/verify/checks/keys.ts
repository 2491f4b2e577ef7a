import { largestInt64 } from '../../document/int64.js';
import { petStatuses } from '../../document/pet.js';
import { decisions } from '../advice.js';
import { quotes } from '../document.js';
import { maxPage } from '../pets.js';
import type { ProviderRequest } from '../provider.js';
import type { Case } from '../result.js';
import {
  type Credential,
  confusableKeys,
  otherForms,
  resolveCredential,
  similarKeys,
  unusualForms,
} from '../send/credentials.js';
import type { Arguable } from '../store.js';
import type { Check, CheckContext } from './check.js';
import { createValidRequests } from './requests.js';

/** A request, by what it is in any provider: names of pets and ids differ. */
interface NamedRequest {
  readonly name: string;
  readonly request: ProviderRequest;
  /** The status of what else is wrong with it, where the document gives no order. */
  readonly arguable?: Arguable;
}

async function listOperations(context: CheckContext): Promise<NamedRequest[]> {
  const requests = createValidRequests(context, await context.pets.withStatus('available'));
  return Object.entries(requests).map(([name, request]) => ({ name, request }));
}

/** Creates a case for each of the credentials, none of which is valid. */
const createRejections = (
  { store }: CheckContext,
  { name, request, arguable }: NamedRequest,
  credentials: readonly Credential[] = ['none', 'invalid'],
): Case[] =>
  credentials.map((credential) => {
    const { description, malformed } = resolveCredential(credential, store.keys);
    return {
      name: `${name} ${description}`,
      test: async () => {
        const exchange = await store.send({ ...request, credential });
        // A server may reject it before the service sees it.
        if (malformed && exchange.response.status === 400) {
          throw store.advice(exchange, '401 with an Error', decisions.malformedHeader);
        }
        store.expectError(exchange, [401], arguable);
      },
    };
  });

/**
 * Sends credentials, none of which is valid.
 *
 * @param createCredentials for requests of each operation
 * @param createMore for listPets alone
 */
function checkCredentials(
  createCredentials: (key: string) => readonly Credential[],
  createMore: (key: string) => readonly Credential[],
): Check['run'] {
  return async (context, cases) => {
    const { valid } = context.store.keys;
    const credentials = createCredentials(valid);
    const requests = await listOperations(context);
    await cases.all([
      ...requests.flatMap((request) => createRejections(context, request, credentials)),
      ...requests.slice(0, 1).flatMap((list) => createRejections(context, list, createMore(valid))),
    ]);
  };
}

const nameByPath = (path: string): NamedRequest => ({
  name: `GET ${path}`,
  request: { method: 'GET', path },
});

/** Lists of every kind: a route that depends on the query may skip the authentication. */
const listsWithQuery: readonly NamedRequest[] = [
  ...[1, maxPage].map((limit) => `limit=${limit}`),
  ...petStatuses.map((status) => `status=${status}`),
].map((query) => nameByPath(`/pets?${query}`));

const invalidRequests: readonly NamedRequest[] = [
  ...['/pets?limit=0', '/pets?limit=many&status=eaten'].map(nameByPath),
  ...[`${largestInt64}`, 'abc', '9'.repeat(120)].map((petId) => ({
    ...nameByPath(`/pets/${petId}`),
    arguable: { 404: decisions.petBeforeKey },
  })),
  ...['', '{', '{}', '[]', '{"name":1,"categoryId":"one"}'].map((body) => ({
    name: `createPet with the body ${body === '' ? '(empty)' : body}`,
    request: { method: 'POST', path: '/pets', body },
    arguable: { 400: decisions.bodyBeforeKey },
  })),
  {
    name: 'createPet with a body of type text/plain',
    request: { method: 'POST', path: '/pets', body: 'name=Rex', contentType: 'text/plain' },
    arguable: { 400: decisions.bodyBeforeKey },
  },
];

export const keyChecks: readonly Check[] = [
  {
    requirement: 'a key similar to the valid one is rejected',
    ...quotes.unauthorized,
    run: checkCredentials(similarKeys, confusableKeys),
  },
  {
    requirement: 'the key is rejected unless it is sent as a bearer token',
    ...quotes.bearer,
    run: checkCredentials(otherForms, unusualForms),
  },
  {
    requirement: 'every request needs a valid key, even after a request that had one',
    ...quotes.everyOperation,
    /** Each request follows one with a valid key, perhaps on the same connection. */
    async run(context, cases) {
      const requests = [...(await listOperations(context)), ...listsWithQuery];
      await cases.all(
        requests
          .flatMap((request) => createRejections(context, request))
          .map(({ name, test }) => ({
            name,
            test: async () => {
              await context.store.list();
              await test();
            },
          })),
      );
    },
  },
  {
    requirement: 'a request without a valid key gets 401, whatever else is wrong',
    ...quotes.unauthorized,
    run: (context, cases) =>
      cases.all(invalidRequests.flatMap((request) => createRejections(context, request))),
  },
];
