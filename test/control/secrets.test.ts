import { request } from 'node:http';
import { expect, test } from 'vitest';
import { create, list } from './exchanges.js';
import { callService, controlled, openServer } from './open.js';

controlled('hides keys everywhere', async (open) => {
  const apiKey = ['secret', 'secret-of/mine', 'key+of='];
  const simulator = await open({ apiKey });
  const sandbox = simulator.sandbox();
  const call = (headers: Record<string, string>, path = '/pets') =>
    callService(simulator, sandbox, { ...create, path, headers });

  await call({ Authorization: 'Bearer secret-of/mine' });
  await call({ Authorization: 'Bearer key-of-another-service' });
  await call({ Authorization: 'key-of-another-service' });
  await call({
    Cookie: 'session=key-of-another-service',
    'Proxy-Authorization': 'Basic user:word',
  });
  await call({
    'X-Api-Key': 'key-of-another-service',
    'Simulator-Admin-Token': 'key-of-another-service',
  });
  await call({ 'X-Forwarded': 'see secret-of/mine' });
  await call({}, '/pets?key=key%2Bof%3D&old=secret&other=secret-of%2Fmine');
  await callService(simulator, sandbox, {
    ...create,
    body: '{"name":"secret-of/mine","categoryId":1}',
  });
  await callService(simulator, sandbox, { path: '/pets/secret' });

  const requests = await sandbox.requests();
  const recorded = JSON.stringify(requests);
  for (const word of ['secret', 'mine', 'another', 'session', 'user:word', 'key+of', 'key%2B']) {
    expect(recorded).not.toContain(word);
  }
  expect(requests.map(({ headers }) => headers.authorization).slice(0, 3)).toEqual([
    'Bearer ***',
    'Bearer ***',
    '***',
  ]);
  expect(requests[3]?.headers).toMatchObject({ cookie: '***', 'proxy-authorization': 'Basic ***' });
  expect(requests[5]?.headers['x-forwarded']).toBe('see ***');
  expect(requests[6]?.query).toBe('key=***&old=***&other=***');
  expect(requests[7]).toMatchObject({
    body: '{"name":"***","categoryId":1}',
    json: { name: '***' },
  });
  expect(requests[8]?.path).toMatch(/\/pets\/\*\*\*$/);
});

controlled('hides keys in the closest query and in headers named like keys', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('default');
  const headers = { Authorization: 'Bearer test-key', 'X-Auth-Token': 'mine' };
  const referer = { Referer: 'http://localhost/?token=mine' };
  await callService(simulator, sandbox, {
    path: '/pets?api_key=mine&%6Bey=mine',
    headers: { ...headers, ...referer },
  });

  const { closest } = await sandbox.count({ query: { api_key: 'x' } });

  expect(JSON.stringify(closest)).not.toContain('mine');
  expect(closest?.request.query).toBe('api_key=***&%6Bey=***');
});

controlled('hides credentials of other services, and short and escaped keys', async (open) => {
  const simulator = await open({ apiKey: ['k7', 'long-enough'] });
  const sandbox = simulator.sandbox('default');
  const headers = {
    'X-Sig': 'mine',
    'X-Jwt': 'mine',
    'X-Session-Id': 'mine',
    Referer: 'http://mine@localhost/?sig=mine',
  };
  const call = (path: string, body: string, extra = {}) =>
    callService(simulator, sandbox, { ...create, path, body, headers: { ...headers, ...extra } });

  await call('/pets?sig=mine&pwd=mine&jwt=mine&session=mine', '{"apiKey":"mine"}');
  await call('/pets', '{"name":"\\u006cong-enough","\\u0061piKey":{"deep":["mine"]}}');
  await call('/pets', '{"name":"k7"}', { Authorization: 'lettersonly mine' });
  await call('/pets/k7', '{"name":"lon%67-enough"}');
  await call('/pets', `{"name":"${'x'.repeat(4_080)}long-enough"}`);

  const requests = await sandbox.requests();
  const { closest } = await sandbox.count({
    body: { name: 'x', apiKey: 1 },
    query: { sig: 'x' },
    headers: { 'x-sig': 'x', referer: 'x' },
    status: 418,
  });
  const shown = JSON.stringify([requests, closest, await simulator.sandboxes()]);
  for (const secret of ['mine', 'long-', 'ong-enough', 'k7"', '/k7']) {
    expect(shown).not.toContain(secret);
  }
  expect(requests[0]?.json).toEqual({ apiKey: '***' });
  expect(requests[1]?.json).toEqual({ name: '***', apiKey: '***' });
});

controlled('hides secret fields in differences', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('default');
  const body = '{"name":"Rex","apiKey":"mine","auth":{"pin":4711},"tags":["mine"]}';
  await callService(simulator, sandbox, { ...create, body });

  const { closest } = await sandbox.count({ body: { apiKey: 'x', auth: 'x', tags: 'x' } });

  expect(closest?.differences).toEqual([
    'body.apiKey: expected "x"; got "***"',
    'body.auth: expected "x"; got {"pin":"***"}',
    'body.tags: expected "x"; got ["***"]',
  ]);
});

controlled('hides keys in differences', async (open) => {
  const simulator = await open();
  const sandbox = simulator.sandbox('default');
  const headers = { Authorization: 'Bearer other"key', Cookie: 'a="b"' };
  await callService(simulator, sandbox, { ...list, headers });

  const { closest } = await sandbox.count({
    headers: { Authorization: 'Bearer nobody', Cookie: 'c' },
  });

  expect(closest?.differences).toEqual([
    'header Authorization: expected "Bearer nobody"; got "***"',
    'header Cookie: expected "c"; got "***"',
  ]);
});

test('joins repeated headers under their lower-case name', async () => {
  const simulator = await openServer();
  await new Promise((resolve, reject) => {
    const headers = ['X-Trace', 'a', 'x-trace', 'b', 'Host', 'localhost'];
    const keys = ['authorization', 'Bearer one', 'Authorization', 'Bearer two'];
    const options = { headers: [...headers, ...keys] };
    request(`${simulator.url}/pets`, options, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });

  const [exchange] = await simulator.sandbox('default').requests();

  expect(exchange?.headers).toMatchObject({ 'x-trace': 'a, b', authorization: 'Bearer ***' });
});
