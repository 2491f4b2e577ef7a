import type { RequestListener } from 'node:http';
import express from 'express';
import { expect, test } from 'vitest';
import type { Sandboxes } from '../../../src/engine/sandboxes.js';
import { createService } from '../../../src/server/service.js';
import { openHttp } from '../../support/open-http.js';
import { createRecorder, createSandboxes } from '../../support/serve.js';

const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
const large = '{"name":"Rex","categoryId":9007199254740993}';

const serve = (listener: RequestListener) => openHttp(listener, '');

function create(sandboxes: Pick<Sandboxes, 'answer'> = createSandboxes(), maxBody = 1_024) {
  const recorder = createRecorder();
  return { ...recorder, service: createService({ sandboxes, maxBody, ...recorder }) };
}

const post = (origin: string, body = large) =>
  fetch(`${origin}/v1/pets`, { method: 'POST', headers, body });

test('serves the simulator on a bare server, with a 404 for other paths', async () => {
  const origin = await serve(create().service);
  const other = await fetch(`${origin}/elsewhere`, { headers });
  expect(await (await post(origin)).text()).toContain('"categoryId":9007199254740993');
  expect([other.status, (await other.json()).code]).toEqual([404, 'not_found']);
});

test('serves the simulator in an Express app, under a prefix, and leaves other routes', async () => {
  const app = express().use('/double', create().service);
  app.get('/double/after', (_request, response) => void response.send('after'));
  const origin = await serve(app);
  const listed = await fetch(`${origin}/double/v1/pets?limit=2`, { headers });
  const inSandbox = await fetch(`${origin}/double/sandboxes/a/v1/pets`, { headers });
  const after = await fetch(`${origin}/double/after`);
  const beside = await fetch(`${origin}/v1/pets`, { headers });
  expect(await listed.json()).toHaveLength(2);
  expect([inSandbox.status, await after.text(), beside.status]).toEqual([200, 'after', 404]);
});

test('refuses a body after express.json(), and lists pets', async () => {
  const { service, errors } = create();
  const origin = await serve(express().use(express.json()).use(service));
  const answer = await post(origin);
  const { message, ...others } = await answer.json();
  expect(others).toEqual({ code: 'simulator_body_already_read', status: 500 });
  expect(message).toContain('before express.json()');
  expect(errors).toHaveLength(1);
  expect((await fetch(`${origin}/v1/pets`, { headers })).status).toBe(200);
});

test.each([
  ['at once', () => fail()],
  ['later', async () => fail()],
])('answers 500 to a defect %s', async (_when, answer) => {
  const { service, errors } = create({ answer });
  const origin = await serve(service);
  const response = await fetch(`${origin}/v1/pets`, { headers });
  expect([response.status, (await response.json()).code]).toEqual([500, 'simulator_defect']);
  expect(errors).toEqual([new TypeError('a defect')]);
});

function fail(): never {
  throw new TypeError('a defect');
}
