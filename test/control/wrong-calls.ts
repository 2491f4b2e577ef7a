import type { AdminCall } from './calls.js';

/** Calls that can't be done, the status of their answers, and a part of the sentence that says why. */
export type WrongCall = readonly [call: AdminCall, status: number, said: string];

const post = (path: string, body: string): AdminCall => ({ method: 'POST', path, body });
const put = (path: string, body: string): AdminCall => ({ method: 'PUT', path, body });
const get = (path: string, headers: AdminCall['headers'] = {}): AdminCall => ({
  method: 'GET',
  path,
  headers,
});

const bodies: WrongCall[] = [
  [
    post('/scenarios', '{"code":503,"tmies":3}'),
    400,
    'The body says "tmies", which is not known. Known are operation',
  ],
  [
    post('/scenarios', `{"code":503,"match":{"body":${'['.repeat(101)}${']'.repeat(101)}}}`),
    400,
    'The body must be JSON: it is nested deeper than 100 levels.',
  ],
  [
    post('/scenarios', '{"code":503,"match":{"body":{"x":1e400}}}'),
    400,
    'The body must be JSON: the number 1e400 is larger than numbers can be.',
  ],
  [post('/reset', '{"pets":10001}'), 400, 'pets of the body must be at most 10000'],
  [get('/requests?wait=1001'), 400, 'wait must be at most 1000, as the journal keeps no more'],
  [
    post('/scenarios', '{"code":503,"match":{"path":"/pets"}}'),
    400,
    'match of the body says "path", which is not known. Known are petId',
  ],
  [
    post('/scenarios', '{"code":"503"}'),
    400,
    'code of the body must be a whole number, and "503" (a string) came.',
  ],
  [
    post('/scenarios', '{"code":503,"times":0}'),
    400,
    'times of the body must be at least 1, and 0 (a number) came.',
  ],
  [post('/scenarios', '{"code":503,"times":1.5}'), 400, 'times of the body must be a whole number'],
  [
    post('/scenarios', '{"code":503,"times":9223372036854775807}'),
    400,
    'and 9223372036854775807 came.',
  ],
  [
    post('/scenarios', '{"code":503,"probability":1.01}'),
    400,
    'probability of the body must be at most 1',
  ],
  [post('/scenarios', '{"delay":60001}'), 400, 'delay of the body must be at most 60000'],
  [
    post('/scenarios', '{"fault":"slow"}'),
    400,
    'fault of the body must be one of reset, empty, truncate, garbage',
  ],
  [
    post('/scenarios', '{"example":"Missing Name"}'),
    400,
    'example of the body must be the name of an example',
  ],
  [
    post('/scenarios', '{"code":503,"operation":"deletePet"}'),
    400,
    'must be one of listPets, createPet, getPet',
  ],
  [
    post('/scenarios', '{"code":503,"match":{"query":{"limit":3}}}'),
    400,
    'match.query.limit of the body must be a string',
  ],
  [
    post('/scenarios', '{}'),
    400,
    'The rule forces nothing. Say at least one of code, example, delay and fault.',
  ],
  [post('/scenarios', '{"times":3}'), 400, 'The rule forces nothing.'],
  [
    post('/scenarios', '{"operation":"listPets","code":404}'),
    400,
    'listPets has no response 404. Use one of 200, 401',
  ],
  [post('/scenarios', '{"code":418}'), 400, 'has no response 418'],
  [
    post('/scenarios', '{"operation":"getPet","example":"missing-name"}'),
    400,
    'getPet has no example "missing-name". Use one of',
  ],
  [
    post('/scenarios', '{"code":503,"example":"missing-name"}'),
    400,
    'code=503 is beyond the interface and has no examples',
  ],
  [post('/scenarios', '{"code":503'), 400, 'The body must be JSON'],
  [post('/scenarios', '[]'), 400, 'The body must be an object, and an array came.'],
  [post('/scenarios', 'null'), 400, 'The body must be an object, and null came.'],
  [{ method: 'POST', path: '/scenarios' }, 400, 'The body must be JSON: it is empty.'],
  [
    { method: 'DELETE', path: '/scenarios', body: '{"id":"rule-1"}' },
    400,
    'DELETE /__admin/scenarios takes no body. Say in its path and query what it concerns.',
  ],
  [put('/state', ''), 400, 'The body must be JSON: it is empty.'],
  [put('/state', '{}'), 400, 'The body lacks snapshot. Say it.'],
  [
    post('/reset', '{"fixture":"../package"}'),
    400,
    'fixture of the body must be one of default, empty, every-status',
  ],
  [
    post('/reset', '{"fixture":"empty","pets":5}'),
    400,
    "pets and fixture of the body can't be said together",
  ],
  [post('/reset', '{"seed":-1}'), 400, 'seed of the body must be at least 0'],
  [
    post('/reset', '{"seed":99999999999999999999}'),
    400,
    'seed of the body must be at most 9007199254740991',
  ],
  [
    post('/reset', '{"profile":"nice"}'),
    400,
    'profile of the body must be one of default, strict, lenient, hostile',
  ],
  [
    post('/reset', '{"choose":{"list-order":"random"}}'),
    400,
    'choose.list-order of the body must be one of oldest-first, newest-first, shuffled',
  ],
  [
    post('/reset', '{"choose":{"order":"shuffled"}}'),
    400,
    'choose of the body says "order", which is not known. Known are omitted-status',
  ],
  [
    put('/settings', '{"latency":"300-100"}'),
    400,
    'latency of the body must be milliseconds up to 60000',
  ],
  [
    put('/settings', '{"latency":60001}'),
    400,
    'latency of the body must be milliseconds up to 60000',
  ],
  [put('/settings', '{"latency":true}'), 400, 'latency of the body must be'],
  [
    put('/settings', '{"allow":["open","violations"]}'),
    400,
    'allow[1] of the body must be one of open, deprecated, violation, omitted-status,',
  ],
  [
    put('/settings', '{"allow":"violation"}'),
    400,
    'allow of the body must be an array, and "violation" (a string) came.',
  ],
  [
    post('/reset', '{"allow":["scenario"]}'),
    400,
    'allow[0] of the body must be one of open, deprecated, violation',
  ],
  [put('/clock', '{}'), 400, 'The body says nothing. Say one of mode, now, advance.'],
  [
    put('/clock', '{"now":"tomorrow"}'),
    400,
    'now of the body must be an instant such as 2030-12-05T00:00:00Z',
  ],
  [put('/clock', '{"now":"2030-02-30T00:00:00Z"}'), 400, 'now of the body must be an instant'],
  [
    put('/clock', '{"mode":"real","now":"2030-12-06T00:00:00Z"}'),
    400,
    "A real clock can't be told what now is.",
  ],
  [
    put('/clock', '{"now":"9999-12-31T00:00:00Z","advance":86400000}'),
    400,
    'The clock can show the years 0000 to 9999',
  ],
  [
    put('/clock', '{"now":"0000-01-01T00:00:00Z","advance":-1}'),
    400,
    'The clock can show the years 0000 to 9999',
  ],
  [put('/clock', '{"advance":8640000000001}'), 400, 'advance of the body must be at most'],
  [post('/requests/count', '{"status":"201"}'), 400, 'status of the body must be a whole number'],
  [
    post('/requests/count', '{"stats":201}'),
    400,
    'The body says "stats", which is not known. Known are',
  ],
  [post('/pets', '{"name":"Rex","categoryId":1}'), 400, 'categoryId of the body must be a string'],
  [
    post('/pets', '{"name":"Rex","categoryId":"9223372036854775808"}'),
    400,
    'categoryId of the body must be an int64 as a string of digits',
  ],
  [post('/pets', '{"name":"Rex"}'), 400, 'The body lacks categoryId. Say it.'],
];

