import { request as httpRequest } from 'node:http';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type SimulatorOptions, startSimulator } from '../../src/index.js';

interface Answer {
  readonly status: number | undefined;
  readonly body: { readonly code?: string; readonly message?: string };
}

/** Calls the simulator's own interface; `fetch` wouldn't let a Host be chosen. */
async function call(headers: Readonly<Record<string, string>>, options: SimulatorOptions = {}) {
  const simulator = await startSimulator(options);
  onTestFinished(() => simulator.close());
  return new Promise<Answer>((resolve, reject) => {
    const url = `${simulator.origin}/__admin/provider-states`;
    httpRequest(url, { method: 'POST', headers }, async (response) => {
      resolve({ status: response.statusCode, body: (await json(response)) as Answer['body'] });
    })
      .on('error', reject)
      .end('{"state":"the API key is valid"}');
  });
}

const beyond: SimulatorOptions = { host: '0.0.0.0' };

test.for(['localhost:4010', '127.0.0.1:4010', '[::1]:4010', 'pets.localhost'])(
  'accepts the host %s',
  async (Host) => {
    expect((await call({ Host })).status).toBe(200);
  },
);

test('rejects a foreign host name', async () => {
  const { status, body } = await call({ Host: 'evil.example:4010' });

  expect(status).toBe(403);
  expect(body.message).toContain('"evil.example:4010"');
});

test('rejects a Host that only ends like a local name', async () => {
  expect((await call({ Host: 'evil.example/.localhost' })).status).toBe(400);
  expect((await call({ Host: 'localhost.evil.example' })).status).toBe(403);
});

test.for(['cross-site', 'same-site'])('rejects a page with Sec-Fetch-Site: %s', async (site) => {
  const { status, body } = await call({ 'Sec-Fetch-Site': site });

  expect([status, body.code]).toEqual([403, 'simulator_forbidden']);
  expect(body.message).toContain(site);
});

test.for(['same-origin', 'none'])('accepts Sec-Fetch-Site: %s', async (site) => {
  expect((await call({ 'Sec-Fetch-Site': site })).status).toBe(200);
});

test.for([
  ['127.1', 'http://127.0.0.1:'],
  ['::ffff:127.0.0.1', 'http://[::ffff:7f00:1]:'],
  ['localhost', 'http://localhost:'],
] as const)('takes the host %s for loopback', async ([host, origin]) => {
  const simulator = await startSimulator({ host });
  onTestFinished(() => simulator.close());

  const { status } = await fetch(`${simulator.origin}/__admin/rules`);

  expect([status, simulator.origin.startsWith(origin)]).toEqual([200, true]);
});

test.for(['https://evil.example', 'http://localhost:3000', 'null'])(
  'rejects a page of %s',
  async (Origin) => {
    const { status, body } = await call({ Origin });

    expect(status).toBe(403);
    expect(body.code).toBe('simulator_forbidden');
  },
);

test('requires a token beyond loopback', async () => {
  const { status, body } = await call({}, beyond);

  expect(status).toBe(403);
  expect(body.message).toContain('--admin-token');
});

test.for([undefined, 'wrong', 'secrets', 'secre'])('rejects the token %s', async (token) => {
  const headers: Record<string, string> = token ? { 'Simulator-Admin-Token': token } : {};

  const { status, body } = await call(headers, { ...beyond, adminToken: 'secret' });

  expect(status).toBe(401);
  expect(body.message).toContain('Simulator-Admin-Token');
  expect(JSON.stringify(body)).not.toContain('"secret"');
});

test('accepts the token beyond loopback', async () => {
  const headers = { 'Simulator-Admin-Token': 'secret' };

  expect((await call(headers, { ...beyond, adminToken: 'secret' })).status).toBe(200);
});

test('requires a configured token on loopback too', async () => {
  expect((await call({}, { adminToken: 'secret' })).status).toBe(401);
});

test('accepts any host name with the token, as in containers', async () => {
  const headers = { Host: 'animal-store:4010', 'Simulator-Admin-Token': 'secret' };

  expect((await call(headers, { ...beyond, adminToken: 'secret' })).status).toBe(200);
});

test('rejects a page with a resolved name where a token is set', async () => {
  const Host = 'evil.example:4010';

  const { status } = await call({ Host, Origin: `http://${Host}` }, { adminToken: 'secret' });

  expect(status).toBe(401);
});
