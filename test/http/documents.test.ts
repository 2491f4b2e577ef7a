import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { askOnce, close, request, start } from './wire.js';

const spec = new URL('../../spec/animal-store.openapi.yaml', import.meta.url);
const documents = ['/health', '/health/ready', '/openapi.json', '/openapi.yaml', '/'];

test('answers /health without a key', async () => {
  const { origin } = await start();
  const answer = await fetch(`${origin}/health`);
  const eventLoopDelay = { max: expect.any(Number), p99: expect.any(Number) };
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', eventLoopDelay }]);
});

test('serves the spec at /openapi.yaml', async () => {
  const { origin } = await start();
  const answer = await fetch(`${origin}/openapi.yaml`);
  expect(answer.headers.get('content-type')).toContain('application/yaml');
  expect(await answer.text()).toBe(await readFile(spec, 'utf8'));
});

test('serves the same document at /openapi.json', async () => {
  const { origin } = await start();
  const answer = await fetch(`${origin}/openapi.json`);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual(parse(await readFile(spec, 'utf8')));
});

test('names the URL of the service at /', async () => {
  const { origin, url } = await start();
  const page = await (await fetch(`${origin}/`)).text();
  expect(page).toContain(`${url}/pets`);
});

for (const path of documents) {
  test(`answers HEAD ${path} as GET without a body`, async () => {
    const { port } = await start();
    const get = await askOnce(port, request(`GET ${path}`, [close]));
    const head = await askOnce(port, request(`HEAD ${path}`, [close]));
    expect([head.status, head.body]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.body)));
  });

  test(`answers POST ${path} with 405 and Allow`, async () => {
    const { origin } = await start();
    const answer = await fetch(origin + path, { method: 'POST', body: '{}' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed', status: 405 });
  });

  test(`lets any page read ${path}`, async () => {
    const { origin } = await start();
    const answer = await fetch(origin + path, { headers: { Origin: 'http://localhost:3000' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
}

const unknown = [
  '/pets',
  '/v2/pets',
  '/v1x/pets',
  '/sandboxes/a/pets',
  '/V1/pets',
  '/%',
  '//v1/pets',
];

for (const path of unknown) {
  test(`answers ${path} with 404 and the path of the service`, async () => {
    const { port } = await start();
    const answer = await askOnce(port, request(`GET ${path}`, [close]));
    const { message, ...others } = JSON.parse(answer.body);
    expect([answer.status, others]).toEqual([404, { code: 'not_found', status: 404 }]);
    expect(message).toContain(JSON.stringify(path));
    expect(message).toContain('/v1/pets');
  });
}

test('accepts a document’s target in absolute form', async () => {
  const { port } = await start();
  const answer = await askOnce(port, request('GET http://petstore.example/health', [close]));
  expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('"status":"ok"')]);
});

test('does not name its framework', async () => {
  const { origin } = await start();
  for (const path of ['/health', '/v1/pets', '/nowhere']) {
    expect((await fetch(origin + path)).headers.has('x-powered-by')).toBe(false);
  }
});

for (const path of documents) {
  test(`answers OPTIONS ${path} with Allow`, async () => {
    const { origin } = await start();
    const answer = await fetch(`${origin}${path}`, { method: 'OPTIONS' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
}
