import { largestInt64 } from '../../base/int64.js';
import { shorten } from '../../base/text.js';
import type { OperationName } from '../../document/operations.js';
import { type FieldKind, formatPet, newPetFields, type Pet } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { rightValues, writeBody } from '../../document/requirements.js';
import {
  parseErrorResponse,
  parseJsonResponse,
  parsePetResponse,
  parsePetsResponse,
} from '../../document/responses.js';
import { acceptedBody, keyIgnored, storedRejected, undecided } from '../causes.js';
import { createPetRequest, listPetsRequest, type ProviderRequest } from '../evidence.js';
import { type Provider, unlikelyId } from '../provider.js';
import { type Check, eachCase, nameEach } from './check.js';
import { expectWhole } from './reading.js';

export function createValidRequests(provider: Provider, { id }: Pet) {
  return {
    listPets: listPetsRequest,
    getPet: { method: 'GET', path: `/pets/${id}` },
    createPet: { ...createPetRequest, body: formatPet(provider.createNewPet()) },
  } as const satisfies Readonly<Record<OperationName, ProviderRequest>>;
}

/** Any client error but 401: frameworks reject odd requests in many ways. */
const clientErrors = Array.from({ length: 100 }, (_, index) => 400 + index).filter(
  (status) => status !== 401,
);

/** Queries that parsers, conversions and validators tend to fail at. */
const unusualQueries = nameEach('query ', [
  ...['limit=0', 'limit=-1', 'limit=101', 'limit=9223372036854775808', 'limit=1.5', 'limit=many'],
  ...['limit=', 'limit=1&limit=2', 'limit%5B%5D=1', 'status=eaten', 'status%5Ba%5D=sold'],
  'status=%00',
]);

async function expectListOrError(provider: Provider, query: string): Promise<void> {
  const exchange = await provider.send({ method: 'GET', path: `/pets?${query}` });
  const { status } = exchange.response;
  if (status === 200) {
    provider.read(exchange, [200], 'Pets', parsePetsResponse);
  } else if (status >= 500) {
    provider.read(exchange, [status], 'an Error', parseErrorResponse, 'Pets, or an Error');
    const expected = '200 with Pets, or a status from 400 to 499';
    await provider.expectUnbroken(exchange, expected);
    throw provider.advice(exchange, expected, undecided.crashOnQuery);
  } else {
    provider.expectError(exchange, [200, ...clientErrors], '200 with Pets, or an Error');
  }
}

const browserHeaders = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'If-Modified-Since': 'Sat, 01 Jan 2000 00:00:00 GMT',
};

const jsonHeaders = { 'Content-Type': 'application/json' };

const toFullWidth = (digits: string) =>
  encodeURIComponent(
    digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  );

