import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test, vi } from 'vitest';
import { connect } from '../../../src/index.js';
import { adminPaths } from '../../../src/server/admin/paths.js';
import { describedCalls } from '../../support/admin-calls.js';
import { openServer } from '../../support/control.js';
import { fakeTime } from '../../support/fake-time.js';
import { callHeaders } from '../../support/mcp.js';

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: { readonly 'application/json': { schema: object } } };
  readonly responses: object;
}

type Document = Record<string, Record<string, Operation>>;

test('each call of the document takes the bodies, and has the status, that it describes', async () => {
  const { origin } = await openServer();
  const document = await (await fetch(`${origin}/__admin/openapi.json`)).json();
  const described = Object.values(document.paths as Document).flatMap(Object.values);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const snapshot = await (await fetch(`${origin}/__admin/state`)).text();
  const restore = { operation: 'writeState', method: 'PUT', path: '/state', status: 200 } as const;

  for (const { operation, method, path, status, body } of [
    { ...restore, body: snapshot },
    ...describedCalls,
  ]) {
    const response = await fetch(`${origin}/__admin${path}`, { method, ...(body && { body }) });
    const found = described.find((one) => one.operationId === operation);
    const { requestBody, responses } = found ?? {};
    expect(found).toMatchObject({ summary: expect.any(String), description: expect.any(String) });
    const schema = requestBody?.content['application/json'].schema;
    expect([path, response.status, Object.keys(responses ?? {})]).toEqual([
      path,
      status,
      [`${status}`, 'default'],
    ]);
    expect(body === undefined || ajv.validate(schema ?? false, JSON.parse(body))).toBe(true);
  }
  const called = new Set<string>(describedCalls.map(({ operation }) => operation));
  expect([...called, restore.operation].sort()).toEqual(Object.keys(adminPaths).sort());
});

test.for(['/', '', '/nothing', '//state', '/requests/count/1'])(
  'answers 404 at /__admin%s with the paths that there are',
  async (path) => {
    const { origin } = await openServer();

    const response = await fetch(`${origin}/__admin${path}`);

    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect((await response.json()).message).toMatch(
      /is not a call .* PATCH \/__admin\/pets\/{id}, /,
    );
  },
);

test('answers HEAD, a slash at the end, and an encoded name', async () => {
  const { origin, sandbox } = await openServer();
  await sandbox('checkout-7').reset();

  const head = await fetch(`${origin}/__admin/settings/`, { method: 'HEAD' });
  const path = '/__admin/sandboxes/%63heckout%2D7';
  const dropped = await fetch(origin + path, { method: 'DELETE' });

  expect([head.status, await head.text(), dropped.status]).toEqual([200, '', 204]);
});

const compressed = { body: '{}', headers: { 'Content-Encoding': 'gzip' } };

const unreadable: [string, RequestInit, number, string][] = [
  ['is compressed', compressed, 415, 'content encoding unsupported'],
  ['is empty', { body: '' }, 400, 'The body must be JSON: it is empty.'],
  ['has a number beyond all', { body: '{"x":1e400}' }, 400, '1e400 is larger than numbers can be'],
  ['is no JSON', { body: '{"seed":1' }, 400, 'The body must be JSON: '],
  ['has a field twice', { body: '{"seed":1,"seed":2}' }, 400, '"seed" occurs twice'],
  ['is nested without end', { body: '['.repeat(500_000) }, 400, 'nested too deeply'],
  ['is nested deeply', { body: `{"x":${'['.repeat(99)}${']'.repeat(99)}}` }, 400, '"x"'],
  ['is no UTF-8', { body: new Uint8Array([0x7b, 0xff, 0x7d]) }, 400, 'must be UTF-8'],
  ['is too large', { body: ' '.repeat(2 ** 20 + 1) }, 413, 'request entity too large'],
];

