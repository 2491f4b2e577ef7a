import { decisions } from '../advice.js';
import { quotes } from '../document.js';
import { everyStatus } from '../pets.js';
import { createExcluded } from '../provider.js';
import { Inconclusive } from '../result.js';
import { type Arguable, formatNewPet } from '../store.js';
import { type Check, type CheckContext, expectReadBack } from './check.js';

/** Names that tend to become another type; nothing in them says where the pet comes from. */
export const bareNames = ['', '007', 'null'] as const;

const rejected = 'the provider rejects it with 400, which the document does not exclude';

interface SpecialName {
  /** What is special. */
  readonly name: string;
  readonly create: (name: string) => string;
  /** Other statuses than 201, of which the document does not say whether they are right. */
  readonly arguable?: Arguable;
}

const tooLarge: Arguable = { 413: decisions.tooLarge };

/** Names that tend to be changed, each kind by itself: by encodings, escapes and markup, or cut off. */
const specialNames: readonly SpecialName[] = [
  { name: 'letters beyond ASCII', create: (name) => `${name} “Zoë” “Zoe\u0308” 犬` },
  { name: 'an emoji of several code points', create: (name) => `${name} 🐕‍🦺` },
  {
    name: 'quotes, backslashes and escapes',
    create: (name) => `${name} "O'Neil" \\ / %20+  \\u00e9 \${x}`,
  },
  { name: 'HTML markup', create: (name) => `${name} <b>&amp;</b>` },
  {
    name: 'invisible characters',
    create: (name) => `${name} with\u00a0no\u200bbreak\ufeffto\u00adsee`,
  },
  { name: 'spaces at both ends', create: (name) => `  ${name}  ` },
  { name: 'line breaks and a tab', create: (name) => `${name}\r\n\tin two lines` },
  {
    name: 'a NUL',
    create: (name) => `${name}\u0000and on`,
    arguable: { 400: decisions.nulInName },
  },
  {
    name: 'more than 300 characters',
    create: (name) => `${name} ${'long '.repeat(60)}end`,
    arguable: tooLarge,
  },
  {
    name: 'more than 1,000 characters',
    create: (name) => `${name} ${'long '.repeat(200)}end`,
    arguable: tooLarge,
  },
  ...bareNames.map((name) => ({
    name: `nothing but ${JSON.stringify(name)}`,
    create: () => name,
    ...(name === '' && { arguable: { 400: decisions.emptyName } }),
  })),
];

/** The same name to a reader, though not the same characters. */
const listEqualNames = (name: string) => [
  name.trim(),
  name.normalize('NFC'),
  name.normalize('NFD'),
];

/**
 * Creates a pet with a special name and reads it back. A provider may reject some names (the document
 * defines no limits, section 8), but change none.
 */
async function expectNameKept(
  context: CheckContext,
  { create, arguable = {} }: SpecialName,
): Promise<void> {
  const { store, pets } = context;
  const name = create(pets.createName());
  const newPet = { name, categoryId: pets.categoryId };
  const offer = async () => {
    const exchange = await store.post(newPet);
    const { status = 0 } = exchange.response;
    const decision = arguable[status];
    if (status === 400 || decision !== undefined) {
      store.expectError(exchange, [status]);
      throw decision === undefined
        ? new Inconclusive(rejected)
        : store.advice(exchange, '201 with the Pet', decision);
    }
    if (status !== 201) {
      const expected = '201 with the Pet, or 400 with an Error';
      throw store.failure(exchange, { expected, statuses: [201] });
    }
    return store.readCreated(exchange, newPet, listEqualNames(name));
  };
  const { pet, exchange } = await pets.record(offer());
  await expectReadBack(context, pet);
  if (pet.name !== name) {
    throw store.advice(exchange, 'the name as it was sent', decisions.changedName);
  }
}

/** Values at the limits of 32 bits, JavaScript numbers and unsigned integers, and one that is falsy. */
const specialCategories = [
  9_007_199_254_740_993n,
  -9_007_199_254_740_993n,
  9_223_372_036_854_775_807n,
  -9_223_372_036_854_775_808n,
  0n,
];

/** Far from where services begin to count, and from the end of int64. */
const clientId = 4_611_686_018_427_387_905n;

