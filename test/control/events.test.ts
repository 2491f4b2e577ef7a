import { connect as connectSocket } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { expect, onTestFinished, test } from 'vitest';
import type { RecordedExchange } from '../../src/index.js';
import { type Controlled, callAtOnce, callService, openServer } from './open.js';

const list = { path: '/pets' };

interface StreamedEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  readonly data: RecordedExchange;
}

function parseEvent(block: string): StreamedEvent | undefined {
  const fields = new Map(
    block
      .split('\n')
      .filter((line) => !line.startsWith(':'))
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(': ') + 2)]),
  );
  const data = fields.get('data');
  return data === undefined
    ? undefined
    : { id: fields.get('id'), event: fields.get('event'), data: JSON.parse(data) };
}

/** Reads a stream of events; it is open when the promise resolves, and closed with the test. */
async function follow(url: string, lastEventId?: string) {
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
  const response = await fetch(url, { headers, signal: controller.signal });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  async function* read(): AsyncGenerator<StreamedEvent> {
    let rest = '';
    const body = Readable.fromWeb(response.body as ReadableStream).setEncoding('utf8');
    for await (const chunk of body) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      yield* blocks.map(parseEvent).filter((event) => event !== undefined);
    }
  }
  const events = read();
  return {
    /** The next so many events. */
    take: async (count: number) => {
      const taken: StreamedEvent[] = [];
      while (taken.length < count) {
        const { value, done } = await events.next();
        if (done) {
          throw new Error(`The stream ended after ${taken.length} events.`);
        }
        taken.push(value);
      }
      return taken;
    },
    close: () => controller.abort(),
  };
}

const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

test('streams an exchange as the journal records it', async () => {
  const simulator = await openServer();
  const sandbox = simulator.sandbox('x');
  const stream = await follow(`${simulator.origin}/sandboxes/x/__admin/events`);

  await callService({ fetch }, simulator.sandbox('other'), list);
  await callService({ fetch }, sandbox, { ...list, headers: { 'X-Trace': 'a' } });

  const [event] = await stream.take(1);
  const [exchange] = await sandbox.requests();
  expect(event).toEqual({ id: '1', event: 'exchange', data: exchange });
  expect(JSON.stringify(event)).not.toContain('test-key');
});

test('streams 5,000 exchanges in order to every reader', async () => {
  const simulator = await openServer();
  const sandbox = simulator.sandbox('x');
  const within: Pick<Controlled, 'fetch'> = { fetch: simulator.fetch };
  const url = `${simulator.origin}/__admin/events?sandbox=x`;
  const streams = await Promise.all([follow(url), follow(url)]);

  const reading = streams.map((stream) => stream.take(5_000));
  for (let round = 0; round < 50; round += 1) {
    await callAtOnce(90, within, sandbox, list);
    await callAtOnce(10, { fetch }, sandbox, list);
  }

  for (const events of await Promise.all(reading)) {
    expect(events.map(({ id }) => Number(id))).toEqual(numbersFrom(1, 5_000));
    expect(events.every(({ id, data }) => data.number === Number(id))).toBe(true);
  }
});

test('resumes a stream after Last-Event-ID', async () => {
  const simulator = await openServer({ maxJournal: 100_000 });
  const sandbox = simulator.sandbox('x');
  const url = `${simulator.origin}/__admin/events?sandbox=x`;
  const first = await follow(url);
  await callAtOnce(5, simulator, sandbox, list);
  await first.take(3);
  first.close();
  // More than a connection holds, so that it has to be sent as it is read.
  const body = JSON.stringify({ name: 'x'.repeat(3_900), categoryId: 1 });
  await callAtOnce(1_500, simulator, sandbox, { method: 'POST', path: '/pets', body });

  const second = await follow(url, '3');
  const during = callAtOnce(50, simulator, sandbox, list);

  const events = await second.take(1_552);
  await during;
  expect(events.map(({ id }) => Number(id))).toEqual(numbersFrom(4, 1_552));
});

test.for([
  ['0', 'all that is kept', [1, 2, 3]],
  ['2', 'the exchanges since then', [3]],
  ['9', 'all that is kept, since that number was of a sandbox that was dropped', [1, 2, 3]],
] as [string, string, number[]][])(
  'streams after Last-Event-ID %s: %s',
  async ([id, , expected]) => {
    const simulator = await openServer();
    const sandbox = simulator.sandbox('x');
    await callAtOnce(3, simulator, sandbox, list);

    const stream = await follow(`${simulator.origin}/__admin/events?sandbox=x`, id);
    await callAtOnce(1, simulator, sandbox, list);

    const events = await stream.take(expected.length + 1);
    expect(events.map((event) => Number(event.id))).toEqual([...expected, 4]);
  },
);

test.for([undefined, '3', 'nonsense', '-1'])(
  'streams only new exchanges after Last-Event-ID %s',
  async (id) => {
    const simulator = await openServer();
    const sandbox = simulator.sandbox('x');
    await callAtOnce(3, simulator, sandbox, list);

    const stream = await follow(`${simulator.origin}/__admin/events?sandbox=x`, id);
    await callAtOnce(1, simulator, sandbox, list);

    expect((await stream.take(1)).map((event) => event.id)).toEqual(['4']);
  },
);

test('streams the exchanges of all sandboxes without ids', async () => {
  const simulator = await openServer();
  await callService(simulator, simulator.sandbox('default'), list);
  const stream = await follow(`${simulator.origin}/__admin/events?all=true`, '0');

  for (const name of ['x', 'y', 'default']) {
    await callService(simulator, simulator.sandbox(name), list);
  }

  const events = await stream.take(3);
  expect(events.map(({ id, data }) => [id, data.sandbox])).toEqual([
    [undefined, 'x'],
    [undefined, 'y'],
    [undefined, 'default'],
  ]);
});

test('cuts off a reader that does not read, and no other', async () => {
  const simulator = await openServer();
  const sandbox = simulator.sandbox('x');
  const stream = await follow(`${simulator.origin}/__admin/events?sandbox=x`);
  const socket = connectSocket(simulator.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /__admin/events?sandbox=x HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const body = JSON.stringify({ name: 'x'.repeat(4_000), categoryId: 1 });
  const call = { method: 'POST', path: '/pets', body };

  for (let round = 0; round < 30; round += 1) {
    await callAtOnce(100, simulator, sandbox, call);
    await stream.take(100);
  }

  // What the system holds for it can still be read, and then there is an end.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {}).resume();
  await closed;
  expect(socket.bytesRead).toBeLessThan(3_000 * 8_000);
});

test('ends the stream when the simulator stops', async () => {
  const simulator = await openServer();
  const stream = await follow(`${simulator.origin}/__admin/events`);
  const ended = expect(stream.take(1)).rejects.toThrow('The stream ended after 0 events.');

  await simulator.close();

  await ended;
});
