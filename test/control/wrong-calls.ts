import type { SentCall } from './calls.js';

/** Calls that can't be done, the status of their answers, and a part of the sentence that says why. */
export type WrongCall = readonly [call: SentCall, status: number, message: string];

const post = (path: string, body: string): SentCall => ({ method: 'POST', path, body });
const put = (path: string, body: string): SentCall => ({ method: 'PUT', path, body });
const patch = (path: string, body: string): SentCall => ({ method: 'PATCH', path, body });
const get = (path: string, headers: SentCall['headers'] = {}): SentCall => ({
  method: 'GET',
  path,
  headers,
});

const bodies: WrongCall[] = [
  [
    post('/rules', '{"code":503,"tmies":3}'),
    400,
    'The body has the unknown field "tmies". Known fields: operation',
  ],
  [
    post('/rules', `{"code":503,"match":{"body":${'['.repeat(101)}${']'.repeat(101)}}}`),
    400,
    'The body must be JSON: it is nested deeper than 100 levels.',
  ],
  [
    post('/rules', '{"code":503,"match":{"body":{"x":1e400}}}'),
    400,
    'The body must be JSON: the number 1e400 is larger than numbers can be.',
  ],
  [post('/reset', '{"pets":10001}'), 400, 'pets of the body must be at most 10000'],
  [
    get('/requests?wait=1001'),
    400,
    'wait must be at most 1000, the size of the journal (--max-journal); got 1001.',
  ],
  [
    post('/rules', '{"code":503,"match":{"path":"/pets"}}'),
    400,
    'match of the body has the unknown field "path". Known fields: petId',
  ],
  [
    post('/rules', '{"code":"503"}'),
    400,
    'code of the body must be a whole number; got "503" (a string).',
  ],
  [
    post('/rules', '{"code":503,"times":0}'),
    400,
    'times of the body must be at least 1; got 0 (a number).',
  ],
  [post('/rules', '{"code":503,"times":1.5}'), 400, 'times of the body must be a whole number'],
  [post('/rules', '{"code":503,"times":9223372036854775807}'), 400, '; got 9223372036854775807.'],
  [
    post('/rules', '{"code":503,"probability":1.01}'),
    400,
    'probability of the body must be at most 1',
  ],
  [post('/rules', '{"delay":60001}'), 400, 'delay of the body must be at most 60000'],
  [
    post('/rules', '{"fault":"slow"}'),
    400,
    'fault of the body must be one of reset, empty, truncate, garbage',
  ],
  [
    post('/rules', '{"example":"Missing Name"}'),
    400,
    'example of the body must be the name of an example',
  ],
  [
    post('/rules', '{"code":503,"operation":"deletePet"}'),
    400,
    'must be one of listPets, createPet, getPet',
  ],
  [
    post('/rules', '{"code":503,"match":{"query":{"limit":3}}}'),
    400,
    'match.query.limit of the body must be a string',
  ],
  [
    post('/rules', '{}'),
    400,
    'The rule forces nothing. Set at least one of code, example, delay, fault and headers.',
  ],
  [post('/rules', '{"times":3}'), 400, 'The rule forces nothing.'],
  [post('/rules', '{"headers":{}}'), 400, 'The rule forces nothing.'],
  [
    post('/rules', '{"operation":"listPets","code":201}'),
    400,
    'listPets has no response 201. Use one of 200, 401 (section 4.1) or, beyond the interface, any from 400 to 599.',
  ],
  [post('/rules', '{"code":302}'), 400, 'has no response 302. Use one of 200, 401'],
  [
    post('/rules', '{"operation":"createPet","example":"created-pet"}'),
    400,
    "example=created-pet can't be forced: a success shows pets of the sandbox",
  ],
  [
    post('/rules', '{"operation":"listPets","code":503,"match":{"petId":"1"}}'),
    400,
    'The rule could never apply: no request for listPets matches. match.petId needs getPet',
  ],
  [
    post('/rules', '{"code":503,"match":{"petId":"1","bodyContains":"Rex"}}'),
    400,
    'The rule could never apply: no request for listPets, createPet, getPet matches.',
  ],
  [post('/rules', '{"body":"Busy"}'), 400, 'must have a code from 400 to 599; got none.'],
  [post('/rules', '{"code":200,"body":[]}'), 400, 'must have a code from 400 to 599; got 200.'],
  [
    post('/rules', '{"code":401,"example":"expired-key","body":{}}'),
    400,
    'A rule must not have both body and example.',
  ],
  [
    post('/rules', '{"headers":{"Content-Length":"5"}}'),
    400,
    'headers of the body must not have Content-Length: the connection and the body decide it.',
  ],
  [post('/rules', '{"headers":{"Transfer-Encoding":"chunked"}}'), 400, 'Transfer-Encoding: the'],
  [post('/rules', '{"headers":{"simulator-notes":"x"}}'), 400, 'only the simulator sets it'],
  [post('/rules', '{"headers":{"a b":"x"}}'), 400, 'not have the name "a b": a name has 1 to 128'],
  [post('/rules', '{"headers":{"A":"x","a":"y"}}'), 400, 'must not have a more than once.'],
  [
    post('/rules', '{"headers":{"A":"x\\r\\nB: y"}}'),
    400,
    'A in headers of the body must have printable ASCII characters only, without line breaks',
  ],
  [
    post('/rules', JSON.stringify({ headers: { A: 'x'.repeat(8192) } })),
    400,
    'at most 32 fields and 8192 characters in all; got 1 fields and 8193 characters.',
  ],
  [
    post('/rules', '{"operation":"getPet","example":"missing-name"}'),
    400,
    'getPet has no example "missing-name". Use one of',
  ],
  [
    post('/rules', '{"code":503,"example":"missing-name"}'),
    400,
    'listPets has no example "missing-name" with code=503. Leave out example.',
  ],
  [post('/rules', '{"code":503'), 400, 'The body must be JSON'],
  [post('/rules', '[]'), 400, 'The body must be an object; got an array.'],
  [post('/rules', 'null'), 400, 'The body must be an object; got null.'],
  [{ method: 'POST', path: '/rules' }, 400, 'The body must be JSON: it is empty.'],
  [
    { method: 'DELETE', path: '/rules', body: '{"id":"rule-1"}' },
    400,
    'DELETE /__admin/rules takes no body. Send none.',
  ],
  [put('/state', ''), 400, 'The body must be JSON: it is empty.'],
  [put('/state', '{}'), 400, 'snapshot is required in the body.'],
  [
    post('/reset', '{"fixture":"../package"}'),
    400,
    'fixture of the body must be one of default, empty, every-status',
  ],
  [
    post('/reset', '{"fixture":"empty","pets":5}'),
    400,
    'pets and fixture of the body must not be used together',
  ],
  [post('/reset', '{"seed":-1}'), 400, 'seed of the body must be at least 0'],
  [
    post('/reset', '{"seed":99999999999999999999}'),
    400,
    'seed of the body must be between -9007199254740991 and 9007199254740991',
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
    'choose of the body has the unknown field "order". Known fields: omitted-status',
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
    post(
      '/provider-states',
      '{"state":"there are at least this many pets","params":{"count":9223372036854775807}}',
    ),
    400,
    'count must be an integer from 0 to 100; got 9223372036854775807.',
  ],
  [
    put('/settings', '{"allow":["open","violations"]}'),
    400,
    'allow[1] of the body must be one of open, deprecated, violation, omitted-status,',
  ],
  [
    put('/settings', '{"allow":"violation"}'),
    400,
    'allow of the body must be an array; got "violation" (a string).',
  ],
  [
    post('/reset', '{"allow":["scenario"]}'),
    400,
    'allow[0] of the body must be one of open, deprecated, violation',
  ],
  [put('/clock', '{}'), 400, 'The body is empty. Set at least one of mode, now, advance.'],
  [
    put('/clock', '{"now":"tomorrow"}'),
    400,
    'now of the body must be an instant such as 2030-12-05T00:00:00Z',
  ],
  [put('/clock', '{"now":"2030-02-30T00:00:00Z"}'), 400, 'now of the body must be an instant'],
  [
    put('/clock', '{"mode":"real","now":"2030-12-06T00:00:00Z"}'),
    400,
    'A real clock must not have now.',
  ],
  [
    put('/clock', '{"now":"9999-12-31T00:00:00Z","advance":86400000}'),
    400,
    'The clock must stay within the years 0000 to 9999',
  ],
  [
    put('/clock', '{"now":"0000-01-01T00:00:00Z","advance":-1}'),
    400,
    'The clock must stay within the years 0000 to 9999',
  ],
  [put('/clock', '{"advance":8640000000001}'), 400, 'advance of the body must be at most'],
  [post('/requests/count', '{"status":"201"}'), 400, 'status of the body must be a whole number'],
  [
    post('/requests/count', '{"stats":201}'),
    400,
    'The body has the unknown field "stats". Known fields:',
  ],
  [post('/pets', '{"name":"Rex","categoryId":1}'), 400, 'categoryId of the body must be a string'],
  [
    post('/pets', '{"name":"Rex","categoryId":"9223372036854775808"}'),
    400,
    'categoryId of the body must be an int64 as a string of digits',
  ],
  [post('/pets', '{"name":"Rex"}'), 400, 'categoryId is required in the body.'],
  [
    post('/pets', '{"id":7,"name":"Rex","categoryId":"1"}'),
    400,
    'id of the body must be a string; got 7',
  ],
  [
    post('/pets', '{"id":"1","name":"Rex","categoryId":"1"}'),
    409,
    'The sandbox default has a pet with the id 1 already. Choose another id, or leave it out.',
  ],
  [patch('/pets/1', '{}'), 400, 'The body is empty. Set at least one of name, categoryId, status.'],
  [patch('/pets/1', '{"id":"2"}'), 400, 'The body has the unknown field "id". Known fields: name,'],
  [
    patch('/pets/1', '{"status":"eaten"}'),
    400,
    'status of the body must be one of available, pending, sold, null; got "eaten"',
  ],
  [
    patch('/pets/99', '{"name":"Rex"}'),
    404,
    'The sandbox default has no pet with the id "99". GET /__admin/pets lists its pets.',
  ],
];

