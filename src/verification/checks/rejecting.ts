import type { NewPet } from '../../engine/pets/pet.js';
import { decisions } from '../decisions.js';
import { acceptedBody, acceptedKey } from '../differences.js';
import { quotes } from '../document.js';
import { type AnimalStore, formatNewPet } from '../provider/animal-store.js';
import { maxPage, type VerificationPets } from '../provider/pets.js';
import { mismatchAt, type ProviderRequest } from '../provider/provider.js';
import { parsePetResponse } from '../provider/read-response.js';
import { Inconclusive } from '../result.js';
import type { Check, CheckContext } from './check.js';
import { expectReadable, tooManyPets } from './listing.js';

/** The status of the pets in rejected requests. */
const rejectedStatus = 'pending';

/** Requests that must be rejected with the same status, all with the same name. */
interface RejectedCreations {
  readonly status: 400 | 401;
  readonly quote: string;
  readonly name: string;
  readonly requests: Readonly<Record<string, Partial<ProviderRequest>>>;
}

/**
 * Creates requests that must be rejected. All have a name and a status, to find a pet that was created
 * nevertheless, even in a store that is too large for one page.
 */
function createRejectedCreations(pets: VerificationPets): readonly RejectedCreations[] {
  const { categoryId } = pets;
  const pending = `"status":"${rejectedStatus}"`;
  const [invalidName, unauthorizedName] = [pets.createName(), pets.createName()];
  const named = `"name":${JSON.stringify(invalidName)}`;
  const body = formatNewPet({ name: unauthorizedName, categoryId, status: rejectedStatus });
  return [
    {
      status: 400,
      quote: quotes.badRequest.quote,
      name: invalidName,
      requests: {
        'createPet without categoryId': { body: `{${named},${pending}}` },
        'createPet with a string as categoryId': {
          body: `{${named},"categoryId":"one",${pending}}`,
        },
        'createPet with an unknown status': {
          body: `{${named},"categoryId":${categoryId},"status":"eaten"}`,
        },
        'createPet with half a body': { body: `{${named},"categoryId":${categoryId},${pending}` },
      },
    },
    {
      status: 401,
      quote: quotes.rejectedKey.quote,
      name: unauthorizedName,
      requests: {
        'createPet without a key': { body, credential: 'none' },
        'createPet with an invalid key': { body, credential: 'invalid' },
      },
    },
  ];
}

const listPages = async (store: AnimalStore) => [
  await store.list({ limit: maxPage }),
  await store.list({ limit: maxPage, status: rejectedStatus }),
];

async function expectNoneNamed(
  store: AnimalStore,
  { name, status }: RejectedCreations,
): Promise<void> {
  const accepted = status === 401 ? acceptedKey : acceptedBody;
  const pages = await listPages(store);
  for (const { pets, exchange } of pages) {
    if (pets.some((pet) => pet.name === name)) {
      const difference = 'a rejected request creates a pet';
      const mismatch = mismatchAt('$', 'must not have it', difference, accepted);
      const expected = 'no pet from a rejected request';
      throw store.failure(exchange, expected, 'the list has one', mismatch);
    }
  }
  if (pages.every(({ isWhole }) => !isWhole)) {
    throw new Inconclusive(tooManyPets);
  }
}

export const rejectedCreationCheck: Check = {
  requirement: 'a rejected createPet request creates no pet and does not affect the next request',
  ...quotes.badRequest,
  creates: 1,
  async run({ store, pets }, cases) {
    await expectReadable(store);
    const groups = createRejectedCreations(pets);
    await cases.all(
      groups.flatMap(({ status, quote, requests }) =>
        Object.entries(requests).map(([name, request]) => ({
          name: `${name} is rejected`,
          quote,
          test: () => store.expectRejected({ method: 'POST', path: '/pets', ...request }, status),
        })),
      ),
    );
    await cases.all(
      groups.map((group) => ({
        name: `no pet from the requests rejected with ${group.status}`,
        quote: group.quote,
        test: () => expectNoneNamed(store, group),
      })),
    );
    await cases.test('a valid createPet request afterwards', async () => {
      await pets.create();
    });
  },
};

/** 400, or an advice if the provider decodes the byte that is not UTF-8 as U+FFFD, as decoders do. */
async function expectNotUtf8Rejected({ store, pets }: CheckContext): Promise<void> {
  const { categoryId } = pets;
  const name = `${pets.createName()} Zo`;
  const text = `{"name":"${name}\u00eb","categoryId":${categoryId}}`;
  const body = Uint8Array.from(Buffer.from(text, 'latin1'));
  const exchange = await store.provider.send({ method: 'POST', path: '/pets', body });
  if (exchange.response.status === 201) {
    const pet = store.read(exchange, 201, 'the Pet', parsePetResponse);
    if (pet.name === `${name}\ufffd` && pet.categoryId === categoryId) {
      throw store.advice(exchange, '400 with an Error', decisions.notUtf8);
    }
  }
  store.expectError(exchange, 400);
}

