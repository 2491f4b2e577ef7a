import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createSimulator, type SimulatorOptions } from '../../../src/index.js';
import { openTcp } from '../../support/open-http.js';
import { start as startSimulator } from '../../support/simulator.js';
import { error, json, openService, pet } from '../../support/upstream.js';
import { askOnce, key, request } from '../../support/wire.js';

const ownKey = { Authorization: 'Bearer test-key' };
const body = JSON.stringify({ name: 'Rex', categoryId: 2, status: 'sold' });
const creating = {
  method: 'POST',
  headers: { ...ownKey, 'Content-Type': 'application/json' },
  body,
};

type Options = { [Name in keyof SimulatorOptions]: SimulatorOptions[Name] | undefined };

/** Starts a simulator in front of a service. */
async function start(respond = json(200, [pet]), options: Options = {}) {
  const { url: upstream, received } = await openService(respond);
  const settings = { upstream, upstreamKey: 'key-of-the-service', logLevel: 'silent', ...options };
  const simulator = await startSimulator(settings as SimulatorOptions);
  const send = (path: string, init: RequestInit = {}) =>
    fetch(simulator.url + path, { headers: ownKey, ...init });
  const listNotes = async () =>
    (await simulator.sandbox('default').requests()).flatMap(({ notes }) => notes);
  return { ...simulator, upstream, received, send, listNotes };
}

const forcing: Record<string, readonly [path: string, headers: Record<string, string>, number?]> = {
  'a header': ['/pets', { Prefer: 'code=503' }, 503],
  'an example': ['/pets', { Prefer: 'example=expired-key' }, 401],
  'a query': ['/pets?__code=400', {}, 400],
  'a fault with a status': ['/pets', { Prefer: 'code=503, fault=garbage' }, 503],
  'a fault': ['/pets', { Prefer: 'fault=garbage' }, 200],
  'a lost connection': ['/pets', { Prefer: 'fault=reset' }],
  'what can not be forced': ['/pets', { Prefer: 'code=999' }, 501],
};

test.each(Object.entries(forcing))('%s is answered here', async (_, [path, headers, status]) => {
  const { send, received } = await start();

  const response = await send(path, { headers: { ...ownKey, ...headers } }).catch(() => undefined);

  expect(response?.status).toBe(status);
  expect(received).toEqual([]);
});

test('a rule answers a request that would create a pet', async () => {
  const { send, received, sandbox } = await start(json(201, pet));
  await sandbox('default').addRule({ operation: 'createPet', code: 503, times: 1 });

  const [forced, next] = [await send('/pets', creating), await send('/pets', creating)];

  expect([forced.status, next.status, received.length]).toEqual([503, 201, 1]);
});

test('a forced error looks like those of the service', async () => {
  const body = { detail: 'gone' };
  const { send } = await start(undefined, {
    choices: { 'error-codes': 'custom' },
    errors: { not_found: { status: 404, body } },
  });

  const response = await send('/pets/1', { headers: { ...ownKey, Prefer: 'code=404' } });

  expect([response.status, await response.json()]).toEqual([404, body]);
});

test('a rule adds its headers to the responses of the service', async () => {
  const { send, sandbox } = await start();
  await sandbox('default').addRule({ headers: { 'X-Limit': '9', 'Content-Type': 'text/plain' } });

  const { headers } = await send('/pets');

  expect([headers.get('x-limit'), headers.get('content-type')]).toEqual(['9', 'text/plain']);
});

