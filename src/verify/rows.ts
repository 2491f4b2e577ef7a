import { type PetStatus, petStatuses } from '../document/pet.js';
import { type Quoted, quotes } from './document.js';

/** What must exist before a request; its path and its body may use it. */
interface RowState {
  /** A pet with this status, or one that was created without. */
  readonly pet?: PetStatus | 'without a status';
  /** At least this many pets. */
  readonly pets?: number;
  /** An id that no pet has. */
  readonly unusedId?: true;
  /** A category of the service's choice, or this one. */
  readonly category?: 'any' | bigint;
}

/** The key, or what is sent instead of it. */
export type RowKey = keyof typeof wrongKeys | 'valid';

/** The missing or invalid keys of section 5, each to follow an operation. */
const wrongKeys = {
  none: 'without an API key',
  invalid: 'with an invalid API key',
  empty: 'with the scheme Bearer and no API key',
  basic: 'with the API key under the scheme Basic',
  bare: 'with the API key and no scheme',
} as const;

/**
 * A requirement of one request, as data: `verify` sends it, and the published contracts have it as an
 * interaction.
 */
export interface Row extends Quoted {
  /** A sentence that no other row has. */
  readonly requirement: string;
  readonly state: RowState;
  /** Default: the valid one. */
  readonly key?: RowKey;
  readonly method: 'GET' | 'POST';
  /** Whether the path ends in the id of `state`. */
  readonly hasId?: true;
  readonly query?: { readonly limit?: number; readonly status?: PetStatus };
  /** A NewPet with the category of `state`, or a text to be sent as it is; none with the method GET. */
  readonly body?: { readonly name: string; readonly status?: PetStatus } | string;
  /** 200 and 201: Pets or the Pet, as the request has it; from 400: an Error. */
  readonly status: 200 | 201 | 400 | 401 | 404;
  /** The status of the Pet, where it matters; `optional` if it may have one of the three, or none. */
  readonly petStatus?: PetStatus | 'optional';
  /** Whether verifiers must send the body byte for byte: parsing it fails, or loses digits. */
  readonly isRaw?: true;
}

/** Where pets come from, in contracts; a run puts its own prefix here. */
export const exampleOrigin = 'animal-store verify';
const created = `${exampleOrigin}: Rex`;
const refused = `${exampleOrigin}: refuse me`;

const list = { method: 'GET', status: 200, ...quotes.page } as const;
const create = { method: 'POST', status: 201, ...quotes.created } as const;
const get = { method: 'GET', status: 200, hasId: true, ...quotes.requested } as const;

/** The default of `limit`, and one pet more. */
const overDefault = 21;

const limitRow = (limit: number, pets: number): Row => ({
  ...list,
  ...quotes.pageSize,
  requirement: `a page with limit ${limit} has at most ${limit} ${limit === 1 ? 'pet' : 'pets'}`,
  state: { pets },
  query: { limit },
});

const listRows: readonly Row[] = [
  {
    ...list,
    requirement: 'listPets returns pets with id, name and categoryId',
    state: { pet: 'without a status' },
  },
  {
    ...list,
    ...quotes.pageSize,
    requirement: 'a page without limit has at most 20 pets',
    state: { pets: overDefault },
  },
  limitRow(1, 2),
  limitRow(2, 3),
  // To create 101 pets would leave too many on somebody's server.
  limitRow(100, overDefault),
  ...petStatuses.map((status) => ({
    ...list,
    ...quotes.filter,
    requirement: `the status filter ${status} returns only pets with the status ${status}`,
    state: { pet: status },
    query: { status },
  })),
  {
    ...list,
    ...quotes.filter,
    requirement: 'a page of sold pets with limit 1 has at most 1 pet',
    state: { pet: 'sold', pets: 2 },
    query: { limit: 1, status: 'sold' },
  },
];

const createRows: readonly Row[] = [
  ...petStatuses.map((status) => ({
    ...create,
    requirement: `createPet returns a pet with the status ${status} as it was sent, with an id`,
    state: { category: 'any' } as const,
    body: { name: created, status },
    petStatus: status,
  })),
  {
    ...create,
    requirement: 'createPet accepts a pet without a status',
    state: { category: 'any' },
    body: { name: created },
    petStatus: 'optional',
  },
  {
    ...create,
    ...quotes.categoryId,
    requirement: 'createPet returns a large categoryId with every digit',
    // The first integer that a JavaScript number rounds.
    state: { category: 9_007_199_254_740_993n },
    body: { name: created },
    isRaw: true,
  },
];

