import { type FieldKind, newPetFields, petStatuses, requiredFields } from '../document/pet.js';
import { createPetRequest, type Exchange, type ProviderRequest } from '../verify/evidence.js';
import { unlikelyId } from '../verify/provider.js';
import { isSuccess } from '../verify/send/client.js';
import { readIds, readReceivedPets } from './received-pets.js';

/** The fields of a NewPet as JSON, where they differ from a pet that every service accepts; undefined for none. */
type Body = Readonly<Record<string, string | undefined>>;

/** A request; `{id}` in its path is the id of a pet, `{category}` in its body a category, and `{name}` a new name. */
export type Request = Omit<ProviderRequest, 'method' | 'body'> & {
  readonly method?: string;
  readonly body?: Body | string;
};

/** Requests that ask about an open point, the cause of an error, or something that the document promises. */
export interface Question {
  readonly name: string;
  readonly requests: readonly Request[];
  /** True if the last response, if there is one, or the number of ids of new pets leaves nothing to ask. */
  readonly isDone?: (last: Exchange | undefined, ids: number) => boolean;
}

/** A question and the responses to it. */
export interface Asked {
  readonly name: string;
  /** Complete, whether they were sent or not. */
  readonly requests: readonly ProviderRequest[];
  /** With responses to the requests, as far as they were sent, or to those of a group. */
  readonly exchanges: readonly Exchange[];
  /** The first one, sent again. */
  again?: Exchange;
  /** Why it is not answered. */
  readonly unset?: string;
}

const ask = (name: string, ...requests: Request[]): Question => ({ name, requests });

/** Each accepted body is a pet that stays, so a further one is only sent when the one before was rejected. */
const post = (name: string, ...bodies: (Body | string)[]): Question => ({
  ...ask(name, ...bodies.map((body) => ({ ...createPetRequest, body }))),
  isDone: (last) => isSuccess(last?.response.status),
});

const postAs = (contentType: string, ...[name, ...bodies]: Parameters<typeof post>): Question => {
  const question = post(name, ...bodies);
  const headers = { 'Content-Type': contentType };
  return { ...question, requests: question.requests.map((one) => ({ ...one, headers })) };
};

const get = (name: string, ...paths: string[]) => ask(name, ...paths.map((path) => ({ path })));

const getUntil =
  (isEnough: (last: Exchange) => boolean) =>
  (...[name, ...paths]: Parameters<typeof get>): Question => ({
    ...get(name, ...paths),
    isDone: (last) => last !== undefined && isEnough(last),
  });

/** A service that rejects the first request does as the simulator by default: the others tell nothing. */
const getUntilRejected = getUntil(({ response }) => response.status >= 400);

/** A service that reads the number in the first request, its page or its pet, reads the others. */
const getUntilRead = getUntil((last) => [1, 2].includes(readReceivedPets(last).length));

const nameOver = (length: number) => ({ name: `"{name}${'n'.repeat(length)}"` });

/** The first value of a repeated key: of most services, the last one counts. */
export const firstName = 'learn first';

/** A category that hardly any service has; many reject integers over 2^53, whatever categories they have. */
export const unlikelyCategory = 2_147_483_646n;

const malformed = { ...createPetRequest, body: '{"name":"learn","categoryId":' };

/** A value that a field of each kind must not have. */
const wrongValues: Readonly<Record<FieldKind, string>> = {
  text: '["learned"]',
  int64: '"learned"',
  status: '"learned"',
};

/**
 * All questions, in their order: those that create pets come before lists, which show them, and the least
 * important ones come last. The first bodies of a group are tried in one body first.
 */
export const questions: readonly (Question | readonly Question[])[] = [
  post('omitted-status', { name: '"{name} "' }, {}),
  [
    post('unknown-category', { categoryId: `${unlikelyCategory}`, status: '"sold"' }),
    post('unknown-field', { learned: '"field"' }),
    post('long-name', nameOver(1_000), nameOver(100)),
  ],
  [
    post('decimal-integer', { categoryId: '{category}.0', status: '"pending"' }),
    post('null-status', { status: 'null' }),
    post('empty-name', { name: '""' }, { name: '"  "' }),
  ],
  ...requiredFields.map(({ name }) => post(`missing_${name}`, { [name]: undefined })),
  post('missing_fields', '{}'),
  ...newPetFields.map(({ name, kind }) => post(`wrong_${name}`, { [name]: wrongValues[kind] })),
  post('a key in another case', { name: undefined, Name: '"{name}"' }),
  ask('malformed_json', malformed),
  // A service may parse a body before it looks at the key.
  ask('malformed body with a wrong key', { ...malformed, credential: 'invalid' }),
  post('no_object', '[]'),
  postAs('text/csv', 'media-type', { status: '"pending"' }),
  // JSON that is declared as a form is what curl sends by default.
  postAs('application/x-www-form-urlencoded', 'form-body', 'name={name}&categoryId={category}', {}),
  // A member more, behind the value of the first one; nearly all services accept it.
  post('repeated-key', { name: `"${firstName}","name":"{name}"` }),
  [
    post('text-as-category', { categoryId: '"{category}"' }),
    post('number-as-name', { name: '4217' }),
  ],
  postAs('text/plain', 'text_body', {}),
  // Three ids tell how they are assigned; who answers a pet without one assigns others.
  {
    ...post('id-scheme', {}, {}, {}),
    isDone: (last, ids) => ids >= 3 || (last !== undefined && readIds(last).length === 0),
  },
  ask('untyped_body', { ...createPetRequest, body: {}, headers: { 'Content-Type': undefined } }),
  get('list-order', '/pets?limit=100'),
  getUntilRejected('limit-too-small', '/pets?limit=0', '/pets?limit=-1'),
  get('limit-too-large', '/pets?limit=101'),
  getUntilRejected('limit-malformed', '/pets?limit=2abc', '/pets?limit=abc'),
  get('limit-decimal', '/pets?limit=2.0'),
  getUntilRead('limit-spelling', '/pets?limit=%20%2B02', '/pets?limit=%2B02'),
  get('empty-limit', '/pets?limit='),
  get('repeated-query', '/pets?limit=2&limit=3'),
  get('unknown-status-filter', '/pets?status=eaten'),
  get('empty-status-filter', '/pets?status='),
  {
    ...get('unknown-query', '/pets?limit=2&learned=query', '/pets/{id}?learned=query'),
    isDone: (last) => isSuccess(last?.response.status),
  },
  // A service with shorter ids may fail at a longer one.
  get('not_found', '/pets/2147483646'),
  get('huge_id', `/pets/${unlikelyId}0`),
  getUntilRejected('malformed-pet-id', '/pets/{id}abc', '/pets/abc'),
  getUntilRead('pet-id-spelling', '/pets/%20%2B0{id}', '/pets/%2B0{id}'),
  get('unknown_path', '/learned'),
  ask('missing_key', { path: '/pets', credential: 'none' }),
  ask('unauthorized', { path: '/pets', credential: 'invalid' }),
  ask('keyless-path', { path: '/learned', credential: 'none' }),
  ask('method_not_allowed', { method: 'PUT', path: '/pets', body: '{}' }),
  get('page', '/pets'),
  get('status filter', ...petStatuses.map((status) => `/pets?status=${status}`)),
  get('limit', '/pets?limit=2'),
  get('pet', '/pets/{id}'),
  get('a slash at the end', '/pets/'),
];