test.for(unreadable)('explains a body that %s', async ([, init, status, message]) => {
  const { origin } = await openServer();

  const response = await fetch(`${origin}/__admin/rules`, { method: 'POST', ...init });

  expect(response.status).toBe(status);
  expect((await response.json()).message).toContain(message);
});

test('accepts any media type and a byte order mark', async () => {
  const { origin } = await openServer();
  const headers = { 'Content-Type': 'text/plain; charset=UTF-8' };

  const init = { method: 'POST', body: '\uFEFF{"pets":3}', headers };

  expect(await (await fetch(`${origin}/__admin/reset`, init)).json()).toMatchObject({ pets: 3 });
});

test('selects a sandbox by the path or the key', async () => {
  const { origin, sandbox } = await openServer();
  await sandbox('a').reset({ pets: 2 });
  const list = async (path: string, key: string) => {
    const headers = { Authorization: `Bearer ${key}` };
    const response = await fetch(`${origin}${path}/pets?limit=1`, { headers });
    return [response.status, (await response.json()).total];
  };

  expect(await list('/sandboxes/a/__admin', 'test-key')).toEqual([200, 2]);
  expect(await list('/__admin', 'test-key.a')).toEqual([200, 2]);
  expect(await list('/__admin', 'no-key.a')).toEqual([200, 50]);
  expect(await list('/sandboxes/b/__admin', 'test-key.a')).toEqual([501, undefined]);
  expect(await list('/sandboxes/b.c/__admin', 'test-key')).toEqual([501, undefined]);
});

test('restores a snapshot beyond the limit of other bodies', async () => {
  const { url, sandbox } = await openServer();
  const remote = connect(url).sandbox('a');
  const { pets, ...rest } = await sandbox('a').snapshot();

  const long = pets.map((pet, index) => ({ ...pet, name: index ? 'Rex' : 'x'.repeat(2 ** 20) }));
  await remote.restore({ ...rest, pets: long });

  const [first, second] = await sandbox('a').pets.list();
  expect([first?.name.length, second?.name]).toEqual([2 ** 20, 'Rex']);
});

test('finds pets by a part of the name, the id and the status, page by page', async () => {
  const { origin, sandbox } = await openServer();
  await sandbox('default').reset({
    pets: [
      { id: 1, name: 'Rex "Ünique"', categoryId: 10, status: 'sold' },
      { id: 9_223_372_036_854_775_807n, name: 'Max', categoryId: 9 },
      { id: 12, name: 'Maxi', categoryId: 100, status: 'sold' },
    ],
  });
  const find = async (query: string) => {
    const { pets, total } = await (await fetch(`${origin}/__admin/pets?${query}`)).json();
    return [...pets.map(({ id }: { id: string }) => id), total];
  };

  expect(await find('search=%20%22%C3%BCnI')).toEqual(['1', 1]);
  expect(await find('search=max&limit=1')).toEqual(['9223372036854775807', 2]);
  expect(await find('search=12')).toEqual(['12', 1]);
  expect(await find('status=none')).toEqual(['9223372036854775807', 1]);
  expect(await find('skip=2&limit=2')).toEqual(['12', 3]);
  expect(await find('order=descending&limit=1')).toEqual(['12', 3]);
  expect(await find('sort=categoryId')).toEqual(['9223372036854775807', '1', '12', 3]);
});

test('counts requests: also those that the journal dropped, and paths without /v1', async () => {
  const { origin } = await openServer();
  const send = (path: string) =>
    fetch(origin + path, { headers: { Authorization: 'Bearer test-key.x' } });

  await send('/v1/pets');
  await fetch(`${origin}/sandboxes/x/__admin/requests`, { method: 'DELETE' });
  const missed = await send('/pets');
  await send('/animals');

  const { sandboxes } = await (await fetch(`${origin}/__admin/sandboxes`)).json();
  expect(sandboxes[1]).toMatchObject({ name: 'x', requests: 3, kept: 2 });
  const journal = await (await fetch(`${origin}/sandboxes/x/__admin/requests`)).json();
  expect(journal.requests).toMatchObject([
    { path: '/pets', reason: 'without /v1', responseBody: await missed.text() },
    { path: '/animals', reason: 'unknown path', status: 404 },
  ]);
});

