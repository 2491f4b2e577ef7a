import { outline } from '../document/generated/outline.js';
import type { StateName } from './provider-states.js';
import type { Use } from './use.js';

/** A state of the provider, as Pact writes it. */
interface ProviderState {
  readonly name: StateName;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A part of a request as Pact writes it, and the states that it needs. */
interface Part {
  readonly states?: readonly ProviderState[];
  readonly [member: string]: object | string | undefined;
}

export const json = 'application/json';
const { post, get } = outline.paths['/pets'];
const { value: examplePet } = post.requestBody.content[json].examples['with-status'];
/** The name of pets that a contract creates; it says where they come from. */
const petName = `animal-store contract: ${examplePet.name}`;
const newPet = { name: petName, categoryId: examplePet.categoryId };
const largeCategory = 9_007_199_254_740_993n;
const { default: defaultLimit } = get.parameters[0].schema;

/** Beyond some pets, a larger store proves nothing more, and somebody has to clean it. */
const maxPets = 21;

export function combine(matchers: readonly unknown[]): object {
  return { combine: 'AND', matchers };
}

/** A value that the verifier gets from a provider state. */
const inject = (expression: string) => ({ expression, type: 'ProviderState' });
const matchRegex = (regex: string) => combine([{ match: 'regex', regex }]);

const sendKey = (name: StateName, example: string): Part => ({
  states: [{ name }],
  headers: { Authorization: [`Bearer ${example}`] },
  generators: { header: { Authorization: inject(`Bearer \${apiKey}`) } },
  matchingRules: { header: { Authorization: matchRegex('^Bearer \\S+$') } },
});

/** How a key is sent, in words and for Pact. */
export const keys: Readonly<Record<string, { readonly text: string; readonly part: Part }>> = {
  valid: { text: 'with an API key', part: sendKey('the API key is valid', 'valid-key') },
  none: { text: 'without an API key', part: {} },
  invalid: {
    text: 'with an API key that is not valid',
    part: sendKey('the API key is not valid', 'invalid-key'),
  },
};

/** What can be wrong with a body, by field and kind; Pact sends content that is text as it is. */
const mistakes: Readonly<Record<string, { text: string; content?: unknown; encoded?: string }>> = {
  'body missing': { text: 'a request without a body' },
  'body malformed': {
    text: 'a body that is malformed JSON',
    content: btoa(`{"name":"${petName}"`),
    encoded: 'base64',
  },
  'body array': { text: 'a body that is an array', content: [newPet] },
  'name missing': { text: 'a pet without a name', content: { categoryId: newPet.categoryId } },
  'name wrong': { text: 'a pet with a number as name', content: { ...newPet, name: 42 } },
  'categoryId missing': { text: 'a pet without a categoryId', content: { name: petName } },
  'categoryId wrong': {
    text: 'a pet with a string as categoryId',
    content: { ...newPet, categoryId: '1' },
  },
  'status wrong': {
    text: 'a pet with an unknown status',
    content: { ...newPet, status: 'eaten' },
  },
};

/** The mistake that a use with the status 400 has. */
export const findMistake = ({ sent }: Use) => mistakes[Object.entries(sent).flat().join(' ')];

function postBody(content: unknown, encoded: string | false = false): Part {
  const body = content !== undefined && { body: { content, contentType: json, encoded } };
  return { headers: { 'Content-Type': [json] }, ...body };
}

/** The values that a pet is created with, beside a category that the provider knows. */
export const readValues = ({ name, categoryId, status }: Use['sent']) => ({
  name: name ? `${petName} Žofie 🐾` : petName,
  ...(categoryId && { categoryId: largeCategory }),
  ...(status && { status }),
});

function postPet(sent: Use['sent']): Part {
  const injected = { dataType: 'INTEGER', ...inject(`\${categoryId}`) };
  const params = sent.categoryId && { params: { categoryId: `${largeCategory}` } };
  return {
    ...postBody({ ...newPet, ...readValues(sent) }),
    states: [{ name: 'a category exists', ...params }],
    generators: { body: { '$.categoryId': injected } },
    matchingRules: { body: { '$.categoryId': combine([{ match: 'integer' }]) } },
  };
}

const requestPet = (state: ProviderState, example: string): Part => ({
  states: [state],
  path: `/pets/${example}`,
  generators: { path: inject(`/pets/\${petId}`) },
  matchingRules: { path: matchRegex('^/pets/-?\\d+$') },
});

/**
 * How many pets the page of a use has: those that its state ensures, as far as its limit allows. All but one,
 * as other clients may delete pets (section 4.4).
 */
export function countPets({ sent: { limit = String(defaultLimit), status }, needs }: Use) {
  const max = Number(limit);
  const min = status === undefined ? Math.min(max, maxPets - 1) : 1;
  return { min: needs?.includes('Pet.page') === false ? 0 : min, max };
}

function requestPage(use: Use): Part {
  const { limit, status } = use.sent;
  // One more than fit on the page, to see that it keeps to its limit.
  const { min, max } = countPets(use);
  const count = Math.min(max + 1, maxPets);
  const state: ProviderState =
    status === undefined
      ? { name: 'there are at least this many pets', params: { count } }
      : { name: 'a pet exists', params: { status } };
  const query = { ...(limit && { limit: [limit] }), ...(status && { status: [status] }) };
  return { states: min > 0 ? [state] : [], ...(Object.keys(query).length > 0 && { query }) };
}

/**
 * Plans a request; it is the same whatever a test sent. Where only the key is wrong, it asks for nothing else:
 * the document doesn't say whether a provider looks for the pet or the category first.
 */
function planRequest(use: Use): Part {
  const { operation, status, sent } = use;
  switch (operation) {
    case 'listPets':
      return status === 401 ? {} : requestPage(use);
    case 'createPet': {
      const mistake = findMistake(use);
      return mistake ? postBody(mistake.content, mistake.encoded) : postPet(sent);
    }
    case 'getPet': {
      const params = sent.status && { params: { status: sent.status } };
      return status === 404
        ? requestPet({ name: 'no pet has the identifier' }, '9007199254740993')
        : requestPet({ name: 'a pet exists', ...params }, '1');
    }
  }
}

/** Writes the request of a use as Pact has it, with the states that it needs. */
export function writeRequest(use: Use): { states: readonly ProviderState[]; request: object } {
  const method = use.operation === 'createPet' ? 'POST' : 'GET';
  const request: Record<string, object | string> = { method, path: '/pets' };
  const parts = [keys[use.sent.key ?? 'valid']?.part ?? {}, planRequest(use)];
  for (const { states, ...members } of parts) {
    for (const [name, value] of Object.entries(members)) {
      request[name] = typeof value === 'string' ? value : { ...Object(request[name]), ...value };
    }
  }
  return { states: parts.flatMap(({ states = [] }) => states), request };
}
