/** A request to a service, with the right key unless it has another one. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly body?: string;
  readonly type?: string;
  readonly key?: string;
}

const post = (body: string, type = 'application/json'): Sent => ({
  method: 'POST',
  path: '/pets',
  body,
  type,
});
const form = 'application/x-www-form-urlencoded';
const rex = '{"name":"Rex","categoryId":1}';

/** Requests that no question of `learn` has. */
export const requests: readonly Sent[] = [
  ...[
    ...['', '?limit=3', '?limit=-4', '?limit=300', '?limit=ten', '?limit=1.5', '?limit=4.0'],
    ...['?limit=07', '?limit=%2B3', '?limit=3px', '?limit=', '?limit=4&limit=5', '?page=2'],
    ...['?status=sold', '?limit=2&status=sold', '?status=gone', '?status='],
    ...['/1', '/0002', '/rex', '/1px', '/404404', '/%2B1'],
    ...['/9223372036854775000', '/99999999999999999999'],
  ].map((rest) => ({ path: `/pets${rest}` })),
  ...[
    ...[rex, '{"name":"Rex","categoryId":"7"}', '{"name":7}', '{}', '{"name":7,"categoryId":1}'],
    ...['{"name":"Rex","categoryId":2.5}', '{"name":""', '["Rex"]', '[]'],
    ...['{"name":"A","name":"B","categoryId":1}', '{"name":"A","name":"B","name":7}'],
    ...['{"name":"Rex","categoryId":1e2}', '{"name":"Rex","categoryId":1,"colour":"red"}'],
  ].map((body) => post(body)),
  ...['null', '"gone"'].map((status) => post(`{"name":"R","categoryId":1,"status":${status}}`)),
  ...['""', '"   "', `"${'n'.repeat(300)}"`, 'null', '{}'].map((name) =>
    post(`{"name":${name},"categoryId":1}`),
  ),
  ...['application/xml', 'text/plain', form].map((type) => post(rex, type)),
  post('name=Rex&categoryId=1', form),
  { ...post('{}'), method: 'PUT' },
  ...['/owners', '/pets', '/pets/rex'].map((path) => ({ path, key: '' })),
  ...['/owners', '/pets'].map((path) => ({ path, key: 'x' })),
  { path: '/owners' },
];

/** Further requests, each with one mistake of a client. */
export const oddRequests: readonly Sent[] = [
  ...[
    ...['?limit=+3', '?limit=3%20', '?limit=-1', '?limit=-0', '?limit=0', '?limit=1e1', '?LIMIT=3'],
    ...['?limit=0x10', '?limit=-4.0', '?limit=2.', '?limit=NaN', '?status=SOLD', '/', '/0', '/-1'],
    ...['/1.0', '/1e0', '/+1', '/%201', '/0x1', '/-0', '/1/x', '/1?x=1', '/rex?x=1'],
    ...['/9007199254740993', '/-9223372036854775809', '/2147483648'],
  ].map((rest) => ({ path: `/pets${rest}` })),
  ...['"1.0"', '"rex"', '""', '" 1"', '"01"', 'true', '[1]', '-1', '2.50', '1e400'].map(
    (categoryId) => post(`{"name":"R","categoryId":${categoryId}}`),
  ),
  ...[60, 101].map((length) => post(`{"name":"${'n'.repeat(length)}","categoryId":1}`)),
  { ...post('{}'), path: '/pets?x=1' },
];

/** The names and types of fields, with the values of those that are kept. */
const shapeOf = (value: unknown, kept: RegExp, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => shapeOf(one, kept));
  if (typeof value !== 'object' || value === null) return kept.test(name) ? value : typeof value;
  const fields = Object.entries(value).map(([field, one]) => [field, shapeOf(one, kept, field)]);
  return Object.fromEntries(fields);
};

/** Sends requests one after another, and returns the status, the media type and the shape of each answer. */
export async function answersOf(
  sent: readonly Sent[],
  kept: RegExp,
  apiKey: string,
  send: (path: string, init: RequestInit) => Promise<Response>,
) {
  const answers = [];
  for (const { method = 'GET', path, body, type, key = apiKey } of sent) {
    const headers = {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(type && { 'Content-Type': type }),
    };
    const response = await send(path, { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    const shape = /^[[{]/.test(text) ? shapeOf(JSON.parse(text), kept) : text;
    answers.push({ status: response.status, type: response.headers.get('content-type'), shape });
  }
  return answers;
}
