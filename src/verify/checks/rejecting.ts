import type { NewPet } from '../../document/pet.js';
import { formatNewPet, isSamePet, parsePetResponse, tryParse } from '../bodies.js';
import { acceptedBody, acceptedKey } from '../causes.js';
import { type Decision, decisions, quotes } from '../document.js';
import type { ProviderRequest } from '../evidence.js';
import { Inconclusive } from '../result.js';
import { NoResponse } from '../send/client.js';
import { type Cases, type Check, type CheckContext, eachCase, tooLargeToAnswer } from './check.js';
import { expectKept } from './creating.js';
import { covers, tooManyPets } from './listing.js';

/** A createPet request that must be rejected, for its body. */
interface RejectedRequest extends Partial<ProviderRequest> {
  /** Those that a provider may reject it with; default: 400. */
  readonly statuses?: readonly number[];
  /** The pet that it means: to create it is advice. */
  readonly meant?: NewPet & { readonly decision: Decision };
  /** Whether a provider may close the connection before it has read everything. */
  readonly isLarge?: boolean;
}

type Requests = Readonly<Record<string, RejectedRequest>>;

const bytes = (text: string, encoding: BufferEncoding) =>
  Uint8Array.from(Buffer.from(text, encoding));

/** Enough for most limits of a body, and for most stacks. */
const largeName = 'large '.repeat(22_000);
const levels = 20_000;
const withoutCategory = '{"name":"Rex"}';

/**
 * Bodies that lack categoryId, or have another error, in whatever way a provider reads them. After some,
 * servers close the connection without saying so.
 */
const unusualRequests: Requests = {
  ...Object.fromEntries(
    ['text/plain', 'application/x-www-form-urlencoded', 'application/xml'].map((contentType) => [
      `body of type ${contentType}`,
      { body: withoutCategory, contentType, statuses: [400, 415] },
    ]),
  ),
  'body without a type': { body: '{}', contentType: '', statuses: [400, 415] },
  'body that claims to be compressed': {
    body: withoutCategory,
    headers: { 'Content-Encoding': 'gzip' },
    statuses: [400, 415],
  },
  'body in UTF-16': { body: bytes(`\ufeff${withoutCategory}`, 'utf16le'), statuses: [400, 415] },
  'body with a byte order mark': { body: `\ufeff${withoutCategory}` },
  'body of white space': { body: ' \n ' },
  [`arrays in arrays, ${levels} levels deep`]: {
    body: `{"name":${'['.repeat(levels)}${']'.repeat(levels)},"categoryId":1}`,
    statuses: [400, 413],
  },
  'body of 130 kB': { body: `{"name":"${largeName}"}`, statuses: [400, 413], isLarge: true },
};

/** JSON values that are not strings, beside those of the requirements of one request each. */
const nonStrings = ['true', '0', '{"first":"Rex"}', '[]'];
/** JSON values that are not int64. Numbers outside int64 come last: once stored, they break every list. */
const nonIntegers = [
  ...['" 1 "', '"0x1"', '"1_000"', '[]', '[1]', '{"id":1}', '""', 'false', 'NaN', '1e19', '1e400'],
  ...['18446744073709551616', '-9223372036854775809'],
];
/** JSON values that are not PetStatus. */
const nonStatuses = [
  ...['""', '" sold "', '"Sold"', '"sold\\n"', '"eaten\\nsold"', '[]', '["sold"]', 'false', '0'],
  ...['"0"', '"available,sold"'],
];

/** Creates requests whose body has one error each. Each has the name, to recognise such a pet. */
function createInvalidRequests(name: string, categoryId: bigint): Requests {
  const named = `"name":${JSON.stringify(name)}`;
  const placed = `"categoryId":${categoryId}`;
  const valid = `{${named},${placed}}`;
  const vary = (field: string, values: readonly string[], create: (value: string) => string) =>
    Object.fromEntries(values.map((value) => [`${field} ${value}`, create(value)]));
  const bodies: Readonly<Record<string, string>> = {
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
    'the key "category_id"': `{${named},"category_id":${categoryId}}`,
    ...vary('status', nonStatuses, (value) => `{${named},${placed},"status":${value}}`),
    ...vary('name', nonStrings, (value) => `{"name":${value},${placed}}`),
    ...vary('categoryId', nonIntegers, (value) => `{${named},"categoryId":${value}}`),
  };
  const otherCase = { meant: { name, categoryId, decision: decisions.keyCase } };
  const lenient = { meant: { name, categoryId, decision: decisions.lenientJson } };
  return {
    'status null': {
      body: `{${named},${placed},"status":null}`,
      meant: { name, categoryId, decision: decisions.nullStatus },
    },
    'the key "Name"': { body: `{${named.replace('name', 'Name')},${placed}}`, ...otherCase },
    'the key "categoryid"': { body: `{${named},"categoryid":${categoryId}}`, ...otherCase },
    'categoryId in the query instead': {
      path: `/pets?categoryId=${categoryId}`,
      body: `{${named}}`,
    },
    // Not JSON, but some parsers accept them without any change of meaning.
    'a comment in the JSON': { body: `{${named},${placed}/* a comment */}`, ...lenient },
    'a comma after the last field': { body: `{${named},${placed},}`, ...lenient },
    'NaN in a field that the document does not have': {
      body: `{${named},${placed},"weight":NaN}`,
      ...lenient,
    },
    ...Object.fromEntries(Object.entries(bodies).map(([what, body]) => [what, { body }])),
    'categoryId of 5,000 digits': {
      body: `{${named},"categoryId":${'9'.repeat(5000)}}`,
      statuses: [400, 413],
    },
  };
}

