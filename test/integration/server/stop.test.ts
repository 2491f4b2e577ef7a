import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { expect, test, vi } from 'vitest';
import { fakeTime } from '../../support/fake-time.js';
import { start } from '../../support/serve.js';
import { json, key, openWire, readAnswers, request } from '../../support/wire.js';

const pet = '{"name":"Rex","categoryId":2}';

/** A connection whose request has reached the simulator: its body is asked for. */
async function postOnWire(port: number, prefer: string) {
  const wire = openWire(port);
  const headers = [key, json, prefer, 'Content-Length: 29', 'Expect: 100-continue'];
  wire.write(request('POST /v1/pets', headers));
  await wire.waitFor('100 Continue');
  return wire;
}

/** Time stands still, so that nothing is cut off before the test says so. */
const stopTime = () => fakeTime({ toFake: ['setTimeout'] });

test('answers open requests while it stops, and refuses new connections', async () => {
  const server = await start();
  const wire = await postOnWire(server.port, 'Prefer: delay=50');

  const closed = server.close();
  const connectLate = async () => (await openWire(server.port).closed).brokenBy;
  await expect.poll(connectLate).toBe('ECONNREFUSED');
  wire.write(pet);

  const [, created] = readAnswers((await wire.closed).text);
  expect([created?.status, JSON.parse(created?.body ?? '').id]).toEqual([201, 51]);
  await closed;
});

test('serves on for the shutdown delay, and ends each connection', async () => {
  const server = await start({ shutdownDelay: 60_000 });
  stopTime();
  const closed = server.close();
  const wire = openWire(server.port);
  wire.write(request('GET /v1/pets/1', [key]));

  const [answer] = readAnswers((await wire.closed).text);

  expect([answer?.status, answer?.headers.get('connection')]).toEqual([200, 'close']);
  await vi.advanceTimersByTimeAsync(60_000);
  await closed;
});

test('tells the app that it stops', async () => {
  const states: boolean[] = [];
  const server = await start({
    createApp: ({ isStopping, stopping }) => {
      states.push(isStopping());
      return (_request, response) => {
        stopping.addEventListener('abort', () => {
          states.push(isStopping());
          response.end('stopped');
        });
        response.write('waits ');
      };
    },
  });
  const response = await fetch(`${server.origin}/wait`);

  await server.close();

  expect(await response.text()).toBe('waits stopped');
  expect(states).toEqual([false, true]);
});

test('stops at once when all connections are idle', async () => {
  const server = await start();
  const wire = openWire(server.port);
  wire.write(request('GET /v1/pets/1', [key]));
  await wire.waitFor('"id":1');
  stopTime();
  await server.close();
  expect((await wire.closed).brokenBy).toBeUndefined();
});

test('is closed when clients of its process have seen their connections end', async () => {
  const server = await start();
  const agent = new Agent({ keepAlive: true });
  const [response] = await once(get(`${server.url}/pets`, { agent }), 'response');
  await once(response.resume(), 'close');
  await expect.poll(() => Object.keys(agent.freeSockets)).toHaveLength(1);

  await server.close();

  expect(Object.keys(agent.freeSockets)).toEqual([]);
});

test('cuts off slow requests after 1.5 seconds', async () => {
  const server = await start();
  const slow = openWire(server.port);
  slow.write(request('GET /v1/pets/1', [key, 'Prefer: delay=30000']));
  const silent = openWire(server.port);
  const unfinished = await postOnWire(server.port, 'Prefer: delay=0');
  stopTime();

  const closed = server.close();
  await vi.advanceTimersByTimeAsync(1_501);
  await closed;

  expect((await slow.closed).text).toBe('');
  expect((await silent.closed).text).toBe('');
  expect((await unfinished.closed).text).not.toContain('201 Created');
});
