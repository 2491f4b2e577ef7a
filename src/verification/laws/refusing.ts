import type { AnimalStore } from '../animal-store.js';
import { documentWords } from '../document.js';
import { longestPage } from '../pets.js';
import type { Credential, ProviderCall } from '../provider/provider.js';
import { NotProved } from '../verdict.js';
import type { Law, Trial } from './law.js';
import { tooMany } from './listing.js';

/** Keys that are nearly right, and the right one sent in another form than section 5 asks for. */
function wrongCredentials(key: string): Credential[] {
  const nearly = [
    // Two characters: of a key in Base64, one more can stand for the same bytes.
    `${key}xx`,
    key.slice(0, -1),
    [...key].reverse().join(''),
    'x'.repeat(key.length),
    'undefined',
    'null',
  ].filter((other) => other !== '' && other !== key);
  const basic = Buffer.from(`${key}:`).toString('base64');
  const forms = [key, `Basic ${basic}`, `Basic ${key}`, 'Bearer', `Token ${key}`];
  return [...nearly.map((other) => `Bearer ${other}`), ...forms].map((authorization) => ({
    authorization,
  }));
}

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

async function checkKeys(trial: Trial): Promise<void> {
  const { store } = trial;
  for (const call of await goodCalls(trial)) {
    for (const credential of wrongCredentials(store.provider.keys.valid)) {
      await store.refused({ ...call, credential }, 401);
    }
    await store.refused({ ...call, credential: 'in another header' }, 401);
  }
}

/** Right after a call with a valid key, on a connection that may be the same. */
async function checkEachCall(trial: Trial): Promise<void> {
  const { store } = trial;
  for (const call of await goodCalls(trial)) {
    await store.list();
    await store.refused({ ...call, credential: 'none' }, 401);
    await store.refused({ ...call, credential: 'invalid' }, 401);
  }
}

const badCalls: readonly ProviderCall[] = [
  { method: 'GET', path: '/pets?limit=0' },
  { method: 'GET', path: '/pets?limit=many&status=eaten' },
  { method: 'GET', path: '/pets/9223372036854775807' },
  ...['', '{', '{}', '[]', '{"name":1,"categoryId":"one"}'].map((body) => ({
    method: 'POST' as const,
    path: '/pets',
    body,
  })),
  { method: 'POST', path: '/pets', body: 'name=Rex', contentType: 'text/plain' },
];

async function checkKeyFirst({ store }: Trial): Promise<void> {
  const { readOnly } = store.provider;
  for (const call of badCalls.filter(({ method }) => !readOnly || method === 'GET')) {
    await store.refused({ ...call, credential: 'none' }, 401);
    await store.refused({ ...call, credential: 'invalid' }, 401);
  }
}

/** Calls that are refused, each with a name to recognise its pet by if there is one after all. */
function refusedCreations(
  name: string,
  categoryId: bigint,
): { call: ProviderCall; status: 400 | 401 }[] {
  const post = (body: string, credential: Credential = 'valid'): ProviderCall => ({
    method: 'POST',
    path: '/pets',
    body,
    credential,
  });
  const named = `"name":${JSON.stringify(name)}`;
  const good = `{${named},"categoryId":${categoryId}}`;
  return [
    { call: post(`{${named}}`), status: 400 },
    { call: post(`{${named},"categoryId":"one"}`), status: 400 },
    { call: post(`{${named},"categoryId":${categoryId},"status":"eaten"}`), status: 400 },
    { call: post(good.slice(0, -1)), status: 400 },
    { call: post(good, 'none'), status: 401 },
    { call: post(good, 'invalid'), status: 401 },
  ];
}

async function expectNoneNamed(store: AnimalStore, name: string): Promise<void> {
  const page = await store.list({ limit: longestPage });
  if (page.pets.some((pet) => pet.name === name)) {
    throw store.broken(page.exchange, 'no pet of a call that was refused', 'one that is there');
  }
  if (page.pets.length === longestPage) {
    throw new NotProved(tooMany);
  }
}

async function checkChangesNothing({ store, pets }: Trial): Promise<void> {
  const name = pets.name();
  for (const { call, status } of refusedCreations(name, pets.categoryId)) {
    await store.refused(call, status);
  }
  await expectNoneNamed(store, name);
}

export const refusingLaws: readonly Law[] = [
  {
    section: '5',
    promise: 'a key that is nearly right, or sent in another form, is refused',
    document: documentWords.unauthorized,
    check: checkKeys,
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
  {
    section: '4.2',
    promise: 'a call that is refused creates no pet',
    document: documentWords.badRequest,
    check: checkChangesNothing,
  },
];