const addresses: WrongCall[] = [
  [
    get('/requests?page=2'),
    400,
    'The query parameter "page" is unknown. Known parameters: operation, status',
  ],
  [
    get('/clock?limit=2'),
    400,
    'The query parameter "limit" is unknown. Known parameters: sandbox.',
  ],
  [
    get('/requests?limit=1&limit=1'),
    400,
    'The query parameter limit was sent more than once. Send it once.',
  ],
  [
    get('/requests?limit=many'),
    400,
    'The query parameter limit must be a whole number; got "many" (a string).',
  ],
  [get('/requests?limit='), 400, 'The query parameter limit must be a whole number'],
  [get('/requests?after=1?limit=1'), 400, 'The query parameter after must be a whole number'],
  [get('/requests?limit=0'), 400, 'The query parameter limit must be at least 1'],
  [get('/requests?status=99'), 400, 'The query parameter status must be at least 100'],
  [get('/requests?note=opened'), 400, 'The query parameter note must be one of open, deprecated'],
  [get('/requests?since=yesterday'), 400, 'The query parameter since must be an instant'],
  [get('/events?all=yes'), 400, 'The query parameter all must be true or false'],
  [get('/events?every=true'), 400, 'The query parameter "every" is unknown.'],
  [
    { method: 'DELETE', path: '/rules/rule-9' },
    404,
    'has no rule "rule-9". GET /__admin/rules lists its rules.',
  ],
  [{ method: 'DELETE', path: '/pets/07' }, 404, 'has no pet with the id "07".'],
  [{ method: 'DELETE', path: '/sandboxes/nobody' }, 404, 'There is no sandbox "nobody".'],
  [{ method: 'DELETE', path: '/sandboxes/no%20body' }, 404, 'There is no sandbox "no body".'],
  [get('/contracts/other.json'), 404, 'There is no contract "other.json".'],
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
