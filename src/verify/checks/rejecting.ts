import { decisions } from '../advice.js';
import { acceptedBody, acceptedKey } from '../causes.js';
import { quotes } from '../document.js';
import { parsePetResponse, tryParse } from '../parse.js';
import { maxPage } from '../pets.js';
import { type Case, Inconclusive } from '../result.js';
import { NoResponse } from '../send/client.js';
import { isSamePet, type ReceivedPet } from '../store.js';
import { type Check, type CheckContext, expectReadBack } from './check.js';
import { expectReadable, tooManyPets } from './listing.js';
import {
  createInvalidBodies,
  createNotUtf8,
  createRejectedCreations,
  type RejectedCase,
  unusualBodies,
} from './rejected-bodies.js';

async function expectRejected(
  { store, pets }: CheckContext,
  { request, statuses = [400], meant, isLarge }: RejectedCase,
): Promise<void> {
  const exchange = await store.send({ method: 'POST', path: '/pets', ...request });
  const { response } = exchange;
  if (response instanceof NoResponse) {
    if (isLarge) {
      throw new Inconclusive(`${response.message}; it may be the limit for bodies (section 8)`);
    }
  } else if (response.status === 201 && meant !== undefined) {
    const { decision, ...newPet } = meant;
    const pet = tryParse(parsePetResponse, response);
    if (pet !== undefined && isSamePet({ ...pet, ...newPet }, pet)) {
      await pets.record(Promise.resolve({ pet, exchange }));
      throw store.advice(exchange, '400 with an Error', decision);
    }
  }
  store.expectError(exchange, statuses);
}

const createCase = (context: CheckContext, rejected: RejectedCase): Case => ({
  name: rejected.name,
  ...(rejected.quote !== undefined && { quote: rejected.quote }),
  test: () => expectRejected(context, rejected),
});

/** The status of the pets in rejected requests. */
const rejectedStatus = 'pending';

const rejections = [
  { status: 400, quote: quotes.badRequest.quote, accepted: acceptedBody },
  { status: 401, quote: quotes.rejectedKey.quote, accepted: acceptedKey },
] as const;

type Rejection = (typeof rejections)[number] & { readonly name: string };

async function expectNoneNamed({ store }: CheckContext, { name, accepted }: Rejection) {
  const pages = [
    await store.list({ limit: maxPage }),
    await store.list({ limit: maxPage, status: rejectedStatus }),
  ];
  for (const { pets, exchange } of pages) {
    if (pets.some((pet) => pet.name === name)) {
      throw store.failure(exchange, {
        expected: 'no pet from a rejected request',
        problem: 'the list has one',
        mismatch: { path: '$', problem: 'must not have it' },
        causes: [{ title: 'a rejected request creates a pet' }, accepted],
      });
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
  async run(context, cases) {
    const { store, pets } = context;
    await expectReadable(store);
    const named = rejections.map((one): Rejection => ({ ...one, name: pets.createName() }));
    await cases.all(
      named.flatMap(({ status, quote, name }) => {
        const pet = { name, categoryId: pets.categoryId, status: rejectedStatus } as const;
        return Object.entries(createRejectedCreations(status, pet)).map(([what, request]) =>
          createCase(context, {
            name: `${what} is rejected`,
            quote,
            request,
            statuses: [status],
          }),
        );
      }),
    );
    await cases.all(
      named.map((one) => ({
        name: `no pet from the requests rejected with ${one.status}`,
        quote: one.quote,
        test: () => expectNoneNamed(context, one),
      })),
    );
    await cases.test('a valid createPet request afterwards', async () => {
      await pets.create();
    });
  },
};

export const unusualBodiesCheck: Check = {
  requirement: 'createPet rejects an invalid body, whatever its type, encoding, size and depth',
  ...quotes.badRequest,
  run: (context, cases) => cases.all(unusualBodies.map((one) => createCase(context, one))),
};

/** Runs late: a provider may store such a name and then fail to show it in every list. */
export const loneSurrogateCheck: Check = {
  requirement: 'a name with half a surrogate pair is rejected, or can be read and listed',
  ...quotes.name,
  creates: 1,
  async run(context, cases) {
    const { store, pets } = context;
    await expectReadable(store);
    const newPet = { name: `${pets.createName()} \ud83d`, categoryId: pets.categoryId };
    const create = async (): Promise<ReceivedPet | undefined> => {
      const exchange = await store.post(newPet);
      if (exchange.response.status === 400) {
        store.expectError(exchange, [400]);
        return undefined;
      }
      const pet = store.read(exchange, [201], 'the Pet, or 400 with an Error', parsePetResponse);
      return { pet, exchange };
    };
    await cases.test('createPet with the escape \\ud83d alone in the name', async () => {
      const received = await pets.record(create());
      if (received === undefined) {
        return;
      }
      await expectReadBack(context, received.pet);
      if (received.pet.name !== newPet.name) {
        const expected = 'the name as it was sent, or 400 with an Error';
        throw store.advice(received.exchange, expected, decisions.loneSurrogate);
      }
    });
    await cases.test('listPets afterwards', async () => {
      await store.list({ limit: maxPage });
    });
  },
};

export const invalidBodiesCheck: Check = {
  requirement: 'createPet rejects every body that is not a NewPet',
  ...quotes.badRequest,
  async run(context, cases) {
    const { pets } = context;
    const { categoryId } = pets;
    const bodies = createInvalidBodies(pets.createName(), categoryId);
    await cases.all(bodies.map((one) => createCase(context, one)));
    // Once stored, it may break every list.
    await cases.all([createCase(context, createNotUtf8(pets.createName(), categoryId))]);
  },
};
