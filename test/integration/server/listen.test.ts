import { expect, test } from 'vitest';
import { UsageError } from '../../../src/options/usage-error.js';
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

test('loads the app at the first request for it, and reports its responses', async () => {
  let loads = 0;
  const loadApp = async () => {
    loads += 1;
    return (_request: unknown, response: import('node:http').ServerResponse) =>
      void response.writeHead(203).end('app');
  };
  const { origin, url, responses } = await start({ loadApp });
  await fetch(`${url}/pets`);
  expect(loads).toBe(0);

  const headers = { 'Simulator-Client': 'console' };
  const [one, other] = await Promise.all([fetch(`${origin}/a?b`, { headers }), fetch(origin)]);

  expect([one.status, await other.text(), loads]).toEqual([203, 'app', 1]);
  await expect.poll(() => responses.length).toBe(2);
  expect(responses).toContainEqual({
    method: 'GET',
    target: '/a?b',
    client: 'console',
    status: 203,
    milliseconds: expect.any(Number),
  });
});

test('answers 500 when the app can’t be loaded', async () => {
  const { origin, errors } = await start();
  const response = await fetch(origin);
  expect([response.status, (await response.json()).code]).toEqual([500, 'simulator_defect']);
  expect(errors).toHaveLength(1);
});
