import type { ProviderRequest } from '../verify/evidence.js';
import { unlikelyId } from '../verify/provider.js';

/** The fields of a NewPet as JSON, where they differ from a pet that every service accepts. */
type Body = Readonly<Record<string, string>>;

/** A request; `{id}` in its path is the id of a pet, and `{category}` in its body a category. */
export type Request = Omit<ProviderRequest, 'method' | 'body'> & {
  readonly method?: string;
  readonly body?: Body | string;
};

/** What is asked about an open point, the cause of an error, or something that the document promises. */
export interface Question {
  readonly name: string;
  readonly requests: readonly Request[];
  /** Those with the same one are tried in one body first: each accepted body is a pet that stays. */
  readonly together?: string;
}

const post = (name: string, ...bodies: (Body | string)[]): Question => ({
  name,
  requests: bodies.map((body) => ({ method: 'POST', path: '/pets', body })),
});

const postTogether = (together: string, ...[name, ...bodies]: Parameters<typeof post>) => ({
  ...post(name, ...bodies),
  together,
});

const postAs = (contentType: string, ...[name, ...bodies]: Parameters<typeof post>): Question => ({
  name,
  requests: post(name, ...bodies).requests.map((one) => ({
    ...one,
    headers: { 'Content-Type': contentType },
  })),
});

const get = (name: string, ...paths: string[]): Question => ({
  name,
  requests: paths.map((path) => ({ path })),
});

const nameOf = (length: number) => ({ name: JSON.stringify('learn '.padEnd(length, 'n')) });

/** A category that hardly any service has; many reject integers over 2^53, whatever categories they have. */
export const unlikelyCategory = '2147483646';

/**
 * All questions, in their order: those that create pets come before lists, which show them, and the least
 * important ones come last. A further body is only sent when the one before was rejected.
 */
export const questions: readonly Question[] = [
  post('omitted-status', {}),
  postTogether('a', 'unknown-category', { categoryId: unlikelyCategory, status: '"sold"' }),
  postTogether('a', 'unknown-field', { learned: '"field"' }),
  postTogether('a', 'long-name', nameOf(1_000), nameOf(101), nameOf(51)),
  postTogether('b', 'decimal-integer', { categoryId: '{category}.0' }),
  postTogether('b', 'null-status', { status: 'null' }),
  postTogether('b', 'empty-name', { name: '""' }, { name: '"  "' }),
  post('missing_name', '{"categoryId":{category}}'),
  post('missing_categoryId', '{"name":"learn"}'),
  post('missing_fields', '{}'),
  post('null_name', { name: 'null' }),
  post('null_categoryId', { categoryId: 'null' }),
  post('wrong_name', { name: '["learned"]' }),
  post('wrong_categoryId', { categoryId: '"learned"' }),
  post('wrong_status', { status: '"learned"' }),
  post('malformed_json', '{"name":"learn","categoryId":'),
  post('empty_body', ''),
  post('no_object', '[]'),
  postAs('text/csv', 'media-type', {}),
  // JSON that is declared as a form is what curl sends by default.
  postAs('application/x-www-form-urlencoded', 'form-body', 'name=learn&categoryId={category}', {}),
  postTogether('c', 'text-as-category', { categoryId: '"{category}"' }),
  postTogether('c', 'number-as-name', { name: '4217' }),
  post('fraction-as-category', { categoryId: '{category}.5' }),
  postAs('text/plain', 'text_body', {}),
  { name: 'id-scheme', requests: [] },
  get('list-order', '/pets?limit=100'),
  get('limit-too-small', '/pets?limit=0'),
  get('limit-too-large', '/pets?limit=101'),
  get('limit-malformed', '/pets?limit=abc', '/pets?limit=2abc'),
  get('limit-decimal', '/pets?limit=2.0'),
  get('limit-spelling', '/pets?limit=02', '/pets?limit=%2B2'),
  get('empty-limit', '/pets?limit='),
  get('repeated-query', '/pets?limit=2&limit=3'),
  get('unknown-status-filter', '/pets?status=eaten'),
  get('empty-status-filter', '/pets?status='),
  get('unknown-query', '/pets?learned=query'),
  // A service with shorter ids may fail at the first.
  get('not_found', `/pets/${unlikelyId}`, '/pets/2147483646'),
  get('malformed-pet-id', '/pets/abc', '/pets/{id}abc'),
  get('pet-id-spelling', '/pets/0{id}', '/pets/%2B{id}'),
  get('unknown_path', '/learned'),
  { name: 'missing_key', requests: [{ path: '/pets', credential: 'none' }] },
  { name: 'unauthorized', requests: [{ path: '/pets', credential: 'invalid' }] },
  {
    name: 'keyless-path',
    requests: ['/learned', '/pets/abc'].map((path) => ({ path, credential: 'none' })),
  },
  { name: 'method_not_allowed', requests: [{ method: 'PUT', path: '/pets', body: '{}' }] },
  get('page', '/pets'),
  get('status filter', '/pets?status=sold'),
  get('limit', '/pets?limit=2'),
  get('pet', '/pets/{id}'),
  { name: 'HEAD', requests: [{ method: 'HEAD', path: '/pets' }] },
  { name: 'OPTIONS', requests: [{ method: 'OPTIONS', path: '/pets' }] },
  get('a slash at the end', '/pets/'),
];
