import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { Engine } from '../../src/engine/engine.js';
import {
  createExchange,
  decide,
  type Exchange,
  refuseExchange,
} from '../../src/engine/exchange.js';
import { SimulatorError } from '../../src/engine/interface/errors.js';
import type { ServiceRequest } from '../../src/engine/interface/message.js';
import { applyLogEntry } from '../../src/engine/sandbox/log-entry.js';
import { findTarget } from '../../src/engine/target.js';
import { answerFetch } from '../../src/http/fetch-handler.js';
import { createMiddleware } from '../../src/http/middleware.js';
import { resolveSimulatorOptions } from '../../src/options/resolve.js';
import { SimulatorCore } from '../../src/simulator-core.js';
import { createLogEntry } from '../support/log-entry.js';

type ExchangeLater = (request: ServiceRequest, engine: Engine) => Promise<Exchange>;

/** Keeps each decision elsewhere before it is applied. */
const keepElsewhere: ExchangeLater = async (request, { settings, sandboxes }) => {
  const target = findTarget(request, settings);
  const sandbox = sandboxes.getOrCreate(target.sandbox);
  const decision = decide(request, target, sandbox, settings);
  const entry = createLogEntry(decision);
  await new Promise(setImmediate);
  applyLogEntry(sandbox, entry);
  return createExchange(decision, sandbox.journal.total);
};

const full = new SimulatorError('simulator_full', 'There is no room.');

const refuse: ExchangeLater = async (request, { settings }) =>
  refuseExchange(request, findTarget(request, settings), full, settings);

const fail: ExchangeLater = async () => {
  throw new TypeError('a defect');
};

async function open(exchangeLater: ExchangeLater) {
  const observer = { onExchange: () => {}, onResponse: () => {}, onError: () => {} };
  const engine = await new SimulatorCore(resolveSimulatorOptions({ pets: 2 })).engine();
  const exchange = (request: ServiceRequest) => exchangeLater(request, engine);
  const backend = { exchange, sent: engine.sent };
  const server = createServer(createMiddleware(backend, 1024, observer));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/pets`;
  const headers = { Authorization: 'Bearer test-key', Origin: 'http://app.test' };
  const fetchWithin = (init: RequestInit) =>
    answerFetch(backend, new Request(url, init), 1024, () => {});
  return { url, headers, engine, fetchWithin };
}

const pet = JSON.stringify({ name: 'Rex', categoryId: 1 });

test('responds when a decision is kept elsewhere', async () => {
  const { url, headers, engine, fetchWithin } = await open(keepElsewhere);
  const json = { ...headers, 'Content-Type': 'application/json' };

  const created = await fetch(url, { method: 'POST', headers: json, body: pet });
  const listed = await fetchWithin({ headers });

  expect(await created.json()).toMatchObject({ id: 3 });
  expect(await listed.json()).toHaveLength(3);
  const { journal } = engine.sandboxes.getOrCreate('default');
  expect(journal.list().map(({ status }) => status)).toEqual([201, 200]);
});

test('refuses a request so that apps of other origins can read why', async () => {
  const { url, headers, fetchWithin } = await open(refuse);

  for (const response of [await fetch(url, { headers }), await fetchWithin({ headers })]) {
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({
      code: 'simulator_full',
      message: 'There is no room.',
      status: 501,
    });
  }
});

test('responds when an exchange fails later', async () => {
  const { url, headers } = await open(fail);

  const response = await fetch(url, { headers });

  expect(await response.json()).toMatchObject({ code: 'simulator_defect' });
});
