import { stringify } from 'lossless-json';
import { isJsonObject, omitUndefined, parseJson } from '../base/json.js';
import { attempt, describeValue, formatCount } from '../base/text.js';
import { spec } from './generated/spec.js';
import {
  type EveryParameter,
  type OperationName,
  operations,
  type PageQuery,
  type Status,
} from './operations.js';
import {
  createSamples,
  type FieldKind,
  findWrongField,
  isPetField,
  type NewPet,
  newPetFields,
  optionalFields,
  type Pet,
  type PetStatus,
  petFields,
  petStatuses,
  requiredFields,
} from './pet.js';
import { type Quoted, quotes } from './quotes.js';

export type { PageQuery };

/** The pets that must exist before a request; its path and its body use them. */
export interface State {
  /** Pets can be created with this category, or with any. Digits, as JSON tools round int64. */
  readonly categoryId?: string | 'any' | undefined;
  /** There is a pet with this status, or one that was created without. */
  readonly pet?: { readonly status?: PetStatus | undefined } | undefined;
  /** There is an identifier that no pet has. */
  readonly unusedId?: boolean | undefined;
  readonly count?: number | undefined;
}

/** The rest of a State that is read whole: the compiler refuses it once the State has another key. */
export type NoOtherKey = Readonly<Record<string, never>>;

/** A form of the header Authorization (section 5). */
interface KeyForm {
  /** Follows an operation in a sentence. */
  readonly words: string;
  /** Undefined where there is no header. */
  readonly scheme?: string;
  readonly key?: 'valid' | 'invalid';
}

export type KeyKind = 'valid' | 'none' | 'invalid' | 'empty' | 'basic' | 'bare';

export const keyForms: Readonly<Record<KeyKind, KeyForm>> = {
  valid: { words: 'with an API key', scheme: 'Bearer ', key: 'valid' },
  none: { words: 'without an API key' },
  invalid: { words: 'with an invalid API key', scheme: 'Bearer ', key: 'invalid' },
  empty: { words: 'with the scheme Bearer and no API key', scheme: 'Bearer' },
  basic: { words: 'with the API key under the scheme Basic', scheme: 'Basic ', key: 'valid' },
  bare: { words: 'with the API key and no scheme', scheme: '', key: 'valid' },
};

/**
 * A requirement of one request: `verify` sends it, contracts have it as an interaction, and each request of a
 * client that the document promises a response to is one.
 */
export interface Requirement extends Quoted {
  /** True of every service that conforms; no other requirement has it. */
  readonly sentence: string;
  readonly state: State;
  readonly request: {
    readonly operation: OperationName;
    readonly key: KeyKind;
    readonly query?: PageQuery;
    /** A NewPet, which gets the category of the state, or a text that is sent as it is. */
    readonly body?: Omit<NewPet, 'categoryId'> | string | undefined;
  };
  /** 200 and 201: Pets or the Pet, as the request has it; from 400: an Error. */
  readonly response: {
    readonly status: Status;
    /** The status of the Pet, where it matters; `any` if it may have one of the three, or none. */
    readonly petStatus?: PetStatus | 'any';
  };
}

const createdName = 'animal-store verify: Rex';
/** The name in requests that are rejected; a run puts one of its own here. */
export const refusedName = 'animal-store verify: refuse me';
/** The first integer that a JavaScript number rounds. */
const largeCategory = '9007199254740993';

const { default: defaultLimit } = spec.paths['/pets'].get.parameters[0].schema;
/** One pet more than a default page has. More would leave too many on somebody's server. */
const maxPets = defaultLimit + 1;

const forOperation = (operation: OperationName) => ({ operation, key: 'valid' }) as const;

export const getPageSize = ({ limit = defaultLimit }: PageQuery = {}): number => limit;

/** The values that all pets of a page have: of parameters that are fields. */
export const getFilter = (query: PageQuery = {}): Partial<Pet> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => isPetField(name)));

export function requirePage({ limit, status }: PageQuery): Requirement {
  const max = getPageSize({ limit });
  const isFilter = status !== undefined && limit === undefined;
  const page = status === undefined ? 'a page' : `a page of ${status} pets`;
  const how = limit === undefined ? 'without limit' : `with limit ${limit}`;
  return {
    ...(status === undefined ? quotes.pageSize : quotes.filter),
    sentence: isFilter
      ? `the status filter ${status} returns only pets with the status ${status}`
      : `${page} ${how} has at most ${formatCount(max, 'pet')}`,
    state: { count: isFilter ? undefined : Math.min(max + 1, maxPets), pet: status && { status } },
    request: {
      ...forOperation('listPets'),
      query: omitUndefined({ limit, status } satisfies EveryParameter),
    },
    response: { status: 200 },
  };
}