/** Reads what has changed; `keys` are the exchanges that are listed. */
async function readChanges(origin: string, query: string) {
  const changes = await (await fetch(`${origin}/__admin/changes?${query}`)).json();
  const requests: readonly { sandbox: string; number: number }[] = changes.requests ?? [];
  return { ...changes, keys: requests.map(({ sandbox, number }) => `${sandbox}/${number}`) };
}

test('holds changes back until a sandbox changed', async () => {
  const { origin, sandbox } = await openServer();
  const one = sandbox('one');
  const read = (after: number, timeout = 0) =>
    readChanges(origin, `after=${after}&timeout=${timeout}`);
  await one.reset();
  const { revision } = await read(0);

  const waiting = read(revision, 30_000);
  await one.pets.add({ name: 'Rex', categoryId: 1 });
  const changed = await waiting;
  await one.drop();

  expect(changed.sandboxes).toMatchObject([
    { name: 'default' },
    { name: 'one', requests: 0, pets: 51, rules: 0 },
  ]);
  expect(changed.revision).toBeGreaterThan(revision);
  const dropped = await read(changed.revision, 30_000);
  expect(dropped.sandboxes).toMatchObject([{ name: 'default' }]);
  expect((await read(dropped.revision, 1)).revision).toBe(dropped.revision);
  await sandbox('default').drop();
  expect((await read(dropped.revision, 30_000)).sandboxes).toMatchObject([{ name: 'default' }]);
});

test('lists what is active in the five changed sandboxes that were used last', async () => {
  const { origin, sandbox } = await openServer();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await sandbox(name).addRule({ code: 503 });
  }

  const { active } = await readChanges(origin, '');

  const names = active.map((one: { sandbox: string }) => one.sandbox);
  expect(names).toEqual(['default', 'b', 'c', 'd', 'e', 'f']);
});

test('tells with the changes what is active: in one sandbox, or in all that tests changed', async () => {
  const { origin, sandbox } = await openServer();
  await sandbox('one').addRule({ code: 503 });
  await sandbox('two').settings.set({ delay: '5' });
  await sandbox('three').pets.list();

  const { active } = await readChanges(origin, '');
  expect(active).toMatchObject([
    { sandbox: 'default', rules: [], clock: { mode: 'real' } },
    { sandbox: 'one', rules: [{ code: 503 }], settings: { delay: { from: 0 } } },
    { sandbox: 'two', rules: [], settings: { delay: { from: 5 } } },
  ]);
  expect((await readChanges(origin, 'name=two')).active).toMatchObject([{ sandbox: 'two' }]);
  expect((await readChanges(origin, 'name=a%20b')).message).toContain('"a b"');
});

test('lists the newest exchanges first', async () => {
  const { origin, apiKey, url } = await openServer();
  const send = (sandbox: string) =>
    fetch(`${url}/pets`, { headers: { Authorization: `Bearer ${apiKey}.${sandbox}` } });
  fakeTime({ toFake: ['Date'] });
  for (const sandbox of ['a', 'b', 'a', 'b', 'b', 'b']) {
    vi.advanceTimersByTime(1);
    await send(sandbox);
  }

  const first = await readChanges(origin, 'limit=3');
  const older = await readChanges(origin, `limit=3&until=${first.requests[2]?.time}`);

  expect(first.keys).toEqual(['b/4', 'b/3', 'b/2']);
  expect(older.keys).toEqual(['b/2', 'a/2', 'b/1']);
  expect((await readChanges(origin, 'limit=3&name=a')).keys).toEqual(['a/2', 'a/1']);
});