test('delays the responses of the service, by a header, a rule and the settings', async () => {
  const { send, received, sandbox, listNotes } = await start();
  const measure = async (path = '/pets', headers = {}) => {
    const begin = performance.now();
    const response = await send(path, { headers: { ...ownKey, ...headers } });
    // Timers may fire a millisecond early.
    return [performance.now() - begin >= 49, response.headers.get('preference-applied')];
  };

  expect(await measure('/pets', { Prefer: 'delay=50' })).toEqual([true, 'delay=50']);
  expect(await measure('/pets?__delay=50&limit=5')).toEqual([true, 'delay=50']);
  const rule = await sandbox('default').addRule({ delay: 50 });
  expect(await measure()).toEqual([true, null]);
  await rule.remove();
  await sandbox('default').settings.set({ delay: 50 });
  expect(await measure()).toEqual([true, null]);
  expect(received.map(({ url }) => url)).toEqual([
    '/v1/pets',
    '/v1/pets?limit=5',
    '/v1/pets',
    '/v1/pets',
  ]);
  expect((await listNotes()).map(({ kind }) => kind)).toEqual(['scenario', 'scenario', 'scenario']);
});

test('is not its own service: one request would become thousands', async () => {
  const start = startSimulator({ port: 4010, upstream: 'http://localhost:4010/v1' });

  await expect(start).rejects.toThrow(
    '--upstream (upstream) must not be the URL of the simulator itself; got http://localhost:4010/v1.',
  );
});

test('a request without /v1 is not for the service', async () => {
  const { origin, received, sandbox } = await start();

  expect((await fetch(`${origin}/pets`, { headers: ownKey })).status).toBe(404);
  expect(await sandbox('default').requests({ wait: 1 })).toMatchObject([{ status: 404 }]);
  expect(received).toEqual([]);
});

test('sends nothing to the service that is for the simulator', async () => {
  const { send, received } = await start();

  const headers = { ...ownKey, Prefer: 'delay=1', 'Simulator-Record': 'false', 'X-Mine': 'a' };
  await send('/pets', { headers });

  const [request] = received;
  expect(request?.headers).toMatchObject({ 'x-mine': 'a', host: expect.stringMatching(/^127/) });
  expect(request?.headers).not.toHaveProperty('prefer');
  expect(request?.headers).not.toHaveProperty('simulator-record');
});

test.each([
  ['key-of-the-service', 'Bearer test-key', 'Bearer key-of-the-service'],
  ['key-of-the-service', 'Bearer test-key.shop', 'Bearer key-of-the-service'],
  ['key-of-the-service', 'Bearer other', 'Bearer other'],
  ['key-of-the-service', 'Basic dGVzdA==', 'Basic dGVzdA=='],
  ['key-of-the-service', undefined, undefined],
  [undefined, 'Bearer test-key', 'Bearer test-key'],
  [undefined, 'Bearer test-key.shop', 'Bearer test-key.shop'],
])('with the upstream key %s, %s is sent as %s', async (upstreamKey, sent, expected) => {
  const { send, received } = await start(error(401), { upstreamKey });

  const { status } = await send('/pets', { headers: sent ? { Authorization: sent } : {} });

  expect(status).toBe(401);
  expect(received.map(({ headers }) => headers.authorization)).toEqual([expected]);
});

test('a sandbox that is dropped before the service answers takes nothing of the journals', async () => {
  const { url, sandbox, send } = await start(
    async ({ url: path }, response) => {
      await (path?.includes('long') && sandbox('shop').drop());
      response.end('[]');
    },
    { maxJournalSize: '20KiB' },
  );
  const shop = url.replace('/v1', '/sandboxes/shop/v1');
  for (const name of ['one', 'two']) {
    await fetch(`${shop}/pets?${name}=long${'-'.repeat(12_000)}`, { headers: ownKey });
  }

  await send('/pets');

  expect(await sandbox('default').requests()).toHaveLength(1);
});

