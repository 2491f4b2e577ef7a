import { expect, test } from 'vitest';
import { askOnce, close, key, request, start } from './wire.js';

/** Methods that the document doesn't have, and what is allowed instead. */
const missing = [
  ['PUT', '/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['PATCH', '/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['DELETE', '/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['TRACE', '/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['PROPFIND', '/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['POST', '/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['PUT', '/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/sandboxes/a/v1/pets/1', 'GET, HEAD, OPTIONS'],
] as const;

for (const [method, path, allow] of missing) {
  test(`answers ${method} ${path} with 405 and Allow`, async () => {
    const { port } = await start();

    const answer = await askOnce(port, request(`${method} ${path}`, [key, close]));

    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
    const { message, ...others } = JSON.parse(answer.body);
    expect(others).toEqual({ code: 'method_not_allowed', status: 405 });
    expect(message).toContain(`"${method}"`);
    expect(message).toContain('section 4');
  });
}

for (const path of [
  '/v1',
  '/v1/',
  '/v1/cats',
  '/v1/pets/',
  '/v1/pets/1/2',
  '/v1/PETS',
  '/v1//pets',
]) {
  test(`answers ${path} with 404 and the paths`, async () => {
    const { port } = await start();
    const answer = await askOnce(port, request(`GET ${path}`, [key, close]));
    const { message, ...others } = JSON.parse(answer.body);
    expect([answer.status, others]).toEqual([404, { code: 'not_found', status: 404 }]);
    expect(message).toContain(JSON.stringify(path));
    expect(message).toContain('/v1/pets/{petId} (section 4)');
  });
}

test('refuses GET /store/orders', async () => {
  const { port } = await start();
  const answer = await askOnce(port, request('GET /v1/store/orders', [key, close]));
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([501, 'simulator_not_described']);
});

test('answers an unknown path or method without a key with 401', async () => {
  const { port } = await start();
  for (const target of ['GET /v1/cats', 'DELETE /v1/pets']) {
    expect((await askOnce(port, request(target, [close]))).status).toBe(401);
  }
});

test('keeps the connection after a body that nobody reads', async () => {
  const { url } = await start();
  const headers = { Authorization: 'Bearer test-key' };
  const body = 'x'.repeat(100_000);
  for (let n = 0; n < 3; n += 1) {
    const refused = await fetch(`${url}/pets`, { method: 'PUT', headers, body });
    const next = await fetch(`${url}/pets`, { headers });
    expect([refused.status, (await refused.text()).length > 0, next.status]).toEqual([
      405,
      true,
      200,
    ]);
  }
});

test('accepts a target in absolute form', async () => {
  const { port } = await start();
  const target = 'GET http://petstore.example/v1/pets?limit=2';
  const answer = await askOnce(port, request(target, [key, close]));
  expect([answer.status, JSON.parse(answer.body).length]).toEqual([200, 2]);
});

test('answers HTTP/1.0 without Host and closes the connection', async () => {
  const { port } = await start();
  const answer = await askOnce(port, `GET /v1/pets?limit=2 HTTP/1.0\r\n${key}\r\n\r\n`);
  expect([answer.status, JSON.parse(answer.body).length]).toEqual([200, 2]);
});