test('lists the exchanges of one instant by number, and those of the default sandbox among many', async () => {
  const { origin, apiKey, url, sandbox } = await openServer();
  for (const name of ['a', 'b', 'c', 'd']) {
    await sandbox(name).reset();
  }
  const headers = { Authorization: `Bearer ${apiKey}` };
  fakeTime({ toFake: ['Date'] });
  await fetch(`${url}/pets`, { headers });
  await fetch(`${url}/pets`, { headers });

  expect((await readChanges(origin, 'limit=3')).keys).toEqual(['default/2', 'default/1']);
});

test('lists everything at once after a revision of an earlier process', async () => {
  const { origin } = await openServer();
  // No wait ends.
  fakeTime({ toFake: ['setTimeout'] });
  const changes = await readChanges(origin, 'after=1000000&timeout=30000');

  expect(changes.sandboxes).toMatchObject([{ name: 'default' }]);
});

test('lists the exchanges of a search and an outcome', async () => {
  const { origin, apiKey, url } = await openServer();
  const send = (path: string, init: RequestInit = {}) =>
    fetch(`${url}/pets${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${apiKey}`, ...init.headers },
    }).catch(() => {});
  await send('?limit=0');
  await send('/404');
  await send('', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Prefer: 'code=999' },
    body: '{"name":"Rex"}',
  });
  await send('', { headers: { Prefer: 'fault=reset, code=503' } });

  for (const [query, numbers] of [
    ['search=getPet', [2]],
    ['search=404', [2]],
    ['search=RESET', [4]],
    ['search=get limit-too', [1]],
    ['search=0 out of range', [1]],
    ['search=rex post', [3]],
    ['search=beyond 503', [4]],
    ['outcome=4xx', [2, 1]],
    ['outcome=fault', [4]],
    ['outcome=refused', [3]],
    ['outcome=4xx&search=get', [2, 1]],
  ] as const) {
    const { keys } = await readChanges(origin, `limit=3&${query}`);
    expect(keys, query).toEqual(numbers.map((number) => `default/${number}`));
  }
});

test('counts the exchanges of a list by outcome, and those that a time or a search leaves out', async () => {
  const { origin, sandbox, url, apiKey } = await openServer({ maxJournal: 3 });
  for (const path of ['', '/999', '?limit=0', '?limit=1']) {
    await fetch(`${url}/pets${path}`, { headers: { Authorization: `Bearer ${apiKey}.x` } });
  }
  const read = async (query = '') => {
    const changes = await readChanges(origin, `limit=3${query}`);
    const { counts, kept, newer, cleared, dropped } = changes;
    return { ...changes, numbers: [counts.all, counts['4xx'], kept, newer, cleared, dropped] };
  };
  const { requests, latest, numbers } = await read();
  const times = requests.map(({ time }: { time: number }) => time);

  expect([numbers, latest]).toEqual([[3, 2, 3, 0, 0, 1], Math.max(...times)]);
  expect((await read('&outcome=2xx')).numbers).toEqual([3, 2, 3, 0, 0, 1]);
  expect((await read('&search=999')).numbers).toEqual([1, 1, 3, 0, 0, 1]);
  expect((await read(`&since=${latest}`)).numbers).toEqual([0, 0, 0, 0, 3, 1]);
  const first = Math.min(...times);
  expect((await read(`&since=${first - 1}&until=${latest}`)).numbers).toEqual([3, 2, 3, 0, 0, 1]);
  expect((await read(`&until=${first - 1}`)).numbers).toEqual([0, 0, 0, 3, 0, 1]);
  expect((await read(`&until=1&outcome=2xx&search=limit`)).numbers).toEqual([0, 0, 0, 1, 0, 1]);
  await sandbox('x').reset();
  expect((await read()).numbers).toEqual([0, 0, 0, 0, 0, 0]);
});

