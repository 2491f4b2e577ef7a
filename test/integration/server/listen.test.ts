import { expect, test } from 'vitest';
import { UsageError } from '../../../src/base/usage-error.js';
import { startSimulator } from '../../../src/index.js';
import { capture } from '../../support/run-here.js';
import { start } from '../../support/serve.js';

test('says that a port is in use', async () => {
  const { port } = await start();
  const error = await start({ port }).catch((reason) => reason);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe(
    `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or set --port (port) to another; 0 picks a free one.`,
  );
});

test('says that a host is no address of this machine', async () => {
  await expect(start({ host: '192.0.2.1' })).rejects.toThrow(
    "Port 0 on 192.0.2.1 can't be used (EADDRNOTAVAIL). Choose an address of this machine",
  );
});

test.each([
  ['0.0.0.0', '127.0.0.1'],
  ['localhost', 'localhost'],
])('names an origin that clients can call when it listens on %s', async (host, callable) => {
  const { origin, port, url } = await start({ host });
  expect(origin).toBe(`http://${callable}:${port}`);
  expect((await fetch(`${url}/pets`)).status).toBe(401);
});

test('reports the responses of the app', async () => {
  const { origin, responses } = await start({
    createApp: () => (_request, response) => response.writeHead(203).end('app'),
  });

  const response = await fetch(`${origin}/a?b`);

  expect([response.status, await response.text()]).toEqual([203, 'app']);
  await expect.poll(() => responses.length).toBe(1);
  expect(responses[0]).toEqual({
    method: 'GET',
    target: '/a?b',
    status: 203,
    milliseconds: expect.any(Number),
  });
});

test('a store that is away at the start has lost nothing', async () => {
  const { stderr } = await capture(async () => {
    const simulator = await startSimulator({ store: 'redis://127.0.0.1:65534', logLevel: 'error' });
    await simulator.close();
  });

  expect(stderr).toMatch(/can't be used: .*ECONNREFUSED.*\. Requests get 501\./);
  expect(stderr).not.toContain('lost');
});