test('keeps what the service repeats of keys, and its cookies, out of all that is recorded', async () => {
  // Notes shorten it, and the journal ends within it.
  const secret = `theirs-s3cret/"+${'k'.repeat(100)}`;
  const before = [`ours-s3cret, ${secret}`, secret, encodeURIComponent(secret)];
  const repeated = [...before, 'x'.repeat(4_080 - JSON.stringify(before).length), secret];
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => void write.mockRestore());
  const { url: upstream } = await openService((request, response) => {
    const { authorization = '' } = request.headers;
    response.setHeader('Set-Cookie', ['session=s3cret', 'other=s3cret']);
    response.setHeader('X-Key', authorization);
    json(200, [...repeated, authorization])(request, response);
  });
  const { send, sandbox, summary, origin } = await start(undefined, {
    ...{ upstream, upstreamKey: 'ours-s3cret', logLevel: 'debug', logFormat: 'json' },
  });
  const headers = {
    ...{ Authorization: `Bearer ${secret}`, Cookie: 'a=s3cret', 'X-Key': secret },
    'Proxy-Authorization': 'Basic s3cret',
  };

  const query = `key=${encodeURIComponent(secret)}&own=ours-s3cret`;
  const response = await send(`/pets?${query}`, { headers });
  const { requests, count } = sandbox('default');
  const har = await fetch(`${origin}/__admin/requests?format=har`);
  const info = await fetch(`${origin}/__admin/info`);
  const outputs = [await requests(), await count({ status: 418 }), summary(), await har.text()];
  await vi.waitFor(() => expect(write).toHaveBeenCalled());

  expect([response.headers.get('set-cookie'), await response.text()]).toEqual([
    'session=s3cret, other=s3cret',
    expect.stringContaining('theirs-s3cret'),
  ]);
  const texts = JSON.stringify([...outputs, await info.text(), write.mock.calls]);
  expect(texts).toContain('***');
  expect(texts).not.toMatch(/s3cret|theirs/);
});

test('OPTIONS gets no key', async () => {
  const { send, received } = await start();
  await send('/pets', { method: 'OPTIONS', headers: {} });
  expect(received[0]?.headers.authorization).toBeUndefined();
});

const page = 'https://app.example';
/** What a service allows to its own pages, and to a page of the developer. */
const ofService = {
  'Access-Control-Allow-Origin': 'https://store.example',
  'Access-Control-Expose-Headers': 'X-Id',
  'X-Id': '7',
};

test.each<[Options['corsOrigin'], string | null, number]>([
  [undefined, '*', 204],
  [[page], page, 204],
  [['https://other.example'], null, 204],
  ['none', 'https://store.example', 405],
])('with --cors-origin %j, a page may call: %s', async (corsOrigin, allowed, preflight) => {
  const respond: Parameters<typeof start>[0] = (request, response) => {
    response.writeHead(request.method === 'OPTIONS' ? 405 : 200, ofService).end('[]');
  };
  const { send, received } = await start(respond, { corsOrigin });
  const asks = { Origin: page, 'Access-Control-Request-Method': 'POST' };

  const asked = await send('/pets', { method: 'OPTIONS', headers: asks });
  const { headers } = await send('/pets', { headers: { ...ownKey, Origin: page } });

  const read = (one: Headers) => one.get('access-control-allow-origin');
  expect([asked.status, read(asked.headers)]).toEqual([preflight, allowed]);
  expect([headers.get('x-id'), read(headers)]).toEqual(['7', allowed]);
  expect(headers.get('access-control-expose-headers')).toMatch(/^X-Id/);
  expect(received.at(-1)?.headers.origin).toBe(corsOrigin === 'none' ? page : undefined);
});

test.each([
  ['key-of-the-service', '/v1', 'Bearer test-key.shop'],
  ['key-of-the-service', '/sandboxes/shop/v1', 'Bearer test-key'],
  [undefined, '/sandboxes/shop/v1', 'Bearer test-key'],
])('with the upstream key %s, %s and %s select a sandbox', async (upstreamKey, base, key) => {
  const { origin, received, sandbox } = await start(undefined, { upstreamKey });

  await fetch(`${origin}${base}/pets?limit=1`, { headers: { Authorization: key } });

  expect(await sandbox('shop').requests()).toHaveLength(1);
  expect(await sandbox('default').requests()).toEqual([]);
  expect(received.map(({ url }) => url)).toEqual(['/v1/pets?limit=1']);
});