test('shows where a search hit what no column has', async () => {
  const { origin, url, apiKey } = await openServer();
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const body = '{"name":"Rex  the\\nfirst","categoryId":1}';
  await fetch(`${url}/pets`, { method: 'POST', headers, body });
  await fetch(`${url}/pets?limit=0`, { headers });
  const read = async (search: string) => {
    const { requests } = await readChanges(origin, `limit=5&search=${search}`);
    return requests.map(({ hit }: { hit?: string }) => hit);
  };

  expect(await read('rex')).toEqual(['in the body: {"name":"Rex the\\nfirst","categoryId":1}']);
  expect(await read('limit get')).toEqual([undefined]);
  expect(await read('limit too-small')).toEqual([expect.stringMatching(/^in the .*too-small/)]);
  expect(await read('listpets')).toEqual(['in the operation: listPets']);
});

test('tells when the response of an exchange is complete', async () => {
  const { origin, apiKey, url } = await openServer();
  const headers = { Authorization: `Bearer ${apiKey}`, Prefer: 'delay=1000' };
  const response = fetch(`${url}/pets`, { headers });
  await fetch(`${origin}/__admin/changes?timeout=5000`);

  const waiting = await readChanges(origin, 'limit=3');
  const next = `limit=3&after=${waiting.revision}&timeout=30000`;
  const complete = await readChanges(origin, next);
  await (await response).text();

  expect(waiting.keys).toEqual(['default/1']);
  expect(waiting.requests[0].duration).toBe(undefined);
  expect(complete.keys).toEqual(['default/1']);
  expect(complete.requests[0].duration).toBeGreaterThan(900);
});

test.for([
  ['the API key is valid', {}, { apiKey: 'test-key.one' }, 50],
  ['the API key is not valid', {}, { apiKey: 'no-test-key' }, 50],
  ['a category exists', { categoryId: '7' }, { categoryId: '7' }, 50],
  ['a pet exists', { status: 'sold' }, { petId: '51' }, 51],
  ['no pet has the identifier', null, { petId: '9223372036854775807' }, 50],
  ['there are at least this many pets', { count: 60 }, {}, 60],
  ['', {}, {}, 50],
] as const)('sets up the provider state %s', async ([state, params, values, count]) => {
  const { origin, sandbox } = await openServer();
  await sandbox('one').addRule({ code: 503 });
  const change = async (action: string) => {
    const body = JSON.stringify({ state, params, action });
    const url = `${origin}/sandboxes/one/__admin/provider-states`;
    return (await fetch(url, { method: 'POST', body })).json();
  };

  expect(await change('setup')).toEqual(values);

  expect(await change('teardown')).toEqual({});
  expect(await sandbox('one').pets.list()).toHaveLength(count);
  expect(await sandbox('one').requests()).toEqual([]);
});