export const responseChecks: readonly Check[] = [
  {
    requirement:
      'every response is JSON with the content type application/json, whatever headers the request has',
    ...quotes.json,
    async cases(provider) {
      const pet = await provider.withStatus('available');
      const { listPets, getPet, createPet } = createValidRequests(provider, pet);
      const unknown = { ...getPet, path: `/pets/${unlikelyId}` };
      const requests: Readonly<Record<string, readonly [status: number, ProviderRequest]>> = {
        'listPets with Accept: */*': [200, listPets],
        'getPet with Accept: */*': [200, getPet],
        'listPets without a key with Accept: */*': [401, { ...listPets, credential: 'none' }],
        'getPet of an unknown id with Accept: */*': [404, unknown],
        'createPet with the body {} with Accept: */*': [400, { ...createPet, body: '{}' }],
        'listPets as a browser asks': [200, { ...listPets, headers: browserHeaders }],
        'listPets with a Content-Type and no body': [200, { ...listPets, headers: jsonHeaders }],
      };
      // Without the word JSON, many frameworks respond as to a browser.
      return eachCase(requests, async ([status, request]) => {
        const exchange = await provider.send({ headers: { Accept: '*/*' }, ...request });
        if (status === 200) {
          provider.read(exchange, [200], 'JSON', parseJsonResponse);
        } else {
          provider.expectError(exchange, [status]);
        }
      });
    },
  },
  {
    requirement:
      'getPet never returns a pet with another id, whatever the length and characters of the petId',
    ...quotes.notFound,
    async cases(provider) {
      const { id } = await provider.withStatus('available');
      // Integers of 32 and 64 bits, floats, and parsers such as parseInt, Number and int confuse these with others.
      const petIds = {
        'id of a pet plus 1': id + 1n,
        'id of a pet minus 1': id - 1n,
        'id of a pet plus 2^32': id + 2n ** 32n,
        'id of a pet plus 2^64': id + 2n ** 64n,
        'petId 0': 0n,
        'petId -1': -1n,
        'petId 2^63 - 1': largestInt64,
        'petId 2^63': largestInt64 + 1n,
        'petId -2^63 - 1': -largestInt64 - 2n,
        'petId of 40 digits': '9'.repeat(40),
        'petId of letters': 'abc',
        'petId ², a digit by Unicode': '%C2%B2',
        'petId U+0000': '%00',
        'petId of a byte that is not UTF-8': '%FF',
        'id of a pet and letters': `${id}abc`,
        'id of a pet and a fraction': `${id}.5`,
        'id of a pet and "_0"': `${id}_0`,
      };
      const spellings: Readonly<Record<string, bigint | string>> = {
        'id of a pet between spaces': `%20${id}%20`,
        'id of a pet and a line break': `${id}%0A`,
        'id of a pet in full-width digits': toFullWidth(`${id}`),
        'id of a pet as a hexadecimal number': `0x${id.toString(16)}`,
        'id of a pet with an exponent': `${id}e0`,
      };
      return eachCase<bigint | string>({ ...petIds, ...spellings }, async (petId) => {
        const exchange = await provider.send({ method: 'GET', path: `/pets/${petId}` });
        if (exchange.response.status === 200 && Object.values(spellings).includes(petId)) {
          provider.read(exchange, [200], 'the Pet, or 404 with an Error', (response) =>
            parsePetResponse(response, id, `the pet with the id ${id}, or 404`),
          );
          throw provider.advice(exchange, '404 with an Error', undecided.petIdSpelling);
        }
        if (typeof petId === 'string' || BigInt.asIntN(64, petId) !== petId) {
          const expected = '404 with an Error, or another status from 400 to 499';
          provider.expectError(exchange, [404, ...clientErrors], expected);
        } else if (exchange.response.status === 404) {
          provider.expectError(exchange, [404]);
        } else {
          provider.read(exchange, [200], 'the Pet, or 404 with an Error', (response) =>
            parsePetResponse(response, petId, `the pet with the id ${petId}, or 404`),
          );
        }
      });
    },
  },
  {
    requirement: 'listPets responds to an unusual query with Pets or an Error',
    ...quotes.errorShape,
    isInOrder: true,
    cases: (provider) => eachCase(unusualQueries, (query) => expectListOrError(provider, query)),
  },
];

/** Enough for most limits of a body, and for most stacks. */
const largeName = 'large '.repeat(22_000);
const levels = 20_000;
const withoutCategory = '{"name":"Rex"}';
const utf16 = Uint8Array.from(Buffer.from(`\ufeff${withoutCategory}`, 'utf16le'));

/** Parts of createPet requests, or their bodies. */
type Requests = Readonly<Record<string, string | Partial<ProviderRequest>>>;

/** Bodies that lack categoryId, or have another error, in whatever way a provider reads them. */
const unusualRequests: Requests = {
  'body of type text/plain': { body: withoutCategory, headers: { 'Content-Type': 'text/plain' } },
  'body without a type': { body: '{}', headers: { 'Content-Type': undefined } },
  'body that claims to be compressed': {
    body: withoutCategory,
    headers: { 'Content-Encoding': 'gzip' },
  },
  'body in UTF-16': { body: utf16 },
  'body of bytes that are not UTF-8': {
    body: Uint8Array.from(Buffer.from('{"name":"ÿ"}', 'latin1')),
  },
  'body with a byte order mark': `\ufeff${withoutCategory}`,
  'body of white space': ' \n ',
  'half of a surrogate pair': '{"name":"\\ud83d"}',
  [`arrays in arrays, ${levels} levels deep`]: `{"name":${'['.repeat(levels)}${']'.repeat(levels)},"categoryId":1}`,
  'body of 130 kB': `{"name":"${largeName}"}`,
};

/** JSON values that a field of each kind must not have, beside those of the requirements of one request each. */
const wrongFieldValues: Readonly<Record<FieldKind, readonly string[]>> = {
  status: [
    ...['""', '"Sold"', '"sold\\n"', '"so"', '"unsold pet"', '"constructor"', '"0"'],
    ...['0', 'false', 'true', '[]', '["sold"]', '{}'],
  ],
  text: ['true', '0', '{"first":"Rex"}', '[]'],
  int64: ['""', 'false', '[]', '[1]', '{"id":1}', '" 7"', 'NaN', '0x10', '010'],
};

/** Once stored, some break every list. */
const outsideInt64 = [`${2n ** 64n}`, `${-(2n ** 63n) - 1n}`, '1e400', '9'.repeat(5_000)];

