import { largestInt64 } from '../../base/int64.js';
import { attempt } from '../../base/text.js';
import { formatPet, isSameName, type NewPet } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { parsePetResponse } from '../../document/responses.js';
import { undecided } from '../causes.js';
import { createPetRequest } from '../evidence.js';
import { type Provider, rejections } from '../provider.js';
import { type Check, eachCase, expectReadBack } from './check.js';

/** Words of a language, numbers, dates or JSON, which tend to become that. Nothing says where such a pet comes from. */
export const bareNames = [
  ...['007', '0', '1e3', '1/2', '2026-01-31'],
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

/** Falsy, just beyond 8, 16, 24, 32, 53 and 63 bits with and without a sign, or rounded by floats. */
const specialCategories = [
  ...[0n, -1n, 128n, 256n, 32_768n, 65_536n, 8_388_608n, 16_777_217n, 2_147_483_648n],
  ...[4_294_967_296n, 9_007_199_254_740_993n, -9_007_199_254_740_993n],
  ...[largestInt64, -largestInt64 - 1n],
];

/**
 * Creates a pet with a special name or category; the last check reads it. A provider may reject some (the
 * document defines no limits, section 8), but change none; other characters of a name are advice, too.
 *
 * @param others are tried where it is rejected, until one is not: each stays
 */
async function expectKept(
  provider: Provider,
  [special, ...others]: readonly Partial<NewPet>[],
): Promise<void> {
  // One status gets more pets than a page has by default.
  const newPet = provider.createNewPet({ status: 'available', ...special });
  const { name } = newPet;
  const exchange = await provider.post(newPet);
  const { status } = exchange.response;
  if (rejections.includes(status) || status === 413) {
    provider.expectError(exchange, [status]);
    if (others.length > 0) {
      await expectKept(provider, others);
    }
    throw provider.advice(exchange, '201 with the Pet', undecided.rejectedValue);
  }
  const shown = attempt(() => parsePetResponse(exchange.response))?.name ?? name;
  const expected = '201 with the Pet, or 400 with an Error';
  provider.readCreated(
    exchange,
    isSameName(name, shown) ? { ...newPet, name: shown } : newPet,
    expected,
  );
  if (shown !== name) {
    throw provider.advice(exchange, 'the name as it was sent', undecided.changedName);
  }
}

/** Far from where services begin to count, and from the end of int64. */
const clientId = 4_611_686_018_427_387_905n;

/** A provider may ignore or reject an `id` in a NewPet, but not assign it. */
async function expectOwnId(provider: Provider, id: bigint): Promise<void> {
  const newPet = provider.createNewPet();
  const offer = (others: string) =>
    provider.offer(newPet, `{"id":${id},${others}${formatPet(newPet).slice(1)}`);
  // A provider may reject other fields, and take the id.
  const received = (await offer('"$set":{"a.b":1},')) ?? (await offer(''));
  if (received?.pet.id === id) {
    const problem = 'the id is that of the request';
    const expected = 'an id that the service assigned';
    throw provider.failure(received.exchange, { expected, problem, cause: problem });
  }
}

export const creatingChecks: readonly Check[] = [
  {
    requirement:
      'createPet accepts JSON as clients send it: with any key order, escapes and charset, and in chunks',
    ...quotes.json,
    cases: (provider) => {
      const create = async (
        headers: Readonly<Record<string, string>>,
        format: (newPet: NewPet) => string = formatPet,
        arguable: Readonly<Record<number, string>> = {},
      ) => {
        const newPet = provider.createNewPet({ status: 'sold' });
        const body = format(newPet);
        const exchange = await provider.send({ ...createPetRequest, body, headers });
        const reason = arguable[exchange.response.status];
        if (reason !== undefined) {
          provider.expectError(exchange, [exchange.response.status]);
          throw provider.advice(exchange, '201 with the Pet', reason);
        }
        provider.readCreated(exchange, newPet);
      };
      const ofType = (type: string) => ({ 'Content-Type': type });
      const escapeLetter = (letter: string) => `\\u00${letter.charCodeAt(0).toString(16)}`;
      const { typeInCapitals, lengthRequired } = undecided;
      return {
        // A charset has no meaning in JSON, and the case of a media type has none at all.
        'name last, escaped letters, tabs, line breaks and a charset': () =>
          create(ofType('application/json;charset=UTF-8'), (newPet) => {
            const { name } = newPet;
            const members = formatPet(newPet).slice(1, -1).split(',').toReversed().join(' ,\n ');
            const escaped = members.replace(name, name.replace(/[a-z]/g, escapeLetter));
            return `\r\n{\t${escaped.replaceAll(':', ' : ')}\n}\n`;
          }),
        'Content-Type: Application/JSON': () =>
          create(ofType('Application/JSON'), formatPet, {
            400: typeInCapitals,
            415: typeInCapitals,
          }),
        'a body in chunks': () =>
          create({ 'Transfer-Encoding': 'chunked' }, formatPet, { 411: lengthRequired }),
      };
    },
  },
  {
    requirement:
      'name and categoryId are returned as they were sent, with every character and digit',
    ...quotes.returned,
    cases: (provider) => {
      const cases = Object.entries(specialNames).map(([what, create], index) => {
        const name = create(provider.prefix);
        const categoryId = specialCategories[index];
        return categoryId === undefined
          ? [what, [{ name }]]
          : [`${what}, categoryId ${categoryId}`, [{ name, categoryId }, { name }, { categoryId }]];
      });
      const longName = `${provider.createName()} ${'犬'.repeat(longLetters)}`;
      return eachCase<Partial<NewPet>[]>(
        { ...Object.fromEntries(cases), 'long name': [{ name: longName }] },
        (pets) => expectKept(provider, pets),
      );
    },
  },
  {
    requirement: 'the service assigns the id, even if the client sends one',
    ...quotes.id,
    isInOrder: true,
    async cases(provider) {
      const earlier = await provider.withStatus('available');
      const expected = 'the pet as before another request sent its id';
      return {
        'createPet with an unused id, and a field "$set"': () => expectOwnId(provider, clientId),
        'createPet with the id of another pet': () => expectOwnId(provider, earlier.id),
        'the other pet is unchanged': () => expectReadBack(provider, earlier, expected),
      };
    },
  },
];