const getRows: readonly Row[] = [
  {
    ...get,
    requirement: 'getPet returns a pet by its id',
    state: { pet: 'without a status' },
  },
  {
    ...get,
    ...quotes.petStatus,
    requirement: 'the status of a pet, if present, is available, pending or sold',
    state: { pet: 'without a status' },
    petStatus: 'optional',
  },
  ...petStatuses.map((status) => ({
    ...get,
    requirement: `getPet returns the status ${status}`,
    state: { pet: status },
    petStatus: status,
  })),
  {
    ...get,
    ...quotes.notFound,
    requirement: 'getPet returns 404 for an unknown id',
    state: { unusedId: true },
    status: 404,
  },
];

const name = `"name":"${refused}"`;

/**
 * Each body with the subject of the sentence that ends in "is rejected". None has a status of null: the
 * document does not say whether that counts as absent.
 */
const rejectedBodies: Readonly<Record<string, string | undefined>> = {
  'a pet without a name': '{"categoryId":1}',
  'a pet without a categoryId': `{${name}}`,
  'a pet with a number as name': '{"name":42,"categoryId":1}',
  'a pet with null as name': '{"name":null,"categoryId":1}',
  'a pet with an array as name': `{"name":["${refused}"],"categoryId":1}`,
  'a pet with a string as categoryId': `{${name},"categoryId":"1"}`,
  'a pet with a fraction as categoryId': `{${name},"categoryId":1.5}`,
  'a pet with null as categoryId': `{${name},"categoryId":null}`,
  'a pet with true as categoryId': `{${name},"categoryId":true}`,
  'a pet with a categoryId beyond int64': `{${name},"categoryId":9223372036854775808}`,
  'a pet with an unknown status': `{${name},"categoryId":1,"status":"eaten"}`,
  'a pet with a status in capital letters': `{${name},"categoryId":1,"status":"SOLD"}`,
  'a pet with a number as status': `{${name},"categoryId":1,"status":1}`,
  'a body that is an array': `[{${name},"categoryId":1}]`,
  'a createPet request without a body': undefined,
};

/** Those that must be sent byte for byte. */
const rawBodies: Readonly<Record<string, string>> = {
  // pact-js 16.4 announces its two bytes and never sends them.
  'a pet without any field': '{}',
  'a body that is a string': `"${refused}"`,
  'a body that is a number': '1',
  'a body that is malformed JSON': `{${name},"categoryId":1`,
};

const rejectBodies = (
  bodies: Readonly<Record<string, string | undefined>>,
  rest: Partial<Row> = {},
) =>
  Object.entries(bodies).map(
    ([subject, body]): Row => ({
      ...quotes.badRequest,
      requirement: `${subject} is rejected`,
      state: {},
      method: 'POST',
      ...(body !== undefined && { body }),
      status: 400,
      ...rest,
    }),
  );

/**
 * Requests that only the key makes wrong: the document does not say whether a service looks for the pet
 * or the category first. A pet with a status is likelier to be listed, as `--read-only` needs it.
 */
const operations = {
  listPets: { state: {}, method: 'GET' },
  createPet: { state: { category: 'any' }, method: 'POST', body: { name: refused } },
  getPet: { state: { pet: 'available' }, method: 'GET', hasId: true },
} as const;

const keyRows: readonly Row[] = Object.entries(operations).flatMap(([operation, request]) =>
  Object.entries(wrongKeys).map(([key, description]) => ({
    ...quotes.unauthorized,
    ...request,
    requirement: `${operation} ${description} is rejected`,
    key: key as RowKey,
    status: 401,
  })),
);

/** All requirements of one request. Invalid bodies are last: one that is accepted may break every list. */
export const rows: readonly Row[] = [
  ...listRows,
  ...createRows,
  ...getRows,
  ...keyRows,
  ...rejectBodies(rejectedBodies),
  ...rejectBodies(rawBodies, { isRaw: true }),
];
