import { largestInt64 } from '../../document/int64.js';
import { formatPet, type NewPet } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { undecided } from '../causes.js';
import { Advice, CheckFailed, catchError } from '../result.js';
import { type Check, type CheckContext, expectReadBack } from './check.js';

/**
 * Names that are nothing but a word of a language, a number, a date or JSON, and tend to become that;
 * nothing in them says where the pet comes from.
 */
export const bareNames = [
  ...['007', '42', '1e3', '1/2', '2026-01-31'],
  ...['null', 'true', 'no', 'undefined', 'constructor', '{}'],
] as const;

/** Names that tend to be changed, each kind by itself: by encodings, escapes, markup, templates and queries. */
const specialNames: Readonly<Record<string, (prefix: string) => string>> = {
  'name with letters beyond ASCII': (prefix) => `${prefix} “Zoë”e\u0308犬ﬁ`,
  'name with an emoji of several code points': (prefix) => `${prefix} 🐕‍🦺`,
  'name in quotes with two spaces and escapes': (prefix) => `"${prefix}  O'\\n\\u0041"`,
  'name with marks of queries, addresses and sheets': (prefix) => `=${prefix}';--*/%20+?`,
  'name with templates and formats': (prefix) => `${prefix}{{7}}\${7}%s$&`,
  'name with HTML markup': (prefix) => `${prefix} <b>&#65;&amp;`,
  'name with invisible characters': (prefix) => `${prefix} \u00a0\u200b\ufeff\u00ad\u2028\u200ee`,
  'name with spaces at both ends': (prefix) => `  ${prefix}  `,
  'name with line breaks and control characters': (prefix) => `${prefix}\r\n\t\u001b\u007ftwo`,
  ...Object.fromEntries(bareNames.map((name) => [`name with nothing but ${name}`, () => name])),
  // Many services reject these, so they have no special category.
  'name with a NUL': (prefix) => `${prefix}\u0000and on`,
  'name with nothing in it': () => '',
};

/** Letters of three bytes that make a name longer than buffers of 64 KiB. */
const longLetters = 22_000;

/**
 * Creates a pet with a special name or category; the last check reads it. A provider may reject some (the
 * document defines no limits, section 8), but change none.
 *
 * @throws {Advice} when it is rejected, or only the characters of the name are others
 */
async function expectKept(context: CheckContext, special: Partial<NewPet>): Promise<void> {
  const { store, pets } = context;
  // One status gets more pets than a page has by default.
  const newPet = pets.createNewPet({ status: 'available', ...special });
  const { name } = newPet;
  const exchange = await store.post(newPet);
  const { status } = exchange.response;
  if (status === 400 || status === 413) {
    store.expectError(exchange, [status]);
    throw store.advice(exchange, '201 with the Pet', undecided.rejectedValue);
  }
  const equalNames = [name.trim(), name.normalize('NFC'), name.normalize('NFD')];
  const expected = '201 with the Pet, or 400 with an Error';
  const { pet } = pets.readCreated(exchange, newPet, equalNames, expected);
  if (pet.name !== name) {
    throw store.advice(exchange, 'the name as it was sent', undecided.changedName);
  }
}

/** Creates a pet with both. If that is rejected, with the name alone; and if that is, with the category alone. */
async function expectBothKept(
  context: CheckContext,
  name: string,
  categoryId: bigint | undefined,
): Promise<void> {
  if (categoryId === undefined) {
    return expectKept(context, { name });
  }
  const end = await catchError(Advice, () => expectKept(context, { name, categoryId }));
  if (end?.message === undecided.rejectedValue) {
    const ofName = await catchError(Advice, () => expectKept(context, { name }));
    if (ofName?.message === undecided.rejectedValue) {
      await expectKept(context, { categoryId });
    }
    throw ofName ?? end;
  } else if (end) throw end;
}

/**
 * Values that are falsy, just beyond 8, 16, 24, 32, 53 and 63 bits with and without a sign, or rounded by
 * numbers of 32 and 64 bits.
 */
const specialCategories = [
  ...[0n, -1n, 128n, 256n, 32_768n, 65_536n, 8_388_608n, 16_777_217n, 2_147_483_648n],
  ...[4_294_967_296n, 9_007_199_254_740_993n, -9_007_199_254_740_993n],
  ...[largestInt64, -largestInt64 - 1n],
];

/** Far from where services begin to count, and from the end of int64. */
const clientId = 4_611_686_018_427_387_905n;

/** A provider may ignore or reject an `id` in a NewPet, but not assign it. */
async function expectOwnId({ store, pets }: CheckContext, id: bigint): Promise<void> {
  const newPet = pets.createNewPet();
  const received = await pets.offer(newPet, `{"id":${id},${formatPet(newPet).slice(1)}`);
  if (received?.pet.id === id) {
    const problem = 'the id is that of the request';
    throw store.failure(received.exchange, {
      expected: 'an id that the service assigned',
      problem,
      cause: problem,
    });
  }
}

/** Each name with a category: each pet stays, because the interface has no operation to delete it. */
const specialPetsCheck: Check = {
  requirement: 'name and categoryId are returned as they were sent, with every character and digit',
  ...quotes.returned,
  cases: (context) => {
    const cases = Object.entries(specialNames).map(([what, create], index) => {
      const categoryId = specialCategories[index];
      const name = categoryId === undefined ? what : `${what}, categoryId ${categoryId}`;
      return [
        name,
        () => expectBothKept(context, create(context.pets.prefix), categoryId),
      ] as const;
    });
    return {
      ...Object.fromEntries(cases),
      'long name': () =>
        expectKept(context, { name: `${context.pets.createName()} ${'犬'.repeat(longLetters)}` }),
    };
  },
};

export const creatingChecks: readonly Check[] = [
  {
    requirement:
      'createPet accepts JSON as clients write it: with any key order, escapes and charset',
    ...quotes.json,
    cases: (context) => {
      const { store, pets } = context;
      const create = async (contentType: string, format: (newPet: NewPet) => string) => {
        const newPet = pets.createNewPet({ status: 'sold' });
        const request = { method: 'POST', path: '/pets', body: format(newPet), contentType };
        pets.readCreated(await store.send(request), newPet);
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
          create('application/json; charset=utf-8', formatPet),
        'Content-Type: Application/JSON': async () => {
          const end = await catchError(CheckFailed, () => create('Application/JSON', formatPet));
          if (end?.evidence.received.startsWith('415 ')) {
            throw new Advice(end.evidence, undecided.typeInCapitals);
          } else if (end) throw end;
        },
      };
    },
  },
  specialPetsCheck,
  {
    requirement: 'the service assigns the id, even if the client sends one',
    ...quotes.id,
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