const addresses: WrongCall[] = [
  [
    get('/requests?page=2'),
    400,
    'The query parameter "page" is not known. Known are operation, status',
  ],
  [get('/clock?limit=2'), 400, 'The query parameter "limit" is not known. Known are sandbox.'],
  [
    get('/requests?limit=1&limit=1'),
    400,
    'The query parameter limit came more than once. Send it once.',
  ],
  [
    get('/requests?limit=many'),
    400,
    'The query parameter limit must be a whole number, and "many" (a string) came.',
  ],
  [get('/requests?limit='), 400, 'The query parameter limit must be a whole number'],
  [get('/requests?after=1?limit=1'), 400, 'The query parameter after must be a whole number'],
  [get('/requests?limit=0'), 400, 'The query parameter limit must be at least 1'],
  [get('/requests?status=99'), 400, 'The query parameter status must be at least 100'],
  [get('/requests?note=opened'), 400, 'The query parameter note must be one of open, deprecated'],
  [get('/requests?since=yesterday'), 400, 'The query parameter since must be an instant'],
  [get('/events?all=yes'), 400, 'The query parameter all must be true or false'],
  [get('/events?every=true'), 400, 'The query parameter "every" is not known.'],
  [
    { method: 'DELETE', path: '/scenarios/rule-9' },
    404,
    'has no scenario "rule-9". GET /__admin/scenarios lists those that it has.',
  ],
  [{ method: 'DELETE', path: '/sandboxes/nobody' }, 404, 'There is no sandbox "nobody".'],
  [{ method: 'DELETE', path: '/sandboxes/no%20body' }, 404, 'There is no sandbox "no body".'],
  [get('/contracts/other.json'), 404, '"other.json" is no contract.'],
  [
    get('/requests?sandbox=a.b'),
    501,
    'The name of a sandbox must be 1 to 64 letters, digits, hyphens and underscores; got "a.b"',
  ],
  [get('/requests?sandbox='), 501, 'hyphens and underscores; got ""'],
  [get(`/requests?sandbox=${'a'.repeat(65)}`), 501, 'The name of a sandbox must be'],
  [
    get('/requests?sandbox=a', { 'Simulator-Sandbox': 'b' }),
    501,
    'more than one sandbox: b by its header, a by its query',
  ],
  [
    get('/requests?sandbox=a', { Authorization: 'Bearer test-key.b' }),
    501,
    'b by its key, a by its query',
  ],
];

export const wrongCalls: readonly WrongCall[] = [...bodies, ...addresses];
