import { type PetStatus, petStatuses } from '../../document/pet.js';
import { decisions } from '../advice.js';
import { fieldChanges } from '../causes.js';
import { quotes } from '../document.js';
import { parseErrorResponse, parseJsonResponse } from '../parse.js';
import { maxPage } from '../pets.js';
import type { ProviderRequest } from '../provider.js';
import { advise, type Check, eventually } from './check.js';
import { createMissing } from './listing.js';
import { createRejectedRequests, createValidRequests } from './requests.js';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

export const responseChecks: readonly Check[] = [
  {
    requirement: 'every response is JSON with the content type application/json',
    ...quotes.json,
    /** Each response by itself is JSON, whatever its status. */
    async run(context, cases) {
      const { store, pets } = context;
      const expectJson = async (request: ProviderRequest) => {
        const exchange = await store.send(request);
        const { status } = exchange.response;
        const statuses = status === undefined ? [] : [status];
        store.read(exchange, statuses, 'JSON', parseJsonResponse, 'a response in JSON');
      };
      const requests = await createRejectedRequests(context);
      await cases.all([
        { name: 'listPets', test: () => expectJson({ method: 'GET', path: '/pets' }) },
        ...requests.map(({ name, request }) => ({ name, test: () => expectJson(request) })),
        {
          name: 'getPet',
          test: async () => {
            const { id } = await pets.withStatus('available');
            await expectJson({ method: 'GET', path: `/pets/${id}` });
          },
        },
      ]);
    },
  },
  {
    requirement: 'responses are JSON, whatever the request accepts',
    ...quotes.json,
    /** Without the word JSON in the request, many frameworks respond to it as to a browser. */
    async run(context, cases) {
      const { store, pets } = context;
      const { listPets, getPet } = createValidRequests(context, await pets.withStatus('available'));
      const rejected = await createRejectedRequests(context);
      const accept = (request: ProviderRequest, Accept: string) =>
        store.send({ ...request, headers: { Accept } });
      await cases.all([
        ...Object.entries({ listPets, getPet }).map(([name, request]) => ({
          name: `${name} with Accept: */*`,
          test: async () =>
            store.read(await accept(request, '*/*'), [200], 'JSON', parseJsonResponse),
        })),
        ...rejected
          .filter(({ statuses }) => statuses.length === 1)
          .map(({ name, request, statuses }) => ({
            name: `${name} with Accept: */*`,
            test: async () => store.expectError(await accept(request, '*/*'), statuses),
          })),
        {
          name: 'listPets with the Accept header of a browser',
          test: () =>
            advise(decisions.pageForBrowsers, async () =>
              store.read(await accept(listPets, browser), [200], 'JSON', parseJsonResponse),
            ),
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
          throw store.staleFailure(page.exchange, {
            expected: `the pet ${id}, which is ${status}, not listed`,
            problem: `${page.pets.length} pets received, and this is one of them`,
            mismatch: { path: '$', problem: 'must not have the pet' },
            causes: [fieldChanges('status')],
          });
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
      const expected = 'an Error: code, message, status';
      await cases.all(
        requests.map(({ name, request, statuses }) => ({
          name,
          test: async () => {
            const exchange = await store.send(request);
            const { status = 0 } = exchange.response;
            const right = statuses.includes(status) ? [status] : statuses.slice(0, 1);
            store.read(exchange, right, expected, parseErrorResponse);
          },
        })),
      );
    },
  },
];
