import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { RawBody } from '../../src/admin/call.js';
import { createAdminListener } from '../../src/admin/listener.js';
import type { Admin } from '../../src/admin/router.js';

/** A list that is never complete. */
async function* startList() {
  yield '{';
  await new Promise(() => {});
}

test('builds no list for a client that left while it waited', async () => {
  const built: (string | null)[] = [];
  const handle: Admin['handle'] = async ({ query }) => {
    built.push(query.get('number'));
    return { status: 200, value: new RawBody('application/json', startList()) };
  };
  const server = createServer(
    createAdminListener({
      host: '127.0.0.1',
      address: '127.0.0.1',
      adminToken: undefined,
      apiKey: [],
      loadAdmin: async () => ({ handle }) as Admin,
      stopping: new AbortController().signal,
    }),
  ).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const call = (number: number) =>
    get(`http://127.0.0.1:${port}/__admin/pets?number=${number}`, { agent: false }).on(
      'error',
      () => {},
    );
  const openList = async (number: number): Promise<IncomingMessage> =>
    (await once(call(number), 'response'))[0].on('error', () => {});
  const open = await Promise.all([1, 2, 3, 4].map(openList));

  const received = once(server, 'request');
  const waiting = call(5);
  const [, response] = (await received) as [IncomingMessage, ServerResponse];
  waiting.destroy();
  await once(response, 'close');
  open[0]?.destroy();
  await openList(6);

  expect(built.sort()).toEqual(['1', '2', '3', '4', '6']);
});
