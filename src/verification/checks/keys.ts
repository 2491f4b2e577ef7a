import { largestInt64 } from '../../engine/interface/int64.js';
import { petStatuses } from '../../engine/pets/pet.js';
import { quotes } from '../document.js';
import { formatNewPet } from '../provider/animal-store.js';
import { type Credential, otherForms, similarKeys } from '../provider/credentials.js';
import { maxPage } from '../provider/pets.js';
import type { ProviderRequest } from '../provider/provider.js';
import { type Check, type CheckContext, concludeReadOnly } from './check.js';

/** Creates one request for each operation that succeeds with a valid key. */
async function createValidRequests({ store, pets }: CheckContext): Promise<ProviderRequest[]> {
  const { id } = await pets.withStatus('available');
  const body = formatNewPet({ name: pets.createName(), categoryId: pets.categoryId });
  const requests: ProviderRequest[] = [
    { method: 'GET', path: '/pets' },
    { method: 'GET', path: `/pets/${id}` },
    { method: 'POST', path: '/pets', body },
  ];
  return requests.filter((request) => store.provider.allows(request));
}

async function expectUnauthorized(
  { store }: CheckContext,
  request: ProviderRequest,
  credentials: readonly Credential[] = ['none', 'invalid'],
): Promise<void> {
  for (const credential of credentials) {
    await store.expectRejected({ ...request, credential }, 401);
  }
}

/** Sends a request of each operation with each of the credentials, none of which is valid. */
function checkCredentials(createCredentials: (key: string) => readonly Credential[]): Check['run'] {
  return async (context) => {
    const credentials = createCredentials(context.store.provider.keys.valid);
    for (const request of await createValidRequests(context)) {
      await expectUnauthorized(context, request, credentials);
    }
    concludeReadOnly(context);
  };
}

/** Lists of every kind: a route that depends on the query may skip the authentication. */
const listsWithQuery: readonly ProviderRequest[] = [
  ...[1, maxPage].map((limit) => `limit=${limit}`),
  ...petStatuses.map((status) => `status=${status}`),
].map((query) => ({ method: 'GET', path: `/pets?${query}` }));

const invalidRequests: readonly ProviderRequest[] = [
  { method: 'GET', path: '/pets?limit=0' },
  { method: 'GET', path: '/pets?limit=many&status=eaten' },
  { method: 'GET', path: `/pets/${largestInt64}` },
  ...['', '{', '{}', '[]', '{"name":1,"categoryId":"one"}'].map((body) => ({
    method: 'POST' as const,
    path: '/pets',
    body,
  })),
  { method: 'POST', path: '/pets', body: 'name=Rex', contentType: 'text/plain' },
];

export const keyChecks: readonly Check[] = [
  {
    section: '5',
    requirement: 'a key similar to the valid one is rejected',
    quote: quotes.unauthorized,
    run: checkCredentials(similarKeys),
  },
  {
    section: '4',
    requirement: 'the key is rejected unless it is sent as a bearer token',
    quote: quotes.bearer,
    run: checkCredentials(otherForms),
  },
  {
    section: '5',
    requirement: 'every request needs a valid key, even after a request that had one',
    quote: quotes.everyOperation,
    /** Each request follows one with a valid key, perhaps on the same connection. */
    async run(context) {
      for (const request of [...(await createValidRequests(context)), ...listsWithQuery]) {
        await context.store.list();
        await expectUnauthorized(context, request);
      }
      concludeReadOnly(context);
    },
  },
  {
    section: '5',
    requirement: 'a request without a valid key gets 401, whatever else is wrong',
    quote: quotes.unauthorized,
    async run(context) {
      const { provider } = context.store;
      for (const request of invalidRequests.filter((one) => provider.allows(one))) {
        await expectUnauthorized(context, request);
      }
      concludeReadOnly(context);
    },
  },
];