/** The optional fields of a NewPet beside its status. */
export const otherFields = optionalFields.filter(({ name }) => name !== 'status');

/** Creates the fields of a pet that a service accepts: all with a status, and those that it requires without one. */
export const createFields = (
  name: string,
  status?: PetStatus,
  others = status === undefined ? [] : otherFields,
): Omit<NewPet, 'categoryId'> => ({
  ...createSamples([...requiredFields, ...others].filter((one) => one.name !== 'categoryId')),
  name,
  ...(status !== undefined && { status }),
});

/** The kinds of values in a NewPet that clients and services get wrong. */
export interface CreatedKind {
  readonly status?: PetStatus | undefined;
  /** Other optional fields. Default: all with a status, and none without. */
  readonly others?: typeof otherFields;
  /** Beyond the integers that a double can hold. */
  readonly hasLargeCategory?: boolean;
  /** Beyond ASCII. */
  readonly hasUnicodeName?: boolean;
}

export function requireCreated({
  status,
  others = status === undefined ? [] : otherFields,
  hasLargeCategory = false,
  hasUnicodeName = false,
}: CreatedKind): Requirement {
  const name = hasUnicodeName ? `${createdName} Žofie 🐾` : createdName;
  const how = [
    status === undefined ? 'without a status' : `with the status ${status}`,
    ...others.map((field) => `with a ${field.name}`),
    ...(hasLargeCategory ? ['with a category beyond 2^53'] : []),
    ...(hasUnicodeName ? ['with a name beyond ASCII'] : []),
  ].join(' and ');
  return {
    ...(hasLargeCategory ? quotes.categoryId : quotes.created),
    sentence: `createPet returns a pet ${how} as it was sent, with an id`,
    state: { categoryId: hasLargeCategory ? largeCategory : 'any' },
    request: {
      ...forOperation('createPet'),
      body: createFields(name, status, others),
    },
    response: { status: 201, ...(status !== undefined && { petStatus: status }) },
  };
}

/** The status of a pet that was created without one is not specified (section 3). */
export const anyCreatedStatus: Requirement = {
  ...requireCreated({}),
  ...quotes.petStatus,
  sentence: 'the status of a created pet, if present, is available, pending or sold',
  response: { status: 201, petStatus: 'any' },
};

/** Creates the requirement of a pet that is read; without a status, its status is not compared. */
export function requirePet(status?: PetStatus): Requirement {
  return {
    ...quotes.requested,
    sentence:
      status === undefined
        ? 'getPet returns a pet by its id'
        : `getPet returns the status ${status}`,
    state: { pet: { status } },
    request: forOperation('getPet'),
    response: { status: 200, ...(status !== undefined && { petStatus: status }) },
  };
}

export const anyStatus: Requirement = {
  ...requirePet(),
  ...quotes.petStatus,
  sentence: 'the status of a pet, if present, is available, pending or sold',
  response: { status: 200, petStatus: 'any' },
};

export const requireNotFound: Requirement = {
  ...quotes.notFound,
  sentence: 'getPet returns 404 for an unknown id',
  state: { unusedId: true },
  request: forOperation('getPet'),
  response: { status: 404 },
};

/**
 * A request of each operation that is wrong in its key only: the document does not say whether a service looks for
 * the pet or the category first. A pet with a status is likelier to be listed, as `--read-only` needs it.
 */
const onlyKeyWrong: Readonly<
  Record<OperationName, Pick<Requirement, 'state'> & Pick<Requirement['request'], 'body'>>
> = {
  listPets: { state: {} },
  createPet: { state: { categoryId: 'any' }, body: createFields(refusedName) },
  getPet: { state: { pet: { status: 'available' } } },
};

/** Creates the requirement of a request with a missing or invalid key (section 5). */
export function requireKey(operation: OperationName, key: KeyKind): Requirement {
  const { state, ...request } = onlyKeyWrong[operation];
  return {
    ...quotes.unauthorized,
    sentence: `${operation} ${keyForms[key].words} is rejected`,
    state,
    request: { operation, key, ...request },
    response: { status: 401 },
  };
}

/**
 * Values that a field of each kind must not have. None is null for a status: the document does not say whether
 * that counts as absent.
 */
