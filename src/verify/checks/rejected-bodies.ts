import type { NewPet } from '../../document/pet.js';
import { type Decision, decisions } from '../advice.js';
import type { ProviderRequest } from '../provider.js';
import { formatNewPet } from '../store.js';

/** A createPet request that must be rejected. */
export interface RejectedCase {
  readonly name: string;
  readonly request: Partial<ProviderRequest>;
  /** Those that a provider may reject it with; default: 400. */
  readonly statuses?: readonly number[];
  /** The pet that it means: to create it is advice. */
  readonly meant?: NewPet & { readonly decision: Decision };
  /** Whether a provider may close the connection before it has read everything. */
  readonly isLarge?: boolean;
  /** Replaces the quote of the requirement. */
  readonly quote?: string;
}

const bytes = (text: string, encoding: BufferEncoding) =>
  Uint8Array.from(Buffer.from(text, encoding));

/** Enough for most limits of a body, and for most stacks. */
const largeName = 'large '.repeat(22_000);
const levels = 20_000;
const withoutCategory = '{"name":"Rex"}';

/** Bodies that lack categoryId, or have another error, in whatever way a provider reads them. */
export const unusualBodies: readonly RejectedCase[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/xml'].map((contentType) => ({
    name: `body of type ${contentType}`,
    request: { body: withoutCategory, contentType },
    statuses: [400, 415],
  })),
  {
    name: 'body without a type',
    // Text gets a type of its own.
    request: { body: bytes('{}', 'utf8'), contentType: '' },
    statuses: [400, 415],
  },
  {
    name: 'body that claims to be compressed',
    request: { body: withoutCategory, headers: { 'Content-Encoding': 'gzip' } },
    statuses: [400, 415],
  },
  {
    name: 'body in UTF-16',
    request: { body: bytes(`\ufeff${withoutCategory}`, 'utf16le') },
    statuses: [400, 415],
  },
  { name: 'body with a byte order mark', request: { body: `\ufeff${withoutCategory}` } },
  { name: 'body of white space', request: { body: ' \n ' } },
  {
    name: `arrays in arrays, ${levels} levels deep`,
    request: { body: `{"name":${'['.repeat(levels)}${']'.repeat(levels)},"categoryId":1}` },
    statuses: [400, 413],
  },
  {
    name: 'body of 130 kB',
    request: { body: `{"name":"${largeName}"}` },
    statuses: [400, 413],
    isLarge: true,
  },
];

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

/** Creates bodies that are not NewPet, with one error each. Each has the name, to recognise such a pet. */
export function createInvalidBodies(name: string, categoryId: bigint): RejectedCase[] {
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
  /** Not JSON, but some parsers accept them without any change of meaning. */
  const lenient: Readonly<Record<string, string>> = {
    'a comment in the JSON': `{${named},${placed}/* a comment */}`,
    'a comma after the last field': `{${named},${placed},}`,
    'NaN in a field that the document does not have': `{${named},${placed},"weight":NaN}`,
  };
  return [
    {
      name: 'status null',
      request: { body: `{${named},${placed},"status":null}` },
      meant: { name, categoryId, decision: decisions.nullStatus },
    },
    {
      name: 'categoryId in the query instead',
      request: { path: `/pets?categoryId=${categoryId}`, body: `{${named}}` },
    },
    ...Object.entries(lenient).map(([what, body]) => ({
      name: what,
      request: { body },
      meant: { name, categoryId, decision: decisions.lenientJson },
    })),
    ...Object.entries(bodies).map(([what, body]) => ({ name: what, request: { body } })),
    {
      name: 'categoryId of 5,000 digits',
      request: { body: `{${named},"categoryId":${'9'.repeat(5000)}}` },
      statuses: [400, 413],
    },
  ];
}

/** A name with a byte that is not UTF-8; decoders replace it by U+FFFD. */
export const createNotUtf8 = (name: string, categoryId: bigint): RejectedCase => ({
  name: 'a name that is not UTF-8',
  request: { body: bytes(`{"name":"${name} Zo\u00eb","categoryId":${categoryId}}`, 'latin1') },
  meant: { name: `${name} Zo\ufffd`, categoryId, decision: decisions.notUtf8 },
});

/**
 * Creates requests that must be rejected. All have a name and a status, to find a pet that was created
 * nevertheless, even in a store that is too large for one page.
 */
export function createRejectedCreations(
  status: 400 | 401,
  pet: Required<NewPet>,
): Readonly<Record<string, Partial<ProviderRequest>>> {
  const body = formatNewPet(pet);
  if (status === 401) {
    return {
      'createPet without a key': { body, credential: 'none' },
      'createPet with an invalid key': { body, credential: 'invalid' },
    };
  }
  const named = `"name":${JSON.stringify(pet.name)}`;
  const pending = `"status":"${pet.status}"`;
  return {
    'createPet without categoryId': { body: `{${named},${pending}}` },
    'createPet with a string as categoryId': { body: `{${named},"categoryId":"one",${pending}}` },
    'createPet with an unknown status': { body: body.replace(pet.status, 'eaten') },
    'createPet with half a body': { body: body.slice(0, -1) },
  };
}