/** Creates requests whose body has one error each. Each has the name, to recognise such a pet. */
function createInvalidRequests(name: string, categoryId: bigint): Requests {
  const fields = { ...rightValues, name: JSON.stringify(name), categoryId: `${categoryId}` };
  const valid = writeBody(fields);
  const wrong = newPetFields.flatMap(({ name: field, kind }) =>
    wrongFieldValues[kind].map((value) => [
      `${field} ${value}`,
      writeBody({ ...fields, [field]: value }),
    ]),
  );
  return {
    'categoryId in the query instead': {
      path: `/pets?categoryId=${categoryId}`,
      body: writeBody({ name: fields.name }),
    },
    'the body null': 'null',
    'pairs of keys and values': `[["name",${fields.name}],["categoryId",${categoryId}]]`,
    'a NewPet as a JSON string': JSON.stringify(valid),
    'a NewPet under the key "__proto__"': `{"__proto__":${valid}}`,
    'a NewPet under the key "pet"': `{"pet":${valid}}`,
    'two JSON values': `${valid}${valid}`,
    'a comment': valid.replace(',', ',/* */'),
    'single quotes': valid.replaceAll('"', "'"),
    'keys without quotes': valid.replaceAll(/"(\w+)":/g, '$1:'),
    'a line break within a name': valid.replace(name, `${name}\n`),
    'a comma after the last field': valid.replace('}', ',}'),
    'fields in another case': valid.replace('name', 'Name').replace('categoryId', 'CategoryId'),
    'category_id instead of categoryId': valid.replace('categoryId', 'category_id'),
    'a form instead of JSON': `name=Rex&categoryId=${categoryId}`,
    ...Object.fromEntries(wrong),
    ...Object.fromEntries(
      outsideInt64.map((value) => [
        shorten(`categoryId ${value}`, 40),
        writeBody({ ...fields, categoryId: value }),
      ]),
    ),
  };
}

async function expectNullRejected(provider: Provider): Promise<void> {
  const newPet = provider.createNewPet();
  const body = formatPet(newPet).replace('}', ',"status":null}');
  const exchange = await provider.post(newPet, body);
  if (exchange.response.status === 201) {
    provider.readCreated(exchange, newPet, '400 with an Error');
    throw provider.advice(exchange, '400 with an Error', undecided.nullStatus);
  }
  provider.expectError(exchange, [400]);
}

/** All requests have a name and a status, to find their pets even in a store that is too large for one page. */
async function expectNoneCreated(provider: Provider): Promise<void> {
  const valid = provider.createNewPet({ status: 'pending' });
  const invalid = provider.createNewPet({ status: 'pending' });
  const body = formatPet(valid);
  const other = formatPet(invalid);
  const rejected: readonly Partial<ProviderRequest>[] = [
    { body, credential: 'none' },
    { body, credential: 'invalid' },
    { body: other.replace('categoryId', 'other') },
    { body: other.replace('pending', 'eaten') },
    { body: other.slice(0, -1) },
  ];
  // Other requirements expect their statuses.
  for (const request of rejected) {
    await provider.send({ ...createPetRequest, ...request });
  }
  // In a store too large for one page, a page with the pets around it would show it, too.
  await provider.create({ status: 'pending' });
  const pages = [await provider.listAll(), await provider.listAll('pending')];
  for (const { pets: shown, exchange } of pages) {
    const found = shown.find(({ name }) => name === valid.name || name === invalid.name);
    if (found !== undefined) {
      const accepted = found.name === valid.name ? keyIgnored : acceptedBody;
      const isAccepted = provider.created.some(({ name }) => name === found.name);
      throw provider.failure(exchange, {
        expected: 'no pet from a rejected request',
        problem: `the list has one, with the id ${found.id}`,
        cause: isAccepted ? accepted : storedRejected,
      });
    }
  }
  expectWhole(...pages);
}

/** Runs late: if a request is accepted, a pet that should not be there stays in lists. */
export const noneCreatedCheck: Check = {
  requirement: 'a rejected createPet request creates no pet and does not affect the next request',
  ...quotes.badRequest,
  cases: (provider) => ({
    'no pet from any of them, and one from the next': () => expectNoneCreated(provider),
  }),
};

/** Runs last, a body at a time: one that is accepted, or ends the service, may break every list. */
export const bodiesCheck: Check = {
  requirement: 'createPet rejects every body that is not a NewPet, whatever its type and size',
  ...quotes.badRequest,
  isInOrder: true,
  cases: (provider) => {
    const invalid = createInvalidRequests(provider.createName(), provider.categoryId);
    return {
      'status null': () => expectNullRejected(provider),
      ...eachCase({ ...unusualRequests, ...invalid }, (one) => {
        const request = typeof one === 'string' ? { body: one } : one;
        // Frameworks reject some for their size or type.
        return provider.expectRejected(
          { ...createPetRequest, ...request },
          [400, 413, 415],
          '400 with an Error',
        );
      }),
      // A service may store a pet that it rejects.
      'listPets after all of them': () => provider.list(),
    };
  },
};
