import { formatPet } from '../../document/pet.js';
import { quotes } from '../../document/quotes.js';
import { acceptedBody, keyIgnored, storedRejected, undecided } from '../causes.js';
import type { ProviderRequest } from '../evidence.js';
import type { Provider } from '../provider.js';
import { Inconclusive } from '../result.js';
import { type Cases, type Check, eachCase } from './check.js';
import { tooManyPets } from './reading.js';

/** Enough for most limits of a body, and for most stacks. */
const largeName = 'large '.repeat(22_000);
const levels = 20_000;
const withoutCategory = '{"name":"Rex"}';
const utf16 = Uint8Array.from(Buffer.from(`\ufeff${withoutCategory}`, 'utf16le'));

type Requests = Readonly<Record<string, Partial<ProviderRequest>>>;

/** Bodies that lack categoryId, or have another error, in whatever way a provider reads them. */
const unusualRequests: Requests = {
  'body of type text/plain': { body: withoutCategory, headers: { 'Content-Type': 'text/plain' } },
  'body without a type': { body: '{}', headers: { 'Content-Type': undefined } },
  'body that claims to be compressed': {
    body: withoutCategory,
    headers: { 'Content-Encoding': 'gzip' },
  },
  'body in UTF-16': { body: utf16 },
  'body with a byte order mark': { body: `\ufeff${withoutCategory}` },
  'body of white space': { body: ' \n ' },
  'half of a surrogate pair': { body: '{"name":"\\ud83d"}' },
  [`arrays in arrays, ${levels} levels deep`]: {
    body: `{"name":${'['.repeat(levels)}${']'.repeat(levels)},"categoryId":1}`,
  },
  'body of 130 kB': { body: `{"name":"${largeName}"}` },
};

/** JSON values that a field must not have, beside those of the requirements of one request each. */
const wrongValues = {
  status: [
    ...['""', '"Sold"', '"sold\\n"', '"so"', '"unsold pet"', '"constructor"', '"0"'],
    ...['0', 'false', 'true', '[]', '["sold"]', '{}'],
  ],
  name: ['true', '0', '{"first":"Rex"}', '[]'],
  // Numbers outside int64 come last: once stored, they break every list.
  categoryId: [
    ...['""', 'false', '[]', '[1]', '{"id":1}', '" 7"', 'NaN', '1e400'],
    ...[`${2n ** 64n}`, `${-(2n ** 63n) - 1n}`],
  ],
} as const;

/** Creates requests whose body has one error each. Each has the name, to recognise such a pet. */
function createInvalidRequests(name: string, categoryId: bigint): Requests {
  const named = `"name":${JSON.stringify(name)}`;
  const placed = `"categoryId":${categoryId}`;
  const valid = `{${named},${placed}}`;
  const vary = (field: keyof typeof wrongValues, create: (value: string) => string) =>
    Object.fromEntries(wrongValues[field].map((value) => [`${field} ${value}`, create(value)]));
  const bodies: Readonly<Record<string, string>> = {
    'the body null': 'null',
    'pairs of keys and values': `[["name",${JSON.stringify(name)}],["categoryId",${categoryId}]]`,
    'a NewPet as a JSON string': JSON.stringify(valid),
    'a NewPet under the key "__proto__"': `{"__proto__":${valid}}`,
    'a NewPet under the key "pet"': `{"pet":${valid}}`,
    'two JSON values': `${valid}${valid}`,
    'a comma after the last field': valid.replace('}', ',}'),
    'fields in another case': valid.replace('name', 'Name').replace('categoryId', 'CategoryId'),
    'category_id instead of categoryId': valid.replace('categoryId', 'category_id'),
    'a form instead of JSON': `name=Rex&categoryId=${categoryId}`,
    ...vary('status', (value) => `{${named},${placed},"status":${value}}`),
    ...vary('name', (value) => `{"name":${value},${placed}}`),
    ...vary('categoryId', (value) => `{${named},"categoryId":${value}}`),
  };
  return {
    'categoryId in the query instead': {
      path: `/pets?categoryId=${categoryId}`,
      body: `{${named}}`,
    },
    ...Object.fromEntries(Object.entries(bodies).map(([what, body]) => [what, { body }])),
    'categoryId of 5,000 digits': { body: `{${named},"categoryId":${'9'.repeat(5000)}}` },
  };
}

/** Sends a status of null, which may count as absent. */
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

/**
 * Sends requests that must be rejected, and looks for their pets. All have a name and a status, to find a
 * pet that was created nevertheless, even in a store that is too large for one page.
 */
function checkNoneCreated(provider: Provider): Cases {
  const valid = provider.createNewPet({ status: 'pending' });
  const invalid = provider.createNewPet({ status: 'pending' });
  const body = formatPet(valid);
  const other = formatPet(invalid);
  const reject = (status: number, request: Partial<ProviderRequest>) => () =>
    provider.expectRejected({ method: 'POST', path: '/pets', ...request }, status);
  return {
    'createPet without a key': reject(401, { body, credential: 'none' }),
    'createPet with an invalid key': reject(401, { body, credential: 'invalid' }),
    'createPet without categoryId': reject(400, { body: other.replace('categoryId', 'other') }),
    'createPet with an unknown status': reject(400, { body: other.replace('pending', 'eaten') }),
    'createPet with half a body': reject(400, { body: other.slice(0, -1) }),
    'no pet from any of them, and one from the next': async () => {
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
      if (pages.every(({ isWhole }) => !isWhole)) {
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
    requirement: 'createPet rejects every body that is not a NewPet, whatever its type and size',
    ...quotes.badRequest,
    cases: (provider) => {
      const invalid = createInvalidRequests(provider.createName(), provider.categoryId);
      return {
        'status null': () => expectNullRejected(provider),
        ...eachCase({ ...unusualRequests, ...invalid }, async (request) => {
          const exchange = await provider.send({ method: 'POST', path: '/pets', ...request });
          // Frameworks reject some for their size or type.
          provider.expectError(exchange, [400, 413, 415], '400 with an Error');
        }),
      };
    },
  },
];
