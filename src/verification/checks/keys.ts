import { largestInt64 } from '../../engine/interface/int64.js';
import { petStatuses } from '../../engine/pets/pet.js';
import { documentWords } from '../document.js';
import { type Credential, nearKeys, otherForms } from '../provider/credentials.js';
import { maxPage } from '../provider/pets.js';
import type { ProviderCall } from '../provider/provider.js';
import { admitReadOnly, type Law, type Trial } from './check.js';

/** One call of each operation that a valid key would make succeed. */
async function goodCalls({ pets }: Trial): Promise<ProviderCall[]> {
  const { id } = await pets.withStatus('available');
  const body = `{"name":${JSON.stringify(pets.name())},"categoryId":${pets.categoryId}}`;
  const calls: ProviderCall[] = [
    { method: 'GET', path: '/pets' },
    { method: 'GET', path: `/pets/${id}` },
  ];
  return pets.store.provider.readOnly ? calls : [...calls, { method: 'POST', path: '/pets', body }];
}

/** Each operation with each of the credentials, none of which is the valid key as it should be sent. */
function checkCredentials(credentialsOf: (key: string) => readonly Credential[]): Law['check'] {
  return async (trial) => {
    const { store } = trial;
    for (const call of await goodCalls(trial)) {
      for (const credential of credentialsOf(store.provider.keys.valid)) {
        await store.refused({ ...call, credential }, 401);
      }
    }
    admitReadOnly(trial);
  };
}

/** Lists of every kind: where a query decides on the route, it may miss the check of the key. */
const queriedLists: readonly ProviderCall[] = [
  ...[1, maxPage].map((limit) => `limit=${limit}`),
  ...petStatuses.map((status) => `status=${status}`),
].map((query) => ({ method: 'GET', path: `/pets?${query}` }));

/** Right after a call with a valid key, on a connection that may be the same. */
async function checkEachCall(trial: Trial): Promise<void> {
  const { store } = trial;
  for (const call of [...(await goodCalls(trial)), ...queriedLists]) {
    await store.list();
    await store.refused({ ...call, credential: 'none' }, 401);
    await store.refused({ ...call, credential: 'invalid' }, 401);
  }
  admitReadOnly(trial);
}

const badCalls: readonly ProviderCall[] = [
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

async function checkKeyFirst(trial: Trial): Promise<void> {
  const { store } = trial;
  const { readOnly } = store.provider;
  for (const call of badCalls.filter(({ method }) => !readOnly || method === 'GET')) {
    await store.refused({ ...call, credential: 'none' }, 401);
    await store.refused({ ...call, credential: 'invalid' }, 401);
  }
  admitReadOnly(trial);
}

export const keyLaws: readonly Law[] = [
  {
    section: '5',
    promise: 'a key that is nearly right is refused',
    document: documentWords.unauthorized,
    check: checkCredentials(nearKeys),
  },
  {
    section: '4',
    promise: 'the key is refused when it is sent in another form than as a bearer token',
    document: documentWords.bearer,
    check: checkCredentials(otherForms),
  },
  {
    section: '5',
    promise: 'every call needs its key, whatever was called before',
    document: documentWords.everyOperation,
    check: checkEachCall,
  },
  {
    section: '5',
    promise: 'without a valid key the answer is 401, whatever else is wrong',
    document: documentWords.unauthorized,
    check: checkKeyFirst,
  },
];
