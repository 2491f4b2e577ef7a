import type { NewPet } from '../../document/pet.js';
import { formatNewPet } from '../bodies.js';
import { type Decision, decisions, quotes } from '../document.js';
import { Inconclusive } from '../result.js';
import { type Check, type CheckContext, eachCase, expectReadBack, mapCases } from './check.js';

/** Names that tend to become another type; nothing in them says where the pet comes from. */
export const bareNames = ['', '007', 'null'] as const;

const rejected = 'the provider rejects it with 400, which the document does not exclude';

/** Statuses that the document does not exclude, and why. */
type Arguable = Readonly<Record<number, Decision>>;

const tooLarge: Arguable = { 413: decisions.tooLarge };

/**
 * Names that tend to be changed, each kind by itself: by encodings, escapes and markup, or cut off. With
 * other statuses than 201, of which the document does not say whether they are right.
 */
const specialNames: Readonly<
  Record<string, readonly [create: (name: string) => string, arguable?: Arguable]>
> = {
  'name with letters beyond ASCII': [(name) => `${name} “Zoë” “Zoe\u0308” 犬`],
  'name with an emoji of several code points': [(name) => `${name} 🐕‍🦺`],
  'name with quotes, backslashes and escapes': [
    (name) => `${name} "O'Neil" \\ / %20+  \\u00e9 \${x}`,
  ],
  'name with HTML markup': [(name) => `${name} <b>&amp;</b>`],
  'name with invisible characters': [(name) => `${name} with\u00a0no\u200bbreak\ufeffto\u00adsee`],
  'name with spaces at both ends': [(name) => `  ${name}  `],
  'name with line breaks and a tab': [(name) => `${name}\r\n\tin two lines`],
  'name with a NUL': [(name) => `${name}\u0000and on`, { 400: decisions.nulInName }],
  'name with more than 300 characters': [(name) => `${name} ${'long '.repeat(60)}end`, tooLarge],
  'name with more than 1,000 characters': [(name) => `${name} ${'long '.repeat(200)}end`, tooLarge],
  'name with nothing but ""': [() => '', { 400: decisions.emptyName }],
  'name with nothing but "007"': [() => '007'],
  'name with nothing but "null"': [() => 'null'],
};

/**
 * Creates a pet with a special name and reads it back. A provider may reject some names (the document
 * defines no limits, section 8), but change none.
 */
async function expectNameKept(
  context: CheckContext,
  name: string,
  arguable: Arguable = {},
): Promise<void> {
  const { store, pets } = context;
  const newPet = pets.createNewPet({ name });
  const exchange = await store.post(newPet);
  const { status = 0 } = exchange.response;
  const decision = arguable[status];
  const isBroken = /\p{Surrogate}/u.test(name);
  if (status === 400 || decision !== undefined) {
    store.expectError(exchange, [status]);
    if (isBroken) {
      return;
    }
    throw decision === undefined
      ? new Inconclusive(rejected)
      : store.advice(exchange, '201 with the Pet', decision);
  }
  // The same name to a reader, though not the same characters.
  const equalNames = [
    ...[name.trim(), name.normalize('NFC'), name.normalize('NFD')],
    ...['\ufffd', '?', ''].map((other) => name.replace(/\p{Surrogate}/u, other)),
  ];
  const expected = '201 with the Pet, or 400 with an Error';
  const { pet } = pets.readCreated(exchange, newPet, equalNames, expected);
  await expectReadBack(context, pet);
  if (pet.name !== name) {
    const changed = isBroken ? decisions.loneSurrogate : decisions.changedName;
    throw store.advice(exchange, 'the name as it was sent', changed);
  }
}

/** Runs late: a provider may store such a name and then fail to show it in every list. */
export const surrogateCheck: Check = {
  requirement: 'a name with half a surrogate pair is rejected, or can be read and listed',
  ...quotes.name,
  creates: 1,
  isInOrder: true,
  cases: (context) => ({
    'createPet with the escape \\ud83d alone in the name': () =>
      expectNameKept(context, `${context.pets.createName()} \ud83d`),
    'listPets afterwards': () => context.store.listAll(),
  }),
};

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

/** A provider may ignore or reject an `id` in a NewPet, but not assign it. */
async function expectOwnId({ store, pets }: CheckContext, id: bigint): Promise<void> {
  const newPet: NewPet = pets.createNewPet();
  const received = await pets.offer(newPet, `{"id":${id},${formatNewPet(newPet).slice(1)}`);
  if (received?.pet.id === id) {
    const problem = 'the id is that of the request';
    throw store.failure(received.exchange, {
      expected: 'an id that the service assigned',
      problem,
      cause: { title: problem, ...quotes.id },
    });
  }
}

export const specialNamesCheck: Check = {
  requirement: 'name is returned as it was sent, whatever its characters',
  ...quotes.name,
  creates: Object.keys(specialNames).length,
  cases: (context) =>
    eachCase(specialNames, ([create, arguable]) =>
      expectNameKept(context, create(context.pets.createName()), arguable),
    ),
};

export const creatingChecks: readonly Check[] = [
  {
    requirement:
      'createPet accepts JSON as clients write it: with any key order, escapes and charset',
    ...quotes.json,
    creates: 3,
    cases: (context) => {
      const { store, pets } = context;
      const create = async (contentType: string, format: (newPet: NewPet) => string) => {
        const newPet = pets.createNewPet({ status: 'sold' });
        const request = { method: 'POST', path: '/pets', body: format(newPet), contentType };
        const { pet } = pets.readCreated(await store.send(request), newPet);
        await expectReadBack(context, pet);
      };
      const escapeLetter = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;
      return {
        'name last, escaped letters, tabs and line breaks': () =>
          create('application/json', ({ name, categoryId }) => {
            const escaped = name.replace(/[a-z]/g, escapeLetter);
            return `\r\n{\t"status" : "sold",\n "categoryId":${categoryId} ,\n "name": "${escaped}"\n}\n`;
          }),
        // A charset has no meaning in JSON, and case has none at all.
        'Content-Type: application/json; charset=utf-8': () =>
          create('application/json; charset=utf-8', formatNewPet),
        'Content-Type: Application/JSON': () => create('Application/JSON', formatNewPet),
      };
    },
  },
  specialNamesCheck,
  {
    requirement: 'categoryId is returned with every digit, over the whole int64 range',
    ...quotes.categoryId,
    creates: specialCategories.length,
    cases: (context) =>
      mapCases(
        specialCategories,
        (categoryId) => `categoryId ${categoryId}`,
        async (categoryId) => {
          const { pets } = context;
          const received = await pets.offer(pets.createNewPet({ categoryId }));
          if (received === undefined) {
            throw new Inconclusive(rejected);
          }
          await expectReadBack(context, received.pet);
        },
      ),
  },
  {
    requirement: 'the service assigns the id, even if the client sends one',
    ...quotes.id,
    creates: 2,
    isInOrder: true,
    async cases(context) {
      const earlier = await context.pets.withStatus('available');
      const expected = 'the pet as before another request sent its id';
      return {
        'createPet with an unused id': () => expectOwnId(context, clientId),
        'createPet with the id of another pet': () => expectOwnId(context, earlier.id),
        'the other pet is unchanged': () => expectReadBack(context, earlier, expected),
      };
    },
  },
];
