import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../src/index.js';
import { close as closeLine, json, key, openWire, readAnswers, request, start } from './wire.js';

const delayed = (delay: number, ...more: string[]) =>
  request('GET /v1/pets/1', [key, `Prefer: delay=${delay}`, ...more]);

/** A connection whose request has reached the simulator: its body is asked for. */
async function postOnWire(port: number, prefer: string) {
  const wire = openWire(port);
  const headers = [key, json, prefer, 'Content-Length: 29', 'Expect: 100-continue'];
  wire.write(request('POST /v1/pets', headers));
  await wire.waitFor('100 Continue');
  return wire;
}

/** Sends a request; returns the code of its failure. */
function sendOnce({ url }: RunningSimulator, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const headers = { Authorization: 'Bearer test-key' };
    httpRequest(`${url}/pets/1`, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(undefined));
    })
      .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code))
      .end();
  });
}

/** Time stands still, so that nothing is cut off before the test says so. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('answers open requests while it stops', async () => {
  const simulator = await start();
  const wire = await postOnWire(simulator.port, 'Prefer: delay=100');

  const closed = simulator.close();
  wire.write('{"name":"Rex","categoryId":2}');

  const [, created] = readAnswers((await wire.closed).text);
  expect([created?.status, JSON.parse(created?.body ?? '').id]).toEqual([201, 51]);
  await closed;
});

test('says Connection: close in its last responses', async () => {
  const simulator = await start();
  const wires = [openWire(simulator.port), openWire(simulator.port)];
  for (const wire of wires) {
    wire.write(request('GET /v1/pets/1', [key]));
    await wire.waitFor('"id":1');
  }
  wires[0]?.write(delayed(50));

  const closed = simulator.close();
  // It crosses the end of an idle connection.
  wires[1]?.write(request('GET /v1/pets/2', [key]));

  for (const wire of wires) {
    const { text, brokenBy } = await wire.closed;
    const answers = readAnswers(text).map(({ status, headers }) => [
      status,
      headers.get('connection'),
    ]);
    expect([answers, brokenBy]).toEqual([
      [
        [200, 'keep-alive'],
        [200, 'close'],
      ],
      undefined,
    ]);
  }
  await closed;
});

test('answers its first request for /health while it stops', async () => {
  const simulator = await start();
  const wire = openWire(simulator.port);
  wire.write(request('GET /v1/pets/1', [key]));
  await wire.waitFor('"id":1');
  const closed = simulator.close();
  wire.write(request('GET /health', []));
  const answers = readAnswers((await wire.closed).text);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await closed;
});

test('answers all pipelined requests while it stops', async () => {
  const simulator = await start();
  const wire = await postOnWire(simulator.port, 'Prefer: delay=50');
  const closed = simulator.close();
  wire.write(`{"name":"Rex","categoryId":2}${delayed(20)}${request('GET /v1/pets/51', [key])}`);
  const answers = readAnswers((await wire.closed).text);
  expect(answers.map(({ status }) => status)).toEqual([100, 201, 200, 200]);
  await closed;
});

test('resets no busy client when it stops', async () => {
  const simulator = await start();
  let answered = 0;
  /** Sends requests on one connection until one fails. */
  const sendAll = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    for (;;) {
      const failure = await sendOnce(simulator, agent);
      if (failure !== undefined) {
        return failure;
      }
      answered += 1;
    }
  };
  const clients = Array.from({ length: 30 }, sendAll);
  await expect.poll(() => answered).toBeGreaterThan(300);

  await simulator.close();

  expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']));
});

test('answers a late client of many while it stops', async () => {
  const simulator = await start();
  const wires = Array.from({ length: 240 }, () => openWire(simulator.port));
  for (const wire of wires) {
    wire.write(request('OPTIONS *', []));
  }
  await Promise.all(wires.map((wire) => wire.waitFor('204')));
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const takeTurn = () => new Promise((resolve) => setImmediate(resolve));

  let isClosed = false;
  const closed = simulator.close().then(() => {
    isClosed = true;
  });
  for (let turn = 0; turn < 10; turn += 1) {
    await takeTurn();
  }
  vi.advanceTimersByTime(500);
  wires[0]?.write(request('GET /v1/pets/1', [key]));

  await wires[0]?.waitFor('200 OK');
  while (!isClosed) {
    vi.advanceTimersByTime(10);
    await takeTurn();
  }
  await closed;
});

