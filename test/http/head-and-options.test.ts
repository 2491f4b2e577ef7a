import { expect, test } from 'vitest';
import { askOnce, close, key, openWire, request, start } from './wire.js';

const paths = [
  '/v1/pets',
  '/v1/pets?limit=3',
  '/v1/pets/1',
  '/sandboxes/a/v1/pets',
  '/v1/pets/999',
];

for (const path of paths) {
  test(`answers HEAD ${path} as GET without a body`, async () => {
    const { port } = await start();

    const get = await askOnce(port, request(`GET ${path}`, [key, close]));
    const head = await askOnce(port, request(`HEAD ${path}`, [key, close]));

    const [{ date: _get, ...expected }, { date: _head, ...got }] = [get, head].map(({ headers }) =>
      Object.fromEntries(headers),
    ) as [Record<string, string>, Record<string, string>];
    expect([head.status, got]).toEqual([get.status, expected]);
    expect(got['content-length']).toBe(String(Buffer.byteLength(get.body)));
    expect([head.body, get.body === '']).toEqual(['', false]);
  });
}

test('answers HEAD without a key with 401', async () => {
  const { port } = await start();
  const answer = await askOnce(port, request('HEAD /v1/pets', [close]));
  expect([answer.status, answer.body]).toEqual([401, '']);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
});

test('serves the next request after HEAD', async () => {
  const { port } = await start();
  const wire = openWire(port);
  wire.write(request('HEAD /v1/pets/1', [key]) + request('GET /v1/pets/2', [key, close]));
  const { text } = await wire.closed;
  expect(text.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
  expect(text.match(/"id":\d+/g)).toEqual(['"id":2']);
});

const allowed = [
  ['/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['/sandboxes/a/v1/pets', 'GET, POST, HEAD, OPTIONS'],
] as const;

for (const [path, methods] of allowed) {
  test(`answers OPTIONS ${path} with Allow, without a key`, async () => {
    const { port } = await start();
    const answer = await askOnce(port, request(`OPTIONS ${path}`, [close]));
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, methods]);
    expect(answer.headers.has('content-length')).toBe(false);
  });

  test(`answers the preflight of ${path}`, async () => {
    const { origin } = await start();

    const answer = await fetch(`${origin}${path}`, {
      method: 'OPTIONS',
      headers: {
        Origin: 'http://localhost:3000',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization,x-request-id',
      },
    });

    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-methods')).toBe(methods);
    const names = answer.headers.get('access-control-allow-headers')?.toLowerCase().split(', ');
    expect(names).toEqual(expect.arrayContaining(['authorization', 'x-request-id', 'prefer']));
  });
}

test('ignores Prefer in a preflight', async () => {
  const { port } = await start();
  const head = request('OPTIONS /v1/pets', ['Prefer: fault=reset, code=503', close]);
  expect((await askOnce(port, head)).status).toBe(204);
});
