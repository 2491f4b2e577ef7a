import { once } from 'node:events';
import { connect } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { StandaloneServer } from '../../src/http/server.js';
import { createSimulator } from '../../src/index.js';

const hasty = {
  handshakeTimeout: 50,
  requestTimeout: 50,
  sendTimeout: 50,
  connectionsCheckingInterval: 10,
};
const head = 'POST /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer test-key\r\n';

/** A server with a very short time limit for requests. */
async function startHasty(service = createSimulator().middleware()) {
  const statuses: number[] = [];
  const observer = {
    onExchange: () => {},
    onResponse: ({ status }: { status: number }) => void statuses.push(status),
    onError: () => {},
  };
  const loadApp = () => Promise.reject(new Error('These requests need no app.'));
  const server = new StandaloneServer(service, observer, loadApp, { limits: hasty });
  const { port } = await server.listen('127.0.0.1', 0);
  onTestFinished(() => server.stop());
  return { port, statuses };
}

const beginnings: [what: string, sent: string][] = [
  ['headers that never end', head],
  ['a body that never arrives', `${head}Content-Length: 40\r\n\r\n`],
  ['a body that breaks off', `${head}Content-Length: 40\r\n\r\n{"name":`],
];

test.each(beginnings)('answers %s with 408 and closes the connection', async (_what, sent) => {
  const { port, statuses } = await startHasty();
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');

  socket.write(sent);
  const answer = await text(socket);

  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({
    code: 'request_timeout',
    message: expect.stringContaining('within 30 seconds'),
    status: 408,
  });
  expect(statuses).toEqual([408]);
});

test('ends the connection of a client that reads nothing', async () => {
  // More than the operating system keeps for a client.
  const large = Buffer.alloc(32 * 1024 ** 2);
  let isClosed = false;
  const { port } = await startHasty((_request, response) => {
    response.end(large).once('close', () => {
      isClosed = true;
    });
  });
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(`${head}\r\n`);

  await expect.poll(() => isClosed).toBe(true);
  const received = await buffer(socket).catch(() => Buffer.alloc(0));
  expect(received.length).toBeLessThan(large.length);
});