/** JSON values that are not strings. */
const nonStrings = ['true', 'false', '0', '{}', '{"first":"Rex"}', '[]', '["Rex"]', 'null'];
/** JSON values that are not int64. Numbers outside int64 come last: once stored, they break every list. */
const nonIntegers = [
  '"1"',
  '" 1 "',
  '"0x1"',
  '"1_000"',
  '[]',
  '[1]',
  '{"id":1}',
  '{}',
  '""',
  'true',
  'false',
  'null',
  'NaN',
  '1.5',
  '1e19',
  '1e400',
  '18446744073709551616',
  '9223372036854775808',
  '-9223372036854775809',
];
/** JSON values that are not PetStatus. */
const nonStatuses = [
  '""',
  '" sold "',
  '"Sold"',
  '"sold "',
  '"sold\\n"',
  '"eaten\\nsold"',
  '[]',
  '["sold"]',
  '{}',
  'true',
  'false',
  '0',
  '"0"',
  '"available,sold"',
];

/** Creates bodies that are not NewPet, with one error each. Each has the name, to recognise such a pet. */
function createInvalidBodies(name: string, categoryId: bigint): Readonly<Record<string, string>> {
  const named = `"name":${JSON.stringify(name)}`;
  const placed = `"categoryId":${categoryId}`;
  const valid = `{${named},${placed}}`;
  const vary = (field: string, values: readonly string[], create: (value: string) => string) =>
    Object.fromEntries(values.map((value) => [`${field} ${value}`, create(value)]));
  return {
    'the body null': 'null',
    'the body true': 'true',
    'a NewPet in an array': `[${valid}]`,
    'pairs of keys and values': `[["name",${JSON.stringify(name)}],["categoryId",${categoryId}]]`,
    'a NewPet as a JSON string': JSON.stringify(valid),
    'a NewPet under the key "__proto__"': `{"__proto__":${valid}}`,
    'a NewPet under the key "pet"': `{"pet":${valid}}`,
    'letters after the JSON': `${valid}garbage`,
    'two JSON values': `${valid}${valid}`,
    'a form instead of JSON': `name=Rex&categoryId=${categoryId}`,
    'single quotes instead of JSON': `{'name':'Rex','categoryId':${categoryId}}`,
    'the key "Name"': `{${named.replace('name', 'Name')},${placed}}`,
    'the key "category_id"': `{${named},"category_id":${categoryId}}`,
    'the key "categoryid"': `{${named},"categoryid":${categoryId}}`,
    ...vary('status', nonStatuses, (value) => `{${named},${placed},"status":${value}}`),
    ...vary('name', nonStrings, (value) => `{"name":${value},${placed}}`),
    ...vary('categoryId', nonIntegers, (value) => `{${named},"categoryId":${value}}`),
  };
}

/** A provider may take null for no status, but return none. */
async function expectNullRejected(store: AnimalStore, pets: VerificationPets): Promise<void> {
  const newPet = { name: pets.createName(), categoryId: pets.categoryId };
  const body = `${formatNewPet(newPet).slice(0, -1)},"status":null}`;
  const received = await pets.offer(newPet, body);
  if (received !== undefined) {
    throw store.advice(received.exchange, '400 with an Error', decisions.nullStatus);
  }
}

/** Creates bodies that are not JSON, but that some parsers accept without any change of meaning. */
function createLenientBodies(name: string, categoryId: bigint): Readonly<Record<string, string>> {
  const fields = `"name":${JSON.stringify(name)},"categoryId":${categoryId}`;
  return {
    'a comment in the JSON': `{${fields}/* a comment */}`,
    'a comma after the last field': `{${fields},}`,
    'NaN in a field that the document does not have': `{${fields},"weight":NaN}`,
  };
}

/** 400, or an advice if the pet is created as it was meant. */
async function expectRejectedOrMeant(
  { store }: CheckContext,
  body: string,
  newPet: NewPet,
): Promise<void> {
  const exchange = await store.post(newPet, body);
  if (exchange.response.status !== 201) {
    store.expectError(exchange, 400);
    return;
  }
  store.readCreated(exchange, newPet);
  throw store.advice(exchange, '400 with an Error', decisions.lenientJson);
}

export const invalidBodiesCheck: Check = {
  requirement: 'createPet rejects every body that is not a NewPet',
  ...quotes.badRequest,
  async run(context, cases) {
    const { store, pets } = context;
    const { categoryId } = pets;
    const name = pets.createName();
    const reject = (request: Partial<ProviderRequest>) =>
      store.expectRejected({ method: 'POST', path: '/pets', ...request }, 400);
    const named = `{"name":${JSON.stringify(name)}`;
    await cases.all([
      { name: 'status null', test: () => expectNullRejected(store, pets) },
      {
        name: 'categoryId in the query instead',
        test: () => reject({ path: `/pets?categoryId=${categoryId}`, body: `${named}}` }),
      },
      ...Object.entries(createLenientBodies(name, categoryId)).map(([what, body]) => ({
        name: what,
        test: () => expectRejectedOrMeant(context, body, { name, categoryId }),
      })),
      ...Object.entries(createInvalidBodies(name, categoryId)).map(([what, body]) => ({
        name: what,
        test: () => reject({ body }),
      })),
      {
        name: 'categoryId of 5,000 digits',
        test: async () => {
          const body = `${named},"categoryId":${'9'.repeat(5000)}}`;
          const exchange = await store.provider.send({ method: 'POST', path: '/pets', body });
          const status = exchange.response.status === 413 ? 413 : 400;
          store.expectError(exchange, status);
        },
      },
    ]);
    // Once stored, it may break every list.
    await cases.test('a name that is not UTF-8', () => expectNotUtf8Rejected(context));
  },
};
