import { type FieldKind, newPetFields, requiredFields } from '../document/pet.js';
import type { Exchange, ProviderRequest } from '../verify/evidence.js';
import { unlikelyId } from '../verify/provider.js';
import { isSuccess } from '../verify/send/client.js';
import { readIds } from './received-pets.js';

/** The fields of a NewPet as JSON, where they differ from a pet that every service accepts; undefined for none. */
type Body = Readonly<Record<string, string | undefined>>;

/** A request; `{id}` in its path is the id of a pet, and `{category}` in its body a category. */
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
  ...ask(name, ...bodies.map((body) => ({ method: 'POST', path: '/pets', body }))),
  isDone: (last) => isSuccess(last?.response.status),
});

const postAs = (contentType: string, ...[name, ...bodies]: Parameters<typeof post>): Question => {
  const question = post(name, ...bodies);
  const headers = { 'Content-Type': contentType };
  return { ...question, requests: question.requests.map((one) => ({ ...one, headers })) };
};

const get = (name: string, ...paths: string[]) => ask(name, ...paths.map((path) => ({ path })));

/** A service that rejects the first request does as the simulator by default: the others tell nothing. */
const getUntilRejected = (...[name, ...paths]: Parameters<typeof get>): Question => ({
  ...get(name, ...paths),
  isDone: (last) => (last?.response.status ?? 0) >= 400,
});

const nameOf = (length: number) => ({ name: JSON.stringify('learn '.padEnd(length, 'n')) });

/** A category that hardly any service has; many reject integers over 2^53, whatever categories they have. */
export const unlikelyCategory = 2_147_483_646n;

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
  post('omitted-status', {}),
  [
    post('unknown-category', { categoryId: `${unlikelyCategory}`, status: '"sold"' }),
    post('unknown-field', { learned: '"field"' }),
    post('long-name', nameOf(1_000), nameOf(101)),
  ],
  [
    post('decimal-integer', { categoryId: '{category}.0' }),
    post('null-status', { status: 'null' }),
    post('empty-name', { name: '""' }, { name: '"  "' }),
  ],
  ...requiredFields.map(({ name }) => post(`missing_${name}`, { [name]: undefined })),
  post('missing_fields', '{}'),
  ...requiredFields.map(({ name }) => post(`null_${name}`, { [name]: 'null' })),
  ...newPetFields.map(({ name, kind }) => post(`wrong_${name}`, { [name]: wrongValues[kind] })),
  post('malformed_json', '{"name":"learn","categoryId":'),
  post('empty_body', ''),
  post('no_object', '[]'),
  postAs('text/csv', 'media-type', {}),
  // JSON that is declared as a form is what curl sends by default.
  postAs('application/x-www-form-urlencoded', 'form-body', 'name=learn&categoryId={category}', {}),
  [
    post('text-as-category', { categoryId: '"{category}"' }),
    post('number-as-name', { name: '4217' }),
  ],
  post('fraction-as-category', { categoryId: '{category}.5' }),
  postAs('text/plain', 'text_body', {}),
  // Three ids tell how they are assigned; who answers a pet without one assigns others.
  {
    ...post('id-scheme', {}, {}, {}),
    isDone: (last, ids) => ids >= 3 || (last !== undefined && readIds(last).length === 0),
  },
  get('list-order', '/pets?limit=100'),
  getUntilRejected('limit-too-small', '/pets?limit=0', '/pets?limit=-1'),
  get('limit-too-large', '/pets?limit=101'),
  get('limit-malformed', '/pets?limit=abc', '/pets?limit=2abc'),
  get('limit-decimal', '/pets?limit=2.0'),
  getUntilRejected('limit-spelling', '/pets?limit=02', '/pets?limit=%2B2'),
  get('empty-limit', '/pets?limit='),
  get('repeated-query', '/pets?limit=2&limit=3'),
  get('unknown-status-filter', '/pets?status=eaten'),
  get('empty-status-filter', '/pets?status='),
  {
    ...get('unknown-query', '/pets?learned=query', '/pets/{id}?learned=query'),
    isDone: (last) => isSuccess(last?.response.status),
  },
  // A service with shorter ids may fail at a longer one.
  get('not_found', '/pets/2147483646'),
  get('large_id', `/pets/${unlikelyId}`),
  get('huge_id', `/pets/${unlikelyId}0`),
  get('malformed-pet-id', '/pets/abc', '/pets/{id}abc'),
  getUntilRejected('pet-id-spelling', '/pets/0{id}', '/pets/%2B{id}'),
  get('unknown_path', '/learned'),
  ask('missing_key', { path: '/pets', credential: 'none' }),
  ask('unauthorized', { path: '/pets', credential: 'invalid' }),
  {
    name: 'keyless-path',
    requests: ['/learned', '/pets/abc'].map((path) => ({ path, credential: 'none' })),
    // A service that knows the path without a key, or rejects the key first, needs no other request.
    isDone: (last) => last !== undefined && last.response.status !== 404,
  },
  ask('method_not_allowed', { method: 'PUT', path: '/pets', body: '{}' }),
  get('page', '/pets'),
  get('status filter', '/pets?status=sold'),
  get('limit', '/pets?limit=2'),
  get('pet', '/pets/{id}'),
  ask('HEAD', { method: 'HEAD', path: '/pets' }),
  ask('OPTIONS', { method: 'OPTIONS', path: '/pets' }),
  get('a slash at the end', '/pets/'),
];