test('a service may be at the root of its host', async () => {
  const { url, received } = await openService();
  const { origin } = await startSimulator({ upstream: new URL(url).origin, logLevel: 'silent' });

  await fetch(`${origin}/v1/pets?limit=1`);

  expect(received.map((request) => request.url)).toEqual(['/pets?limit=1']);
});

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('fetch without a network decodes %s', async (coding, compress) => {
  const body = compress(JSON.stringify([pet]));
  const { url: upstream } = await openService((_, response) =>
    response
      .writeHead(200, { 'Content-Encoding': coding, 'Content-Length': body.length })
      .end(body),
  );

  const response = await createSimulator({ upstream, logLevel: 'silent' }).fetch('/v1/pets', {
    headers: ownKey,
  });

  expect(await response.json()).toEqual([pet]);
  expect(response.headers.has('content-encoding')).toBe(false);
  expect(response.headers.has('content-length')).toBe(false);
});

test('fetch without a network keeps the headers of a response that is not compressed', async () => {
  const { url: upstream } = await openService((_, response) =>
    response.writeHead(200, { 'Content-Length': 54 }).end(),
  );
  const { fetch: send } = createSimulator({ upstream, logLevel: 'silent' });

  const { headers } = await send('/v1/pets', { method: 'HEAD', headers: ownKey });

  expect(headers.get('content-length')).toBe('54');
});

const unreachable = 'http://127.0.0.1:9/v1';

test('a service that is not there is a refusal with a sentence', async () => {
  const { send, listNotes } = await start(undefined, { upstream: unreachable });

  const response = await send('/pets');

  expect(response.status).toBe(502);
  expect(await response.json()).toMatchObject({
    code: 'simulator_upstream_failed',
    message: expect.stringMatching(
      /^The service at http:\/\/127\.0\.0\.1:9\/v1 did not answer GET \/pets: .*ECONNREFUSED.*\. Check that .* with https:/,
    ),
  });
  expect(await listNotes()).toEqual([{ kind: 'refused', code: 'simulator_upstream_failed' }]);
});

test('a service that does not answer is a refusal after 30 seconds', async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    limits.push(milliseconds);
    return AbortSignal.abort(new DOMException('', 'TimeoutError'));
  });
  const { send } = await start(() => {});

  const response = await send('/pets');

  vi.restoreAllMocks();
  expect([response.status, await response.json()]).toMatchObject([
    504,
    { code: 'simulator_upstream_timeout', message: expect.stringContaining('within 30 s') },
  ]);
  expect(limits).toEqual([30_000]);
});

const large = 16 * 1024 ** 2;

test.each([
  ['response', large + 1, 0, 502],
  ['request', 0, large + 1, 502],
  ['response of the limit', large, 0, 200],
  ['request over the usual limit', 0, large / 8, 200],
])('bodies have at most 16 MiB: %s', async (_, returned, sent, status) => {
  const { send } = await start((_request, response) => response.end('x'.repeat(returned)));

  const response = await send('/pets', { ...creating, body: 'x'.repeat(sent) });

  expect(response.status).toBe(status);
});

