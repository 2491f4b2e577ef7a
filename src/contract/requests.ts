import { outline } from '../document/generated/outline.js';
import { createWrongPet, newPet, wrongBodies } from './mistakes.js';
import type { StateName } from './provider-states.js';
import type { PageSize } from './shapes.js';
import type { Use } from './use.js';

/** A state of the provider, as Pact writes it. */
interface ProviderState {
  readonly name: StateName;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A value that the verifier gets from a provider state. */
interface Injected {
  readonly example: string;
  readonly expression: string;
  readonly regex: string;
}

/** A request of the contract, and the states that it needs. */
interface PactRequest {
  readonly states: readonly ProviderState[];
  /** Undefined: listPets or createPet. */
  readonly petId?: Injected;
  readonly authorization?: string | Injected | undefined;
  readonly query?: Readonly<Record<string, string>>;
  /** Undefined: GET. Empty: a POST without a body. */
  readonly post?: { readonly content?: unknown; readonly encoded?: string | false };
  readonly injectsCategory?: boolean;
}

const json = 'application/json';
const validKey: ProviderState = { name: 'the API key is valid' };
const anyCategory: ProviderState = { name: 'a category exists' };

/** A key after a scheme. */
function injectKey(scheme: string, example: string): Injected {
  const expression = `${scheme}\${apiKey}`;
  return { example: `${scheme}${example}`, expression, regex: `^${scheme}\\S+$` };
}

function injectPetId(example: string): Injected {
  return {
    example: `/pets/${example}`,
    expression: `/pets/\${petId}`,
    regex: '^/pets/-?\\d+$',
  };
}

const withKey = { states: [validKey], authorization: injectKey('Bearer ', 'valid-key') };

/** The headers of requests without a valid key. */
const wrongKeys: Readonly<Record<string, Pick<PactRequest, 'states' | 'authorization'>>> = {
  none: { states: [] },
  invalid: {
    states: [{ name: 'the API key is not valid' }],
    authorization: injectKey('Bearer ', 'invalid-key'),
  },
  empty: { states: [], authorization: 'Bearer' },
  'other scheme': { states: [validKey], authorization: injectKey('Basic ', 'valid-key') },
  'no scheme': { states: [validKey], authorization: injectKey('', 'valid-key') },
};

function postPet(status: string | undefined): Pick<PactRequest, 'post' | 'injectsCategory'> {
  const content = { ...newPet, ...(status && { status }) };
  return { post: { content, encoded: false }, injectsCategory: true };
}

/** Beyond some pets, a larger store proves nothing more, and somebody has to clean it. */
const maxPets = 21;
const { default: defaultLimit } = outline.paths['/pets'].get.parameters[0].schema;

/**
 * How many pets the page of a use has: those that its state ensures, as far as its limit allows. All but one,
 * as other clients may delete pets (section 4.4).
 */
export function countPets({ limit = String(defaultLimit), status }: Use['sent']): PageSize {
  const max = Number(limit);
  return { min: status === undefined ? Math.min(max, maxPets - 1) : 1, max };
}

function planListRequest(sent: Use['sent']): PactRequest {
  const { limit, status } = sent;
  // One more than fit on the page, to see that it keeps to its limit.
  const count = Math.min(countPets(sent).max + 1, maxPets);
  const pets: ProviderState =
    status === undefined
      ? { name: 'there are at least this many pets', params: { count } }
      : { name: 'a pet exists', params: { status } };
  return {
    ...withKey,
    states: [validKey, pets],
    query: { ...(limit && { limit }), ...(status && { status }) },
  };
}

function planGetRequest(status: string | undefined): PactRequest {
  const pet: ProviderState = { name: 'a pet exists', ...(status && { params: { status } }) };
  return { ...withKey, states: [validKey, pet], petId: injectPetId('1') };
}

/**
 * A request that only the key makes wrong: the document does not say whether a provider looks for the pet
 * or the category first.
 */
function planUnauthorizedRequest({ operation, sent: { key = '' } }: Use): PactRequest {
  const { states, authorization } = wrongKeys[key] as PactRequest;
  switch (operation) {
    case 'listPets':
      return { states, authorization };
    case 'createPet':
      return { ...postPet(undefined), states: [...states, anyCategory], authorization };
    case 'getPet':
      return {
        states: [...states, { name: 'a pet exists' }],
        authorization,
        petId: injectPetId('1'),
      };
  }
}

function planWrongRequest({ body, ...wrong }: Use['sent']): PactRequest {
  const post =
    body === undefined
      ? { content: createWrongPet(wrong), encoded: false as const }
      : wrongBodies[body as keyof typeof wrongBodies].content;
  return { ...withKey, post };
}

function planRequest(use: Use): PactRequest {
  const { operation, status, sent } = use;
  switch (status) {
    case 400:
      return planWrongRequest(sent);
    case 401:
      return planUnauthorizedRequest(use);
    case 404: {
      const states: ProviderState[] = [validKey, { name: 'no pet has the identifier' }];
      return { ...withKey, states, petId: injectPetId('9007199254740993') };
    }
  }
  switch (operation) {
    case 'listPets':
      return planListRequest(sent);
    case 'createPet':
      return { ...withKey, ...postPet(sent.status), states: [validKey, anyCategory] };
    case 'getPet':
      return planGetRequest(sent.status);
  }
}

export function combine(matchers: readonly unknown[]): object {
  return { combine: 'AND', matchers };
}

/** The members of an object that aren't empty. */
export function omitEmpty(members: Readonly<Record<string, object>>): object {
  const filled = Object.entries(members).filter(([, value]) => Object.keys(value).length > 0);
  return Object.fromEntries(filled);
}

/** Adds a value to a request: as it is, or as an example with its generator and its rule. */
function writeInjected({ expression, regex }: Injected) {
  const generator = { expression, type: 'ProviderState' };
  return { generator, rule: combine([{ match: 'regex', regex }]) };
}

/** Writes the request of a use as Pact has it. It is the same whatever a test sent. */
export function writeRequest(use: Use): { states: readonly ProviderState[]; request: object } {
  const { states, petId, authorization, query = {}, post, injectsCategory } = planRequest(use);
  const generators: Record<string, object> = {};
  const matchingRules: Record<string, object> = {};
  const headers: Record<string, string[]> = post === undefined ? {} : { 'Content-Type': [json] };
  if (petId !== undefined) {
    const { generator, rule } = writeInjected(petId);
    generators.path = generator;
    matchingRules.path = rule;
  }
  if (typeof authorization === 'string') {
    headers.Authorization = [authorization];
  } else if (authorization !== undefined) {
    const { generator, rule } = writeInjected(authorization);
    headers.Authorization = [authorization.example];
    generators.header = { Authorization: generator };
    matchingRules.header = { Authorization: rule };
  }
  if (injectsCategory) {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Pact replaces it
    const expression = '${categoryId}';
    const generator = { dataType: 'INTEGER', expression, type: 'ProviderState' };
    generators.body = { '$.categoryId': generator };
    matchingRules.body = { '$.categoryId': combine([{ match: 'integer' }]) };
  }
  const lists = Object.entries(query).map(([name, value]) => [name, [value]]);
  const request = {
    ...(post?.content !== undefined && { body: { ...post, contentType: json } }),
    ...omitEmpty({ generators, headers, matchingRules, query: Object.fromEntries(lists) }),
    method: post === undefined ? 'GET' : 'POST',
    path: petId?.example ?? '/pets',
  };
  return { states, request };
}