/** Sends a createPet request that must be rejected. */
async function expectRejected(
  { store, pets }: CheckContext,
  { statuses = [400], meant, isLarge, ...request }: RejectedRequest,
): Promise<void> {
  const exchange = await store.send({ method: 'POST', path: '/pets', ...request });
  const { response } = exchange;
  if (response instanceof NoResponse) {
    if (isLarge) {
      throw tooLargeToAnswer(response);
    }
  } else if (response.status === 201 && meant !== undefined) {
    const { decision, ...newPet } = meant;
    const pet = tryParse(parsePetResponse, response);
    if (pet !== undefined && isSamePet({ ...pet, ...newPet }, pet)) {
      pets.add(pet);
      throw store.advice(exchange, '400 with an Error', decision);
    }
  }
  store.expectError(exchange, statuses);
}

/** A provider may store such a name and then fail to show it in every list: sent late, and only on demand. */
export const noUnicodeCheck: Check = {
  requirement: 'a name that is no Unicode text is rejected, or can be read and listed',
  ...quotes.name,
  isInOrder: true,
  cases: (context) => {
    const { name, categoryId } = context.pets.createNewPet();
    // Decoders replace the last byte by U+FFFD.
    const latin1 = {
      body: bytes(`{"name":"${name} Zo\u00eb","categoryId":${categoryId}}`, 'latin1'),
      meant: { name: `${name} Zo\ufffd`, categoryId, decision: decisions.notUtf8 },
    };
    if (!context.brokenUnicode) {
      throw new Inconclusive('it may break lists for good; --broken-unicode sends it', {
        excludedBy: 'the lack of --broken-unicode',
      });
    }
    return {
      'createPet with the escape \\ud83d alone in the name': () =>
        expectKept(context, { name: `${name} \ud83d` }),
      'createPet with a byte in the name that is not UTF-8': () => expectRejected(context, latin1),
      'listPets afterwards': () => context.store.listAll(),
    };
  },
};

const rejectAll = (context: CheckContext, requests: Requests): Cases =>
  eachCase(requests, (request) => expectRejected(context, request));

/**
 * Sends requests that must be rejected, and looks for their pets. All have a name and a status, to find a
 * pet that was created nevertheless, even in a store that is too large for one page.
 */
function checkNoneCreated({ store, pets }: CheckContext): Cases {
  const valid = pets.createNewPet({ status: 'pending' });
  const invalid = pets.createNewPet({ status: 'pending' });
  const body = formatNewPet(valid);
  const other = formatNewPet(invalid);
  const reject = (status: number, request: Partial<ProviderRequest>) => () =>
    store.expectRejected({ method: 'POST', path: '/pets', ...request }, status);
  return {
    'createPet without a key': reject(401, { body, credential: 'none' }),
    'createPet with an invalid key': reject(401, { body, credential: 'invalid' }),
    'createPet without categoryId': reject(400, { body: other.replace('categoryId', 'other') }),
    'createPet with an unknown status': reject(400, { body: other.replace('pending', 'eaten') }),
    'createPet with half a body': reject(400, { body: other.slice(0, -1) }),
    'no pet from any of them, and one from the next': async () => {
      // In a store too large for one page, a page with the pets around it would show it, too.
      const { pet: later } = await pets.create({ status: 'pending' });
      const pages = [await store.listAll(), await store.listAll('pending')];
      for (const { pets: shown, exchange } of pages) {
        const found = shown.find(({ name }) => name === valid.name || name === invalid.name);
        if (found !== undefined) {
          throw store.failure(exchange, {
            expected: 'no pet from a rejected request',
            problem: 'the list has one',
            cause: found.name === valid.name ? acceptedKey : acceptedBody,
          });
        }
      }
      if (pages.every((page) => !covers(page, later.id))) {
        throw new Inconclusive(tooManyPets);
      }
    },
  };
}

/**
 * Run late, one after another: if an invalid body is accepted, an invalid pet may stay in every list, and
 * must not make other requirements fail.
 */
export const rejectingChecks: readonly Check[] = [
  {
    requirement: 'a rejected createPet request creates no pet and does not affect the next request',
    ...quotes.badRequest,
    isInOrder: true,
    cases: checkNoneCreated,
  },
  {
    requirement: 'createPet rejects an invalid body, whatever its type, encoding, size and depth',
    ...quotes.badRequest,
    cases: (context) =>
      eachCase(unusualRequests, ({ headers, ...request }) =>
        expectRejected(context, { ...request, headers: { ...headers, Connection: 'close' } }),
      ),
  },
  {
    requirement: 'createPet rejects every body that is not a NewPet',
    ...quotes.badRequest,
    cases: (context) =>
      rejectAll(context, createInvalidRequests(context.pets.createName(), context.pets.categoryId)),
  },
];