test('a service may close its connections at any time', async () => {
  const used = new WeakSet();
  const { send, received } = await start((request, response) => {
    if (used.has(request.socket)) {
      request.socket.destroy();
    } else {
      used.add(request.socket);
      json(200, [pet])(request, response);
    }
  });

  const statuses = [];
  for (const init of [{}, {}, creating, {}]) {
    statuses.push((await send('/pets', init)).status);
  }

  expect(statuses).toEqual([200, 200, 200, 200]);
  expect(received.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test.for([
  '101 Switching Protocols',
  '101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket',
  '000 None',
  '099 Odd',
  '199 Odd',
])('a service that answers %j is a refusal, also after a delay', async (status) => {
  const upstream = await openTcp((socket) => {
    socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 2\r\n\r\n[]`));
  });
  const { send } = await start(undefined, { upstream });

  for (const headers of [ownKey, { ...ownKey, Prefer: 'delay=1' }]) {
    const response = await send('/pets', { headers });
    expect([response.status, (await response.json()).code]).toEqual([
      502,
      'simulator_upstream_failed',
    ]);
  }
});

test.each([
  ['gzip, deflate, br, zstd', 'gzip, deflate, br'],
  ['zstd', ''],
])(
  'a client that accepts %s lets the service send %s, which can be checked',
  async (sent, passed) => {
    const { send, received } = await start();
    await send('/pets', { headers: { ...ownKey, 'Accept-Encoding': sent } });
    expect(received[0]?.headers['accept-encoding']).toBe(passed);
  },
);

test('headers that Connection names concern one connection', async () => {
  const { url, received } = await openService((_request, response) => {
    const headers = { Connection: 'keep-alive, X-Hop', 'X-Hop': '1', 'X-End': '2' };
    response.writeHead(200, headers).end('[]');
  });
  const { port } = await start(undefined, { upstream: url });

  const lines = [key, 'Connection: close, X-Mine', 'X-Mine: 1', 'X-All: 2'];
  const answer = await askOnce(port, request('GET /v1/pets', lines));

  expect(received[0]?.headers).toMatchObject({ 'x-all': '2' });
  expect(received[0]?.headers).not.toHaveProperty('x-mine');
  expect([answer.headers.has('x-hop'), answer.headers.get('x-end')]).toEqual([false, '2']);
});

test('a response that breaks off is a refusal', async () => {
  const { send } = await start((_request, response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('[');
    response.socket?.destroySoon();
  });
  expect((await send('/pets')).status).toBe(502);
});

test.each([
  ['GET', '/pets'],
  ['POST', '/pets', { name: 'Rex', categoryId: 2 }],
  ['PATCH', '/pets/1', { name: 'Rex' }],
  ['DELETE', '/pets/1'],
  ['GET', '/state'],
  ['PUT', '/state', {}],
  ['POST', '/provider-states', { state: 'any', action: 'setup' }],
  ['POST', '/reset', { pets: 3 }],
  ['POST', '/reset', { seed: 3 }],
  ['POST', '/reset', { fixture: 'empty' }],
])(
  'the admin call %s %s says that the pets are the service’s',
  async (method, path, value?: object) => {
    const { origin, upstream } = await start();

    const headers = { 'Content-Type': 'application/json' };
    const content = value === undefined ? {} : { headers, body: JSON.stringify(value) };
    const response = await fetch(`${origin}/__admin${path}`, { method, ...content });

    expect(response.status).toBe(409);
    expect(await response.text()).toContain(`The pets are those of the service at ${upstream}`);
  },
);

test('the landing page and the admin interface name the service', async () => {
  const { origin, upstream } = await start();

  const landing = await (await fetch(origin)).text();
  expect(landing).toContain(`This is animal-store-simulator in front of ${upstream}.`);
  expect(await (await fetch(`${origin}/__admin/info`)).json()).toMatchObject({ upstream });
});

test('a reset clears the journal and the rules', async () => {
  const { send, sandbox, received } = await start();
  await sandbox('default').addRule({ code: 503 });
  await send('/pets');

  await sandbox('default').reset();

  expect(await sandbox('default').requests()).toEqual([]);
  expect([(await send('/pets')).status, received.length]).toEqual([200, 1]);
});

test('a response that contradicts the document is an outcome, and in no contract', async () => {
  const { send, pact, sandbox } = await start(json(200, [{ ...pet, id: 'one' }]));
  await pact({ consumer: 'shop' });

  await send('/pets');

  expect(await sandbox('default').requests({ outcome: 'mismatch' })).toHaveLength(1);
  const { text, excluded } = await pact({ consumer: 'shop' });
  expect(JSON.parse(text).interactions).toEqual([]);
  expect(excluded).toMatchObject([
    { reason: 'the response contradicts section 4.1 of the document' },
  ]);
});