test('lists the contracts of the package, and serves them byte for byte', async () => {
  const { origin } = await openServer({ adminToken: 'secret' });

  const { contracts } = await (await fetch(`${origin}/__admin/contracts/`)).json();
  const response = await fetch(contracts[0].url);

  expect(contracts[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/__admin\/contracts\/[\w-]+\.json$/);
  expect(await response.text()).toContain('"interactions": [');
  // TLS ends at the first of two proxies.
  const headers = { 'X-Forwarded-Proto': 'https, http' };
  const behind = await fetch(`${origin}/__admin/contracts`, { headers });
  expect((await behind.json()).contracts[0].url).toMatch(/^https:\/\/127\.0\.0\.1:/);
  const missing = await fetch(`${origin}/__admin/contracts/other.json`);
  expect([missing.status, (await missing.json()).code]).toEqual([404, 'not_found']);
});

/** Calls the admin interface, or lists its tools; `fetch` wouldn't let a Host be chosen. */
async function callAs(
  path: string,
  headers: Record<string, string>,
  settings: Parameters<typeof openServer>[0] = {},
) {
  const { origin } = await openServer(settings);
  const isTool = path === '/mcp';
  const options = { method: isTool ? 'POST' : 'GET', headers: { ...callHeaders, ...headers } };
  return new Promise<[number | undefined, string]>((resolve, reject) => {
    httpRequest(origin + path, options, async (response) => {
      const { message = '' } = (await json(response)) as { message?: string };
      resolve([response.statusCode, message]);
    })
      .on('error', reject)
      .end(isTool ? '{"jsonrpc":"2.0","id":1,"method":"tools/list"}' : '');
  });
}

const token = { 'Simulator-Admin-Token': 'secret' };

test.for([
  [{ Host: 'localhost:4010' }, {}, 200, ''],
  [{ Host: '[::1]:4010' }, {}, 200, ''],
  [{ Host: 'shop.localhost:4010' }, {}, 200, ''],
  [{ Host: 'evil.example:4010' }, {}, 403, '"evil.example:4010" is not a name of this server'],
  [{ Host: 'localhost.evil.example' }, {}, 403, 'is not a name of this server'],
  [{ Host: 'evil-localhost' }, {}, 403, 'is not a name of this server'],
  [{ Host: 'host.docker.internal:4010' }, {}, 403, 'start it with --admin-token'],
  [{ Origin: 'https://evil.example' }, {}, 403, 'Pages of "https://evil.example" must not'],
  [{ Origin: 'null' }, {}, 403, 'Pages of "null" must not'],
  // TLS ends before the server, which has no port of its own then.
  [{ Host: 'localhost', Origin: 'https://localhost' }, {}, 200, ''],
  [{ Host: 'localhost:443', Origin: 'https://localhost' }, {}, 200, ''],
  [{ Host: 'localhost:80', Origin: 'https://localhost' }, {}, 403, 'let it keep the header Host'],
  [{ Host: 'localhost:4010', Origin: 'http://localhost:3000' }, {}, 403, 'Pages of'],
  [{}, { host: '0.0.0.0' }, 403, 'Start it with --admin-token.'],
  [{}, { adminToken: 'secret' }, 401, 'The admin token is missing.'],
  [{ 'Simulator-Admin-Token': 'secrets' }, { adminToken: 'secret' }, 401, 'is incorrect'],
  [token, { adminToken: 'secret', host: '0.0.0.0' }, 200, ''],
  // No page has the token, and a proxy may rewrite Host or Origin.
  [{ Origin: 'https://shop.example', ...token }, { adminToken: 'secret' }, 200, ''],
  [{ Origin: 'https://evil.example' }, { adminToken: 'secret' }, 401, 'token is missing'],
  [{ Host: 'animal-store:4010', ...token }, { adminToken: 'secret' }, 200, ''],
] as const)(
  'guards a call with %j where the server has %j',
  async ([headers, settings, ...expected]) => {
    for (const path of ['/__admin/clock', '/mcp']) {
      const [status, message] = await callAs(path, { ...headers }, settings);

      expect([status, message]).toEqual([expected[0], expect.stringContaining(expected[1])]);
    }
  },
);

test('lets no page of another origin read the admin interface, but all the rest', async () => {
  const { origin } = await openServer();
  const allowed = async (path: string) =>
    (await fetch(origin + path)).headers.get('access-control-allow-origin');

  expect(await Promise.all(['/__admin/state', '/mcp', '/health'].map(allowed))).toEqual([
    null,
    null,
    '*',
  ]);
});

test('explains a path that the server does not have, and counts it as missed', async () => {
  const { origin, summary } = await openServer();

  const response = await fetch(`${origin}/pets?limit=1`);
  await fetch(`${origin}/favicon.ico`);

  expect(response.status).toBe(404);
  expect((await response.json()).message).toMatch(
    /^"\/pets" is not a path of this server\. The se/,
  );
  expect(summary().notes).toMatchObject([{ example: 'GET /pets?limit=1', count: 1 }]);
});