const wrongValues: Readonly<Record<FieldKind, Readonly<Record<string, string>>>> = {
  text: { 'a number': '42', null: 'null', 'an array': `["${refusedName}"]` },
  int64: {
    'a string': '"1"',
    'a fraction': '1.5',
    null: 'null',
    true: 'true',
    'a number beyond int64': '9223372036854775808',
  },
  status: { 'an unknown word': '"eaten"', 'a word in capitals': '"SOLD"', 'a number': '1' },
};

/** The fields without which a NewPet is rejected, with right values as JSON. */
export const rightValues: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...createFields(refusedName), categoryId: 1n }).map(([name, value]) => [
    name,
    stringify(value) as string,
  ]),
);

export function writeBody(values: Readonly<Record<string, string>>): string {
  return `{${Object.entries(values).map(([name, value]) => `"${name}":${value}`)}}`;
}

const requireRejected = (subject: string, body?: string): Requirement => ({
  ...quotes.badRequest,
  sentence: `${subject} is rejected`,
  state: {},
  request: { ...forOperation('createPet'), body },
  response: { status: 400 },
});

const requireField = (field: string) => {
  const others = Object.entries(rightValues).filter(([name]) => name !== field);
  return requireRejected(`a pet without a ${field}`, writeBody(Object.fromEntries(others)));
};

const refuseValue = (field: string, [what, value]: readonly [string, string]) =>
  requireRejected(`a pet with ${what} as ${field}`, writeBody({ ...rightValues, [field]: value }));

const refusedBodies: Readonly<Record<string, Requirement>> = {
  missing: requireRejected('a createPet request without a body'),
  'an array': requireRejected('a body that is an array', `[${writeBody(rightValues)}]`),
  empty: requireRejected('a pet without any field', '{}'),
  'a string': requireRejected('a body that is a string', rightValues.name),
  'a number': requireRejected('a body that is a number', '1'),
  malformed: requireRejected('a body that is malformed JSON', writeBody(rightValues).slice(0, -1)),
};

/** The kind of a JSON value in words: `a number`, `null`. */
const describeKind = (value: unknown) => describeValue(value).replace(/^.* \((.*)\)$/s, '$1');

/** Finds the requirement that a body violates first, if the document says that it violates one. */
export function findViolation(text: string): Requirement | undefined {
  const values = attempt(() => parseJson(text, 'digits'));
  if (values === undefined) {
    return text.trim() === '' ? refusedBodies.missing : refusedBodies.malformed;
  }
  if (!isJsonObject(values)) {
    return refusedBodies[describeKind(values)] ?? refusedBodies['an array'];
  }
  const field = findWrongField(values, newPetFields);
  const wrong = field && values[field.name];
  if (field === undefined || (wrong === null && !field.isRequired)) {
    return undefined;
  }
  if (wrong === undefined) {
    return requireField(field.name);
  }
  const known = Object.entries(wrongValues[field.kind]);
  const alike = known.find(
    ([, one]) => describeKind(parseJson(one, 'digits')) === describeKind(wrong),
  );
  return refuseValue(field.name, alike ?? (known[0] as [string, string]));
}

const requiredNames = petFields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
const wrongKeys = (Object.keys(keyForms) as KeyKind[]).filter((key) => key !== 'valid');

/**
 * All requirements of one request that `verify` and the published contracts have. Invalid bodies are last: one that
 * is accepted may break every list.
 */
export const requirements: readonly Requirement[] = [
  {
    ...requirePage({}),
    ...quotes.page,
    sentence: `listPets returns pets with ${requiredNames.slice(0, -1).join(', ')} and ${requiredNames.at(-1)}`,
    state: { pet: {} },
  },
  ...[undefined, 1, 2, 100].map((limit) => requirePage({ limit })),
  ...petStatuses.map((status) => requirePage({ status })),
  requirePage({ limit: 1, status: 'sold' }),
  ...[...petStatuses, undefined].map((status) => requireCreated({ status })),
  anyCreatedStatus,
  requireCreated({ hasLargeCategory: true }),
  ...[undefined, ...petStatuses].map(requirePet),
  anyStatus,
  requireNotFound,
  ...operations.flatMap(({ name }) => wrongKeys.map((key) => requireKey(name, key))),
  ...requiredFields.map(({ name }) => requireField(name)),
  ...newPetFields.flatMap(({ name, kind }) =>
    Object.entries(wrongValues[kind]).map((wrong) => refuseValue(name, wrong)),
  ),
  ...Object.values(refusedBodies),
];
