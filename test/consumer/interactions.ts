import { stringify } from 'lossless-json';
import type { Shape } from '../../src/contract/shapes.js';
import { type Row, type RowKey, rows } from '../../src/verify/rows.js';
import { error, page, petWith, petWithAnyOrNoStatus } from './shapes.js';

/** The state of the provider before a request. The README documents names and parameters. */
interface ProviderState {
  readonly name: string;
  readonly parameters?: Readonly<Record<string, string | number>>;
}

/** A value from a provider state, which the verifier inserts into `expression`. */
export interface Injected {
  /** What the consumer test sends. */
  readonly example: string;
  /** Such as `/pets/${petId}`. */
  readonly expression: string;
  /** Matches every injected value. */
  readonly regex: string;
}

/** A row as an interaction of a contract. */
export interface Interaction {
  readonly row: Row;
  readonly states: readonly ProviderState[];
  readonly path: string | Injected;
  /** Without a value there is no header; text is sent unchanged. */
  readonly authorization?: string | Injected | undefined;
  /** Pact's matchers and generators may be inside. */
  readonly body?: string | undefined;
  readonly response: Shape;
}

/** The place for a value that a state provides. */
const provided = (value: 'apiKey' | 'categoryId' | 'petId') => `\${${value}}`;

const validKey: ProviderState = { name: 'the API key is valid' };
const invalidKey: ProviderState = { name: 'the API key is not valid' };

/** A key after a scheme; its example tells verifiers that insert no values which of the two it is. */
const injectKey = (scheme: string, example = 'valid-key'): Injected => ({
  example: `${scheme}${example}`,
  expression: `${scheme}${provided('apiKey')}`,
  regex: `^${scheme}\\S+$`,
});

const authorizations: Readonly<
  Record<RowKey, { readonly state?: ProviderState; readonly value?: string | Injected }>
> = {
  valid: { state: validKey, value: injectKey('Bearer ') },
  none: {},
  invalid: { state: invalidKey, value: injectKey('Bearer ', 'invalid-key') },
  empty: { value: 'Bearer' },
  basic: { state: validKey, value: injectKey('Basic ') },
  bare: { state: validKey, value: injectKey('') },
};

/** An integer without quotes, although the provider state returns digits in quotes. */
const injectedCategory = {
  'pact:matcher:type': 'integer',
  'pact:generator:type': 'ProviderState',
  expression: provided('categoryId'),
  dataType: 'INTEGER',
  value: 2,
};

function listStates({ state, key = 'valid' }: Row): ProviderState[] {
  const { state: ofKey } = authorizations[key];
  const { pet: status, pets: count, unusedId, category } = state;
  return [
    ...(ofKey === undefined ? [] : [ofKey]),
    ...(category === 'any' ? [{ name: 'a category exists' }] : []),
    ...(typeof category === 'bigint'
      ? [{ name: 'a category exists', parameters: { categoryId: String(category) } }]
      : []),
    ...(status === 'without a status' ? [{ name: 'a pet exists' }] : []),
    ...(status === undefined || status === 'without a status'
      ? []
      : [{ name: 'a pet exists', parameters: { status } }]),
    ...(unusedId ? [{ name: 'no pet has the identifier' }] : []),
    ...(count === undefined
      ? []
      : [{ name: 'there are at least this many pets', parameters: { count } }]),
  ];
}

function createResponse({ status, body, hasId, query = {}, state, petStatus }: Row): Shape {
  if (status === 400 || status === 401 || status === 404) {
    return error(status);
  }
  if (typeof body === 'object') {
    const { category } = state;
    const values = { ...body, ...(typeof category === 'bigint' && { categoryId: category }) };
    return petStatus === 'optional' ? petWithAnyOrNoStatus(values) : petWith(values);
  }
  if (hasId) {
    const values = petStatus && { status: petStatus };
    return petStatus === 'optional' ? petWithAnyOrNoStatus() : petWith(values);
  }
  const { limit = 20, status: filter } = query;
  return page(limit, filter);
}

/** What the client asks for where there is no such pet. */
const unknownId = 9_007_199_254_740_993n;

function createBody({ body, state: { category } }: Row): string | undefined {
  if (typeof body !== 'object') {
    return body;
  }
  const { name, ...rest } = body;
  const categoryId = typeof category === 'bigint' ? category : injectedCategory;
  return stringify({ name, categoryId, ...rest });
}

function createInteraction(row: Row): Interaction {
  const id = row.state.unusedId ? unknownId : 1n;
  const petPath = {
    example: `/pets/${id}`,
    expression: `/pets/${provided('petId')}`,
    regex: '^/pets/-?\\d+$',
  };
  return {
    row,
    states: listStates(row),
    path: row.hasId ? petPath : '/pets',
    authorization: authorizations[row.key ?? 'valid'].value,
    body: createBody(row),
    response: createResponse(row),
  };
}

export const interactions: readonly Interaction[] = rows.map(createInteraction);
