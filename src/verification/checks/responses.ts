import { petStatuses } from '../../engine/pets/pet.js';
import { quotes } from '../document.js';
import type { AnimalStore } from '../provider/animal-store.js';
import { maxPage } from '../provider/pets.js';
import type { ProviderRequest } from '../provider/provider.js';
import { parseErrorResponse, parseJsonResponse } from '../provider/read-response.js';
import { NoResponse } from '../provider/transport.js';
import { type Check, type CheckContext, concludeReadOnly, eventually } from './check.js';

interface RejectedRequest extends ProviderRequest {
  readonly status: number;
}

/** Creates a request for each documented error of each operation; none of them creates a pet. */
async function createRejectedRequests({ store, pets }: CheckContext): Promise<RejectedRequest[]> {
  const unknown = `/pets/${await pets.unusedId()}`;
  const requests: RejectedRequest[] = [
    { method: 'GET', path: '/pets', credential: 'none', status: 401 },
    { method: 'GET', path: unknown, credential: 'none', status: 401 },
    { method: 'GET', path: unknown, status: 404 },
    { method: 'POST', path: '/pets', body: '{}', status: 400 },
    { method: 'POST', path: '/pets', body: '{}', credential: 'none', status: 401 },
  ];
  return requests.filter((request) => store.provider.allows(request));
}

async function expectJson(store: AnimalStore, request: ProviderRequest): Promise<void> {
  const exchange = await store.provider.send(request);
  const { response } = exchange;
  if (response instanceof NoResponse) {
    throw store.failure(exchange, 'a response in JSON');
  }
  store.read(exchange, response.status, 'JSON', parseJsonResponse);
}

export const responseChecks: readonly Check[] = [
  {
    section: '1',
    requirement: 'every response is JSON with the content type application/json',
    quote: quotes.json,
    /** Each response by itself is JSON, whatever its status. */
    async run(context) {
      const { store, pets } = context;
      await expectJson(store, { method: 'GET', path: '/pets' });
      for (const request of await createRejectedRequests(context)) {
        await expectJson(store, request);
      }
      const { id } = await pets.withStatus('available');
      await expectJson(store, { method: 'GET', path: `/pets/${id}` });
      concludeReadOnly(context);
    },
  },
  {
    section: '3',
    requirement: 'the status filter returns a pet under its own status only',
    quote: quotes.states,
    /** A pet keeps its status: the filter returns it under this one only. */
    async run(context) {
      const { store, pets } = context;
      for (const status of petStatuses) {
        for (const filter of petStatuses) {
          await eventually(context, async () => {
            const { id } = await pets.withStatus(status);
            const page = await store.list({ limit: maxPage, status: filter });
            const isListed = page.pets.some((pet) => pet.id === id);
            const isWhole = page.pets.length < maxPage;
            if (filter === status ? isWhole && !isListed : isListed) {
              const expected = filter === status ? 'listed' : 'not listed';
              throw store.staleFailure(
                page.exchange,
                `the pet ${id}, which is ${status}, ${expected}`,
              );
            }
          });
        }
      }
    },
  },
  {
    section: '7',
    requirement: 'every documented error has an Error body that repeats the HTTP status',
    quote: quotes.errorShape,
    async run(context) {
      const { store } = context;
      for (const request of await createRejectedRequests(context)) {
        const exchange = await store.provider.send(request);
        store.read(exchange, request.status, 'an Error: code, message, status', parseErrorResponse);
      }
      concludeReadOnly(context);
    },
  },
];
