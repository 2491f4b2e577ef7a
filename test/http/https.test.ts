import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { createServer, request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { StandaloneServer } from '../../src/http/server.js';
import { createSimulator, type SimulatorOptions, startSimulator } from '../../src/index.js';
import { writePair } from '../support/certificate.js';
import { close, key, openWire, readAnswers, request } from './wire.js';

async function startSecure(options?: SimulatorOptions) {
  const files = writePair();
  const simulator = await startSimulator({ ...options, ...files });
  onTestFinished(() => simulator.close());
  return { simulator, ca: readFileSync(files.tlsCert, 'utf8') };
}

/** Sends bytes on a connection with TLS. */
function sendSecure(port: number, ca: string, bytes: string) {
  const wire = openWire(port, { ca });
  wire.write(bytes);
  return wire;
}

const get = (...headers: string[]) => request('GET /v1/pets/1', [key, ...headers]);

test('serves clients that trust its certificate', async () => {
  const { simulator, ca } = await startSecure();
  const headers = { Authorization: `Bearer ${simulator.apiKey}` };

  const [response] = await once(
    httpsRequest(`${simulator.url}/pets/1`, { ca, headers }).end(),
    'response',
  );

  expect(simulator.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1$/);
  expect(await json(response)).toMatchObject({ id: 1 });
});

test('is not trusted by others', async () => {
  const { simulator } = await startSecure();

  await expect(fetch(`${simulator.url}/pets`)).rejects.toMatchObject({
    cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
  });
});

test('tells a client without TLS to use https', async () => {
  const { simulator, ca } = await startSecure();

  const [response] = await once(
    httpRequest(simulator.url.replace('https', 'http')).end(),
    'response',
  );

  expect(response.statusCode).toBe(400);
  expect(await json(response)).toMatchObject({
    message: expect.stringContaining('Use a URL that begins with https://.'),
  });
  const { closed } = sendSecure(simulator.port, ca, get(close));
  expect((await closed).text).toContain('200 OK');
});

test('closes a connection whose bytes are neither TLS nor HTTP', async () => {
  const { simulator, ca } = await startSecure();
  const socket = connect(simulator.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());

  socket.resume().write(Buffer.alloc(1_000, 0x16));
  await once(socket, 'close');

  const { closed } = sendSecure(simulator.port, ca, get(close));
  expect((await closed).text).toContain('200 OK');
});

test('answers pipelined requests in order, up to the last', async () => {
  const { simulator, ca } = await startSecure();
  const requests = Array.from({ length: 200 }, (_, index) =>
    request(`GET /v1/pets/${1 + (index % 50)}`, [key]),
  );

  const { closed } = sendSecure(simulator.port, ca, requests.join('') + get(close));

  const ids = readAnswers((await closed).text).map(({ body }) => JSON.parse(body).id);
  expect(ids).toEqual([...requests.map((_, index) => 1 + (index % 50)), 1]);
});

test('answers bytes that are no request', async () => {
  const { simulator, ca } = await startSecure();

  const { closed } = sendSecure(simulator.port, ca, 'nonsense\r\n\r\n');

  expect((await closed).text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('answers a client that ends its side', async () => {
  const { simulator, ca } = await startSecure();
  const wire = openWire(simulator.port, { ca });

  wire.end(get('Prefer: delay=50'));

  expect((await wire.closed).text).toContain('"id":1');
});

test.each(['reset', 'empty'])('fault=%s ends the connection without a response', async (fault) => {
  const { simulator, ca } = await startSecure();

  const { closed } = sendSecure(simulator.port, ca, get(`Prefer: fault=${fault}`));

  expect((await closed).text).toBe('');
});

test('fault=reset ends the connection in an HTTPS server of the user', async () => {
  const { tlsCert, tlsKey } = writePair();
  const [cert, pem] = [readFileSync(tlsCert), readFileSync(tlsKey)];
  const server = createServer({ cert, key: pem }, createSimulator().middleware());
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };

  const { closed } = sendSecure(port, String(cert), get('Prefer: fault=reset'));

  expect((await closed).text).toBe('');
});

test('lets its own pages control it, and no pages of the same host without TLS', async () => {
  const { simulator, ca } = await startSecure();
  const statuses = [];
  for (const Origin of [simulator.origin, simulator.origin.replace('https', 'http')]) {
    const sent = httpsRequest(`${simulator.origin}/__admin/sandboxes`, { ca, headers: { Origin } });
    const [response] = await once(sent.end(), 'response');
    statuses.push(response.resume().statusCode);
  }

  expect(statuses).toEqual([200, 403]);
});

test('stops while connections are idle, in a handshake or without a byte', async () => {
  const { simulator, ca } = await startSecure();
  const { port } = simulator;
  const idle = openWire(port, { ca });
  const silent = connect(port, '127.0.0.1').resume();
  const handshaking = connect(port, '127.0.0.1').resume();
  const ended = [silent, handshaking].map((socket) =>
    once(
      socket.on('error', () => {}),
      'close',
    ),
  );
  handshaking.write(Buffer.from([0x16, 3, 1, 2, 0]));
  const open = sendSecure(port, ca, get('Prefer: delay=100'));
  // All that was sent before has arrived when this has a response.
  await sendSecure(port, ca, get(close)).closed;

  await simulator.close();

  expect((await open.closed).text).toContain('Connection: close');
  expect(await idle.closed).toEqual({ text: '', brokenBy: undefined });
  await Promise.all(ended);
});

/** A server with very short time limits. */
async function startHasty(service = createSimulator().middleware()) {
  const { tlsCert, tlsKey } = writePair();
  const cert = readFileSync(tlsCert, 'utf8');
  const secure = { createServer, cert, key: readFileSync(tlsKey, 'utf8') };
  const limits = {
    handshakeTimeout: 50,
    requestTimeout: 50,
    sendTimeout: 50,
    connectionsCheckingInterval: 10,
  };
  const observer = { onExchange: () => {}, onResponse: () => {}, onError: () => {} };
  const loadApp = () => Promise.reject(new Error('These requests need no app.'));
  const server = new StandaloneServer(service, observer, loadApp, { secure, limits });
  onTestFinished(() => server.stop());
  return { ca: cert, ...(await server.listen('127.0.0.1', 0)) };
}

test('ends a handshake that takes too long', async () => {
  const { port } = await startHasty();
  const socket = connect(port, '127.0.0.1').resume();

  await once(socket, 'close');
});

test('answers a request that never ends with 408', async () => {
  const { port, ca } = await startHasty();

  const { closed } = sendSecure(port, ca, 'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\n');

  expect((await closed).text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('resets the connection of a client that reads nothing', async () => {
  let onClose = () => {};
  const lost = new Promise<void>((resolve) => {
    onClose = resolve;
  });
  const { port, ca } = await startHasty((_request, response) => {
    response.end(Buffer.alloc(32 * 1024 ** 2)).once('close', onClose);
  });
  const socket = connectTls({ port, ca, host: '127.0.0.1' }).on('error', () => {});
  onTestFinished(() => void socket.destroy());

  socket.write(get());

  await lost;
});
