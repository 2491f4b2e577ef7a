import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type Express, type RequestHandler } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { createSimulator } from '../../src/index.js';

const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
const large = '{"name":"Rex","categoryId":9007199254740993}';

/** Serves an app on a free port until the test ends. */
async function serve(app: Express): Promise<string> {
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The simulator in an app, after a body parser. */
function behind(parser: RequestHandler): Promise<string> {
  return serve(express().use(parser).use(createSimulator().middleware()));
}

const post = (origin: string, body: string) =>
  fetch(`${origin}/v1/pets`, { method: 'POST', headers, body });

test('serves the simulator in an Express app', async () => {
  const origin = await serve(express().use(createSimulator().middleware()));
  const created = await post(origin, large);
  const read = await fetch(`${origin}/v1/pets/51`, { headers });
  expect(created.status).toBe(201);
  expect(await read.text()).toBe('{"id":51,"name":"Rex","categoryId":9007199254740993}');
});

test('serves the simulator under a prefix', async () => {
  const origin = await serve(express().use('/double', createSimulator().middleware()));
  const beneath = await fetch(`${origin}/double/v1/pets?limit=2`, { headers });
  const inSandbox = await fetch(`${origin}/double/sandboxes/a/v1/pets`, { headers });
  const beside = await fetch(`${origin}/v1/pets`, { headers });
  expect(await beneath.json()).toHaveLength(2);
  expect(inSandbox.headers.get('simulator-sandbox')).toBe('a');
  expect([beneath.status, inSandbox.status, beside.status]).toEqual([200, 200, 404]);
});

test('leaves other routes to the app', async () => {
  const app = express();
  app.get('/before', (_request, response) => void response.send('before'));
  app.use(createSimulator().middleware());
  app.get('/after', (_request, response) => void response.send('after'));
  const origin = await serve(app);
  const texts = ['/before', '/after'].map(async (path) => (await fetch(origin + path)).text());
  expect(await Promise.all(texts)).toEqual(['before', 'after']);
});

test('passes the error of a fixture to the app’s error handler', async () => {
  const app = express().use(createSimulator({ fixture: 'no-such-fixture' }).middleware());
  const handler: express.ErrorRequestHandler = (error, _request, response, _next) =>
    void response.status(555).send(error.name);
  const origin = await serve(app.use(handler));
  const answer = await fetch(`${origin}/v1/pets`, { headers });
  expect([answer.status, await answer.text()]).toEqual([555, 'UsageError']);
});

test('keeps every digit before express.json()', async () => {
  const app = express().use(createSimulator().middleware()).use(express.json());
  app.post('/echo', (request, response) => void response.json(request.body));
  const origin = await serve(app);
  const echoed = await fetch(`${origin}/echo`, { method: 'POST', headers, body: '{"a":1}' });
  expect(await (await post(origin, large)).text()).toContain('9007199254740993');
  expect(await echoed.json()).toEqual({ a: 1 });
});

test('refuses a body after express.json()', async () => {
  const origin = await behind(express.json());
  const answer = await post(origin, large);
  const { message, ...others } = await answer.json();
  expect(others).toEqual({ code: 'simulator_body_already_read', status: 500 });
  expect(message).toContain('before express.json()');
  expect(answer.status).toBe(500);
});

test('lists pets after express.json()', async () => {
  const origin = await behind(express.json());
  const answer = await fetch(`${origin}/v1/pets?limit=2`, { headers });
  expect(await answer.json()).toHaveLength(2);
});

for (const [name, parser] of [
  ['raw', express.raw({ type: '*/*' })],
  ['text', express.text({ type: '*/*' })],
] as const) {
  test(`keeps every digit after express.${name}()`, async () => {
    const answer = await post(await behind(parser), large);
    expect(await answer.text()).toBe('{"id":51,"name":"Rex","categoryId":9007199254740993}');
  });

  test(`refuses an oversized body after express.${name}()`, async () => {
    const app = express()
      .use(parser)
      .use(createSimulator({ maxBody: 20 }).middleware());
    const origin = await serve(app);
    expect((await post(origin, large)).status).toBe(413);
    expect((await fetch(`${origin}/v1/pets`, { headers })).status).toBe(200);
  });
}
