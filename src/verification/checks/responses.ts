import { type PetStatus, petStatuses } from '../../engine/pets/pet.js';
import { changedStatus } from '../differences.js';
import { quotes } from '../document.js';
import type { AnimalStore } from '../provider/animal-store.js';
import { maxPage } from '../provider/pets.js';
import { mismatchAt, type ProviderRequest } from '../provider/provider.js';
import { parseErrorResponse, parseJsonResponse } from '../provider/read-response.js';
import { NoResponse } from '../provider/transport.js';
import { type Check, eventually } from './check.js';
import { createMissing } from './listing.js';
import { createRejectedRequests } from './requests.js';

async function expectJson(store: AnimalStore, request: ProviderRequest): Promise<void> {
  const exchange = await store.provider.send(request);
  const { response } = exchange;
  const expected = 'a response in JSON';
  if (response instanceof NoResponse) {
    throw store.failure(exchange, expected);
  }
  store.read(exchange, response.status, 'JSON', parseJsonResponse, expected);
}

export const responseChecks: readonly Check[] = [
  {
    requirement: 'every response is JSON with the content type application/json',
    ...quotes.json,
    /** Each response by itself is JSON, whatever its status. */
    async run(context, cases) {
      const { store, pets } = context;
      const requests = [
        { name: 'listPets', method: 'GET', path: '/pets' } as const,
        ...(await createRejectedRequests(context)),
      ];
      await cases.all([
        ...requests.map(({ name, ...request }) => ({
          name,
          test: () => expectJson(store, request),
        })),
        {
          name: 'getPet',
          test: async () => {
            const { id } = await pets.withStatus('available');
            await expectJson(store, { method: 'GET', path: `/pets/${id}` });
          },
        },
      ]);
    },
  },
  {
    requirement: 'the status filter returns a pet under its own status only',
    ...quotes.states,
    /** A pet keeps its status: the filter returns it under this one only. */
    async run(context, cases) {
      const { store, pets } = context;
      const expectFiltered = async (status: PetStatus, filter: PetStatus) => {
        const { id } = await pets.withStatus(status);
        const page = await store.list({ limit: maxPage, status: filter });
        const isListed = page.pets.some((pet) => pet.id === id);
        if (filter === status && page.isWhole && !isListed) {
          throw createMissing(store, page, `the pet ${id}, which is ${status}, listed`);
        }
        if (filter !== status && isListed) {
          throw store.staleFailure(
            page.exchange,
            `the pet ${id}, which is ${status}, not listed`,
            `${page.pets.length} pets received, and this is one of them`,
            mismatchAt('$', 'must not have the pet', changedStatus),
          );
        }
      };
      await cases.all(
        petStatuses.flatMap((status) =>
          petStatuses.map((filter) => ({
            name: `pet that is ${status}, under status=${filter}`,
            test: () => eventually(context, () => expectFiltered(status, filter)),
          })),
        ),
      );
    },
  },
  {
    requirement: 'every documented error has an Error body that repeats the HTTP status',
    ...quotes.errorShape,
    async run(context, cases) {
      const { store } = context;
      const requests = await createRejectedRequests(context);
      await cases.all(
        requests.map(({ name, status, otherStatus, ...request }) => ({
          name,
          test: async () => {
            const exchange = await store.provider.send(request);
            const expected = 'an Error: code, message, status';
            const isOther = otherStatus !== undefined && exchange.response.status === otherStatus;
            store.read(exchange, isOther ? otherStatus : status, expected, parseErrorResponse);
          },
        })),
      );
    },
  },
];