test('ends an idle connection without a reset', async () => {
  const simulator = await start();
  const [used, unused] = [openWire(simulator.port), openWire(simulator.port)];
  used.write(request('GET /v1/pets/1', [key]));
  await used.waitFor('"id":1');
  await simulator.close();
  expect([(await used.closed).brokenBy, (await unused.closed).brokenBy]).toEqual([
    undefined,
    undefined,
  ]);
});

test('stops though a client that has left waits for a response', async () => {
  const simulator = await start();
  const wire = openWire(simulator.port);
  wire.write(request('GET /v1/pets/1', [key]));
  await wire.waitFor('"id":1');
  wire.write(delayed(30_000));
  wire.destroy();
  await wire.closed;
  stopTime();
  await simulator.close();
});

test('refuses new connections while it stops', async () => {
  const simulator = await start();
  const wire = await postOnWire(simulator.port, 'Prefer: delay=100');
  const closed = simulator.close();
  const connectLate = async () => (await openWire(simulator.port).closed).brokenBy;
  await expect.poll(connectLate).toBe('ECONNREFUSED');
  wire.write('{"name":"Rex","categoryId":2}');
  await closed;
});

test('stops at once without open requests', async () => {
  const simulator = await start();
  const headers = { Authorization: 'Bearer test-key' };
  await (await fetch(`${simulator.url}/pets`, { headers })).text();
  stopTime();
  await simulator.close();
});

test('stops when the last open request is answered', async () => {
  const simulator = await start();
  stopTime();
  const wire = await postOnWire(simulator.port, 'Prefer: delay=100');
  wire.write('{"name":"Rex","categoryId":2}');
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  const closed = simulator.close();
  await vi.advanceTimersByTimeAsync(100);
  await closed;
});

test('stops though a client that sent garbage stays connected', async () => {
  const simulator = await start();
  const wire = openWire(simulator.port, { stays: true });
  wire.write('GARBAGE\r\n\r\n');
  await wire.waitFor('"status":400}');
  stopTime();
  await simulator.close();
});

test.each([
  ['an event stream', '/__admin/events', ': exchanges'],
  ['a call that waits for requests', '/__admin/requests?wait=1&timeout=60000', ''],
])('ends %s when it stops', async (_what, path, begin) => {
  const simulator = await start();
  const wire = openWire(simulator.port);
  wire.write(request('OPTIONS *', []) + request(`GET ${path}`, []));
  await wire.waitFor('204');
  await wire.waitFor(begin);
  // The first call of the admin interface loads it.
  await simulator.sandbox('default').requests();
  stopTime();

  await simulator.close();

  expect((await wire.closed).text).toContain('200 OK');
});

test('aborts slow requests to stop within two seconds', async () => {
  const simulator = await start();
  stopTime();
  const slow = openWire(simulator.port);
  slow.write(delayed(30_000));
  const unfinished = await postOnWire(simulator.port, 'Prefer: delay=0');

  const closed = simulator.close();
  await vi.advanceTimersByTimeAsync(2_000);
  await closed;

  expect((await slow.closed).text).toBe('');
  expect((await unfinished.closed).text).not.toContain('201 Created');
});

test('can be closed twice', async () => {
  const simulator = await start();
  await Promise.all([simulator.close(), simulator.close()]);
  await expect(simulator.close()).resolves.toBeUndefined();
});

test('frees its port', async () => {
  const first = await startSimulator();
  await first.close();
  const server = createServer().listen(first.port, '127.0.0.1');
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
  expect(server.listening).toBe(false);
});

test('closes with `await using`', async () => {
  let port = 0;
  {
    await using simulator = await startSimulator();
    port = simulator.port;
    const wire = openWire(port);
    wire.write(request('GET /v1/pets', [key, closeLine]));
    expect((await wire.closed).text).toContain('200 OK');
  }
  expect((await openWire(port).closed).brokenBy).toBe('ECONNREFUSED');
});
