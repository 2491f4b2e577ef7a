import type { NewPet } from '../../document/pet.js';
import { formatNewPet, isSamePet, parsePetResponse, tryParse } from '../bodies.js';
import { acceptedBody, acceptedKey } from '../causes.js';
import { type Decision, decisions, quotes } from '../document.js';
import type { ProviderRequest } from '../evidence.js';
import { Inconclusive } from '../result.js';
import { NoResponse } from '../send/client.js';
import { type Cases, type Check, type CheckContext, eachCase } from './check.js';
import { surrogateCheck } from './creating.js';
import { tooManyPets } from './listing.js';

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

/** Bodies that lack categoryId, or have another error, in whatever way a provider reads them. */
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

/** JSON values that are not strings. */
const nonStrings = ['true', 'false', '0', '{}', '{"first":"Rex"}', '[]', '["Rex"]', 'null'];
/** JSON values that are not int64. Numbers outside int64 come last: once stored, they break every list. */
const nonIntegers = [
  ...['"1"', '" 1 "', '"0x1"', '"1_000"', '[]', '[1]', '{"id":1}', '{}', '""', 'true', 'false'],
  ...['null', 'NaN', '1.5', '1e19', '1e400', '18446744073709551616', '9223372036854775808'],
  '-9223372036854775809',
];
/** JSON values that are not PetStatus. */
const nonStatuses = [
  ...['""', '" sold "', '"Sold"', '"sold "', '"sold\\n"', '"eaten\\nsold"', '[]', '["sold"]', '{}'],
  ...['true', 'false', '0', '"0"', '"available,sold"'],
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
    'the key "Name"': `{${named.replace('name', 'Name')},${placed}}`,
    'the key "category_id"': `{${named},"category_id":${categoryId}}`,
    'the key "categoryid"': `{${named},"categoryid":${categoryId}}`,
    ...vary('status', nonStatuses, (value) => `{${named},${placed},"status":${value}}`),
    ...vary('name', nonStrings, (value) => `{"name":${value},${placed}}`),
    ...vary('categoryId', nonIntegers, (value) => `{${named},"categoryId":${value}}`),
  };
  const lenient = { meant: { name, categoryId, decision: decisions.lenientJson } };
  return {
    'status null': {
      body: `{${named},${placed},"status":null}`,
      meant: { name, categoryId, decision: decisions.nullStatus },
    },
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
    'a name that is not UTF-8': {
      // Decoders replace the last byte by U+FFFD.
      body: bytes(`{"name":"${name} Zo\u00eb","categoryId":${categoryId}}`, 'latin1'),
      meant: { name: `${name} Zo\ufffd`, categoryId, decision: decisions.notUtf8 },
    },
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
      throw new Inconclusive(`${response.message}; it may be the limit for bodies (section 8)`);
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

const rejectAll = (context: CheckContext, requests: Requests): Cases =>
  eachCase(requests, (request) => expectRejected(context, request));

/**
 * Sends requests that must be rejected, and looks for their pets. All have a name and a status, to find a
 * pet that was created nevertheless, even in a store that is too large for one page.
 */
function checkNoneCreated(context: CheckContext, status: 400 | 401): Cases {
  const { store, pets } = context;
  const newPet = pets.createNewPet({ status: 'pending' });
  const body = formatNewPet(newPet);
  const named = `"name":${JSON.stringify(newPet.name)},"status":"pending"`;
  const requests: Readonly<Record<string, Partial<ProviderRequest>>> =
    status === 401
      ? {
          'createPet without a key is rejected': { body, credential: 'none' },
          'createPet with an invalid key is rejected': { body, credential: 'invalid' },
        }
      : {
          'createPet without categoryId is rejected': { body: `{${named}}` },
          'createPet with a string as categoryId is rejected': {
            body: `{${named},"categoryId":"one"}`,
          },
          'createPet with an unknown status is rejected': {
            body: body.replace('pending', 'eaten'),
          },
          'createPet with half a body is rejected': { body: body.slice(0, -1) },
        };
  const expectNone = async () => {
    const pages = [await store.listAll(), await store.listAll('pending')];
    for (const page of pages) {
      if (page.pets.some(({ name }) => name === newPet.name)) {
        throw store.failure(page.exchange, {
          expected: 'no pet from a rejected request',
          problem: 'the list has one',
          cause: status === 401 ? acceptedKey : acceptedBody,
        });
      }
    }
    if (pages.every(({ isWhole }) => !isWhole)) {
      throw new Inconclusive(tooManyPets);
    }
  };
  return {
    ...eachCase(requests, (request) =>
      store.expectRejected({ method: 'POST', path: '/pets', ...request }, status),
    ),
    [`no pet from the requests rejected with ${status}`]: expectNone,
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
    creates: 1,
    isInOrder: true,
    cases: (context) => ({
      ...checkNoneCreated(context, 400),
      ...checkNoneCreated(context, 401),
      'a valid createPet request afterwards': () => context.pets.create(),
    }),
  },
  {
    requirement: 'createPet rejects an invalid body, whatever its type, encoding, size and depth',
    ...quotes.badRequest,
    cases: (context) => rejectAll(context, unusualRequests),
  },
  surrogateCheck,
  {
    requirement: 'createPet rejects every body that is not a NewPet',
    ...quotes.badRequest,
    cases: (context) =>
      rejectAll(context, createInvalidRequests(context.pets.createName(), context.pets.categoryId)),
  },
];
