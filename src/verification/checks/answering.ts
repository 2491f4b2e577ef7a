import { petStatuses } from '../../engine/pets/pet.js';
import { documentWords } from '../document.js';
import type { AnimalStore } from '../provider/animal-store.js';
import { findUnusedId, maxPage } from '../provider/pets.js';
import type { Exchange, ProviderCall } from '../provider/provider.js';
import { readErrorAnswer, readJson } from '../provider/read-answer.js';
import { NoAnswer } from '../provider/transport.js';
import { admitReadOnly, type Law, type Trial } from './check.js';
import { soon } from './eventually.js';

/** A call for each documented error of each operation; nothing is created by any of them. */
async function refusedCalls(store: AnimalStore): Promise<{ call: ProviderCall; status: number }[]> {
  const unknown = `/pets/${await findUnusedId(store)}`;
  const reading: { call: ProviderCall; status: number }[] = [
    { call: { method: 'GET', path: '/pets', credential: 'none' }, status: 401 },
    { call: { method: 'GET', path: unknown, credential: 'none' }, status: 401 },
    { call: { method: 'GET', path: unknown }, status: 404 },
  ];
  const post = { method: 'POST', path: '/pets', body: '{}' } as const;
  const creating: typeof reading = [
    { call: post, status: 400 },
    { call: { ...post, credential: 'none' }, status: 401 },
  ];
  return store.provider.readOnly ? reading : [...reading, ...creating];
}

/** Whatever the status is: each answer by itself is JSON. */
async function checkJson(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  expectJson(store, await store.provider.call({ method: 'GET', path: '/pets' }));
  for (const { call } of await refusedCalls(store)) {
    expectJson(store, await store.provider.call(call));
  }
  const { id } = await pets.withStatus('available');
  expectJson(store, await store.provider.call({ method: 'GET', path: `/pets/${id}` }));
  admitReadOnly(trial);
}

function expectJson(store: AnimalStore, exchange: Exchange): void {
  const { answer } = exchange;
  if (answer instanceof NoAnswer) {
    throw store.broken(exchange, 'an answer in JSON');
  }
  store.read(exchange, answer.status, 'JSON', readJson);
}

async function checkErrors(trial: Trial): Promise<void> {
  const { store } = trial;
  for (const { call, status } of await refusedCalls(store)) {
    const exchange = await store.provider.call(call);
    store.read(exchange, status, 'an Error: code, message, status', readErrorAnswer);
  }
  admitReadOnly(trial);
}

/** A pet keeps its status: it stands under its own filter, and under no other. */
async function checkStatuses(trial: Trial): Promise<void> {
  const { store, pets } = trial;
  for (const status of petStatuses) {
    for (const filter of petStatuses) {
      await soon(trial, async () => {
        const { id } = await pets.withStatus(status);
        const page = await store.list({ limit: maxPage, status: filter });
        const shown = page.pets.some((pet) => pet.id === id);
        const all = page.pets.length < maxPage;
        if (filter === status ? all && !shown : shown) {
          const expected = filter === status ? 'shown' : 'not shown';
          throw store.stale(page.exchange, `the pet ${id}, which is ${status}, ${expected}`);
        }
      });
    }
  }
}

export const answeringLaws: readonly Law[] = [
  {
    section: '1',
    promise: 'every answer is JSON, sent as application/json',
    document: documentWords.json,
    check: checkJson,
  },
  {
    section: '3',
    promise: 'a pet stands under the filter of its status, and under no other',
    document: documentWords.states,
    check: checkStatuses,
  },
  {
    section: '7',
    promise: 'every documented error is an Error, whose status repeats that of HTTP',
    document: documentWords.errorShape,
    check: checkErrors,
  },
];
