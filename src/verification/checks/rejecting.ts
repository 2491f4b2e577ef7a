import { quotes } from '../document.js';
import type { AnimalStore } from '../provider/animal-store.js';
import { maxPage, type VerificationPets } from '../provider/pets.js';
import type { ProviderRequest } from '../provider/provider.js';
import { CheckFailed, catchError, Inconclusive } from '../result.js';
import type { Check } from './check.js';
import { tooManyPets } from './listing.js';

/** The status of the pets in rejected requests. */
const rejectedStatus = 'pending';

/** Requests that must be rejected with the same status, all with the same name. */
interface RejectedCreations {
  readonly status: 400 | 401;
  readonly quote: string;
  readonly name: string;
  readonly requests: readonly ProviderRequest[];
}

/**
 * Creates requests that must be rejected. All have a name and a status, to find a pet that was created
 * nevertheless, even in a store that is too large for one page.
 */
function createRejectedCreations(pets: VerificationPets): RejectedCreations[] {
  const create = (
    status: 400 | 401,
    quote: string,
    createRequests: (named: string, valid: string) => Partial<ProviderRequest>[],
  ): RejectedCreations => {
    const name = pets.createName();
    const named = `"name":${JSON.stringify(name)}`;
    const valid = `{${named},"categoryId":${pets.categoryId},${pending}}`;
    const requests = createRequests(named, valid).map(
      (request) => ({ method: 'POST', path: '/pets', body: valid, ...request }) as const,
    );
    return { status, quote, name, requests };
  };
  const pending = `"status":"${rejectedStatus}"`;
  return [
    create(400, quotes.badRequest, (named, valid) => [
      { body: `{${named},${pending}}` },
      { body: `{${named},"categoryId":"one",${pending}}` },
      { body: `{${named},"categoryId":${pets.categoryId},"status":"eaten"}` },
      { body: valid.slice(0, -1) },
    ]),
    create(401, quotes.rejectedKey, () => [{ credential: 'none' }, { credential: 'invalid' }]),
  ];
}

const listPages = async (store: AnimalStore) => [
  await store.list({ limit: maxPage }),
  await store.list({ limit: maxPage, status: rejectedStatus }),
];

/** An invalid pet that was accepted before may break the list for good; a rejection just before, once. */
async function expectReadable(store: AnimalStore): Promise<void> {
  const read = () => catchError(CheckFailed, () => listPages(store));
  const pages = (await read()) instanceof CheckFailed ? await read() : undefined;
  if (pages instanceof CheckFailed) {
    throw new Inconclusive(`the list could not be read before: ${pages.message}`);
  }
}

async function expectNoneNamed(store: AnimalStore, name: string): Promise<void> {
  const pages = await listPages(store);
  for (const { pets, exchange } of pages) {
    if (pets.some((pet) => pet.name === name)) {
      throw store.failure(exchange, 'no pet from a rejected request', 'the list has one');
    }
  }
  if (pages.every(({ pets }) => pets.length === maxPage)) {
    throw new Inconclusive(tooManyPets);
  }
}

/** Quotes another sentence of the document if the test fails. */
async function withQuote(quote: string, test: () => Promise<void>): Promise<void> {
  const failure = await catchError(CheckFailed, test);
  if (failure instanceof CheckFailed) {
    throw new CheckFailed(failure.evidence, quote);
  }
}

export const rejectedCreationCheck: Check = {
  section: '4.2',
  requirement: 'a rejected createPet request creates no pet and does not affect the next request',
  quote: quotes.badRequest,
  creates: 1,
  async run({ store, pets }) {
    await expectReadable(store);
    const groups = createRejectedCreations(pets);
    for (const { status, quote, requests } of groups) {
      await withQuote(quote, async () => {
        for (const request of requests) {
          await store.expectRejected(request, status);
        }
      });
    }
    for (const { quote, name } of groups) {
      await withQuote(quote, () => expectNoneNamed(store, name));
    }
    await pets.create();
  },
};

/** JSON values that are not strings. */
const nonStrings = ['true', 'false', '0', '{}', '{"first":"Rex"}', '["Rex"]', 'null'];
/** JSON values that are not int64. Numbers outside int64 come last: once stored, they break every list. */
const nonIntegers = [
  '"1"',
  '[1]',
  '{"id":1}',
  '{}',
  '""',
  'false',
  'null',
  '1.5',
  '1e400',
  '9223372036854775808',
  '-9223372036854775809',
];
/** JSON values that are not PetStatus. */
const nonStatuses = [
  '""',
  '" sold "',
  '"Sold"',
  '["sold"]',
  '{}',
  'true',
  '0',
  '"available,sold"',
  'null',
];

/**
 * Creates bodies that are not NewPet, with one error each. Those that may become a valid Pet come first,
 * because the check stops at the first that is accepted. Each has the name, to recognise such a pet.
 */
function createInvalidBodies(name: string, categoryId: bigint): string[] {
  const named = `"name":${JSON.stringify(name)}`;
  const placed = `"categoryId":${categoryId}`;
  const valid = `{${named},${placed}}`;
  return [
    'null',
    'true',
    `[${valid}]`,
    `{"pet":${valid}}`,
    `${valid}garbage`,
    `${valid}${valid}`,
    `name=Rex&categoryId=${categoryId}`,
    `{'name':'Rex','categoryId':${categoryId}}`,
    `{${named.replace('name', 'Name')},${placed}}`,
    `{${named},"category_id":${categoryId}}`,
    `{${named},"categoryid":${categoryId}}`,
    ...nonStatuses.map((value) => `{${named},${placed},"status":${value}}`),
    ...nonStrings.map((value) => `{"name":${value},${placed}}`),
    ...nonIntegers.map((value) => `{${named},"categoryId":${value}}`),
  ];
}

export const invalidBodiesCheck: Check = {
  section: '4.2',
  requirement: 'createPet rejects every body that is not a NewPet',
  quote: quotes.badRequest,
  async run({ store, pets }) {
    for (const body of createInvalidBodies(pets.createName(), pets.categoryId)) {
      await store.expectRejected({ method: 'POST', path: '/pets', body }, 400);
    }
  },
};