/** The type of a body as clients write it: a charset has no meaning in JSON, and case has none at all. */
const jsonTypes = ['application/json; charset=utf-8', 'Application/JSON'];

/** Runs first: other checks need these pets, and are inconclusive without them. */
export const sharedPetsCheck: Check = {
  requirement: 'createPet returns the pet as it was sent, with any status or none',
  ...quotes.created,
  async run({ store, pets }, cases) {
    if (store.readOnly) {
      throw createExcluded();
    }
    // One after another: what fails here does not fail because of concurrent requests.
    for (const status of everyStatus) {
      await cases.test(status ?? 'without a status', async () => {
        await pets.createShared(status);
      });
    }
  },
};

export const specialNamesCheck: Check = {
  requirement: 'name is returned as it was sent, whatever its characters',
  ...quotes.name,
  creates: specialNames.length,
  run: (context, cases) =>
    cases.all(
      specialNames.map((special) => ({
        name: `name with ${special.name}`,
        test: () => expectNameKept(context, special),
      })),
    ),
};

export const creatingChecks: readonly Check[] = [
  {
    requirement: 'createPet accepts JSON with any key order, whitespace and escapes',
    ...quotes.json,
    creates: 1,
    /** A NewPet in JSON as other programs may write it. */
    run(context, cases) {
      const { pets } = context;
      const { categoryId } = pets;
      return cases.test('name last, escaped letters, tabs and line breaks', async () => {
        const name = pets.createName();
        const escaped = name.replace(
          /[a-z]/g,
          (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`,
        );
        const body = `\r\n{\t"status" : "sold",\n "categoryId":${categoryId} ,\n "name": "${escaped}"\n}\n`;
        const { pet } = await pets.create({ name, categoryId, status: 'sold' }, body);
        await expectReadBack(context, pet);
      });
    },
  },
  {
    requirement: 'createPet accepts JSON with a charset, and its media type in any case',
    ...quotes.json,
    creates: jsonTypes.length,
    run: ({ store, pets }, cases) =>
      cases.all(
        jsonTypes.map((contentType) => ({
          name: `Content-Type: ${contentType}`,
          test: async () => {
            const newPet = { name: pets.createName(), categoryId: pets.categoryId };
            const body = formatNewPet(newPet);
            const request = { method: 'POST', path: '/pets', body, contentType } as const;
            await pets.record(
              store.send(request).then((exchange) => store.readCreated(exchange, newPet)),
            );
          },
        })),
      ),
  },
  specialNamesCheck,
  {
    requirement: 'categoryId is returned with every digit, over the whole int64 range',
    ...quotes.categoryId,
    creates: specialCategories.length,
    run(context, cases) {
      const { pets } = context;
      return cases.all(
        specialCategories.map((categoryId) => ({
          name: `categoryId ${categoryId}`,
          test: async () => {
            const received = await pets.offer({ name: pets.createName(), categoryId });
            if (received === undefined) {
              throw new Inconclusive(rejected);
            }
            await expectReadBack(context, received.pet);
          },
        })),
      );
    },
  },
  {
    requirement: 'the service assigns the id, even if the client sends one',
    ...quotes.id,
    creates: 2,
    /** A provider may ignore or reject an `id` in a NewPet, but not assign it. */
    async run(context, cases) {
      const { store, pets } = context;
      const earlier = await pets.withStatus('available');
      const tryId = async (id: bigint) => {
        const newPet = { name: pets.createName(), categoryId: pets.categoryId };
        const received = await pets.offer(newPet, `{"id":${id},${formatNewPet(newPet).slice(1)}`);
        if (received?.pet.id === id) {
          throw store.failure(received.exchange, {
            expected: 'an id that the service assigned',
            problem: 'the id is that of the request',
            causes: [{ title: 'the id is that of the request', ...quotes.id }],
          });
        }
      };
      await cases.test('createPet with an unused id', () => tryId(clientId));
      await cases.test('createPet with the id of another pet', () => tryId(earlier.id));
      await cases.test('the other pet is unchanged', () =>
        expectReadBack(context, earlier, 'the pet as before another request sent its id'),
      );
    },
  },
];
