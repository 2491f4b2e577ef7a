import { outline } from '../engine/generated/outline.js';
import type { providerStates } from '../verification/pact/provider-states.js';
import type { PageSize } from './shapes.js';
import type { Use } from './use.js';

/** A state of the provider, as Pact writes it. */
interface ProviderState {
  readonly name: keyof typeof providerStates;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A value that the verifier gets from a provider state. */
interface Injected {
  readonly example: string;
  readonly expression: string;
  readonly regex: string;
}

/** The place for a value that a provider state returns. */
export const provided = (value: 'apiKey' | 'categoryId' | 'petId') => `\${${value}}`;

/** A request of the contract, and the states that it needs. */
export interface PactRequest {
  readonly states: readonly ProviderState[];
  readonly method: 'GET' | 'POST';
  readonly path: string | Injected;
  readonly authorization?: string | Injected;
  readonly query?: Readonly<Record<string, string>>;
  /** Undefined without a body; `malformed` for one that is not JSON. */
  readonly body?: unknown;
  readonly isMalformed?: boolean;
  readonly isCategoryInjected?: boolean;
}

const validKey: ProviderState = { name: 'the API key is valid' };
const anyCategory: ProviderState = { name: 'a category exists' };
const anyPet: ProviderState = { name: 'a pet exists' };
const { value: examplePet } =
  outline.paths['/pets'].post.requestBody.content['application/json'].examples['with-status'];

/** A key after a scheme. */
function injectKey(scheme: string, example: string): Injected {
  return {
    example: `${scheme}${example}`,
    expression: `${scheme}${provided('apiKey')}`,
    regex: `^${scheme}\\S+$`,
  };
}

const withKey = { states: [validKey], authorization: injectKey('Bearer ', 'valid-key') };

type Credentials = Pick<PactRequest, 'states' | 'authorization'>;

/** The headers of requests without a valid key. */
const wrongCredentials: Readonly<Record<string, Credentials>> = {
  none: { states: [] },
  invalid: {
    states: [{ name: 'the API key is not valid' }],
    authorization: injectKey('Bearer ', 'invalid-key'),
  },
  empty: { states: [], authorization: 'Bearer' },
  'other scheme': { states: [validKey], authorization: injectKey('Basic ', 'valid-key') },
  'no scheme': { states: [validKey], authorization: injectKey('', 'valid-key') },
};

/** Values of the wrong kind. */
const wrongValues: Readonly<Record<string, unknown>> = {
  null: null,
  boolean: true,
  number: 42,
  string: '1',
  fraction: 1.5,
  'too large': 9223372036854775808n,
  array: ['Rex'],
  object: { value: 'Rex' },
  unknown: 'eaten',
};

/** Beyond some pets, a larger store proves nothing more, and somebody has to clean it. */
const maxPets = 21;
const unknownId = '9007199254740993';

function createPath(petId: string): Injected {
  const expression = `/pets/${provided('petId')}`;
  return { example: `/pets/${petId}`, expression, regex: '^/pets/-?\\d+$' };
}

const { default: defaultLimit } = outline.paths['/pets'].get.parameters[0].schema;

/**
 * How many pets the page of a use has: those that its state ensures, as far as its limit allows. All but one,
 * as other clients may delete pets (section 4.4).
 */
export function countPets({ limit, status }: Use['sent']): PageSize {
  const max = limit === undefined ? defaultLimit : Number(limit);
  return { min: status === undefined ? Math.min(max, maxPets - 1) : 1, max };
}

function createListRequest(sent: Use['sent']): PactRequest {
  const { limit, status } = sent;
  const { max } = countPets(sent);
  const pets: ProviderState =
    status === undefined
      ? {
          name: 'there are at least this many pets',
          // One more than fit on the page, to see that it keeps to its limit.
          params: { count: Math.min(max + 1, maxPets) },
        }
      : { ...anyPet, params: { status } };
  const query = {
    ...(limit === undefined ? {} : { limit }),
    ...(status === undefined ? {} : { status }),
  };
  return {
    ...withKey,
    states: [validKey, pets],
    method: 'GET',
    path: '/pets',
    ...(Object.keys(query).length > 0 && { query }),
  };
}

const createPost = (): Pick<PactRequest, 'method' | 'path'> => ({ method: 'POST', path: '/pets' });

/** The name of pets that a contract creates; it says where they come from. */
export const petName = `animal-store contract: ${examplePet.name}`;

function createNewPet({ status }: Use['sent']): Pick<PactRequest, 'body' | 'isCategoryInjected'> {
  const { categoryId } = examplePet;
  return {
    body: { name: petName, categoryId, ...(status && { status }) },
    isCategoryInjected: true,
  };
}

const createNewPetRequest = (sent: Use['sent']): PactRequest => ({
  ...withKey,
  ...createPost(),
  ...createNewPet(sent),
  states: [validKey, anyCategory],
});

function createWrongBody({
  body,
  ...wrong
}: Use['sent']): Pick<PactRequest, 'body' | 'isMalformed'> {
  switch (body) {
    case 'missing':
      return {};
    case 'malformed':
      return { isMalformed: true, body: `{"name":"${petName}"` };
    case 'array':
      return { body: [{ name: petName, categoryId: examplePet.categoryId }] };
    case 'text':
      return { body: petName };
  }
  const fields: Record<string, unknown> = { name: petName, categoryId: examplePet.categoryId };
  for (const [name, kind] of Object.entries(wrong)) {
    if (kind === 'missing') {
      delete fields[name];
    } else {
      fields[name] = wrongValues[kind];
    }
  }
  // Some verifiers don't send an empty object.
  return { body: Object.keys(fields).length === 0 ? { status: examplePet.status } : fields };
}

/**
 * A request that only the key makes wrong: the document does not say whether a provider looks for the pet
 * or the category first.
 */
function createUnauthorizedRequest({ operation, sent }: Use): PactRequest {
  const { states, ...credentials } = wrongCredentials[sent.key ?? ''] as Credentials;
  switch (operation) {
    case 'listPets':
      return { states, ...credentials, method: 'GET', path: '/pets' };
    case 'createPet':
      return {
        ...createPost(),
        ...createNewPet({}),
        states: [...states, anyCategory],
        ...credentials,
      };
    case 'getPet':
      return {
        states: [...states, anyPet],
        ...credentials,
        method: 'GET',
        path: createPath('1'),
      };
  }
}

/** Creates the request of a use, which is the same whatever a test sent. */
export function createRequest(use: Use): PactRequest {
  const { operation, status, sent } = use;
  switch (status) {
    case 401:
      return createUnauthorizedRequest(use);
    case 400:
      return { ...withKey, ...createPost(), ...createWrongBody(sent) };
    case 404:
      return {
        ...withKey,
        states: [validKey, { name: 'no pet has the identifier' }],
        method: 'GET',
        path: createPath(unknownId),
      };
  }
  return operation === 'listPets' ? createListRequest(sent) : createNewPetRequest(sent);
}

/** Creates the request for a pet with this status, or for one that was created without. */
export function createGetRequest(status: string | undefined): PactRequest {
  const state: ProviderState = status === undefined ? anyPet : { ...anyPet, params: { status } };
  return { ...withKey, states: [validKey, state], method: 'GET', path: createPath('1') };
}
