import { connect as connectSocket } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { expect, onTestFinished, test } from 'vitest';
import type { RecordedExchange } from '../../src/index.js';
import { type Controlled, callAtOnce, callService, openServer, overHttp } from './open.js';

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
    /** The next so many events, or so many of some types. */
    take: async (count: number, types = ['exchange', 'missed']) => {
      const taken: StreamedEvent[] = [];
      while (taken.length < count) {
        const { value, done } = await events.next();
        if (done) {
          throw new Error(`The stream ended after ${taken.length} events.`);
        }
        if (types.includes(value.event ?? '')) {
          taken.push(value);
        }
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

test('streams 2,000 exchanges in order to every reader', async () => {
  const simulator = await openServer();
  const sandbox = simulator.sandbox('x');
  const within: Pick<Controlled, 'fetch'> = { fetch: simulator.fetch };
  const url = `${simulator.origin}/__admin/events?sandbox=x`;
  const streams = await Promise.all([follow(url), follow(url)]);

  for (let round = 0; round < 20; round += 1) {
    await callAtOnce(90, within, sandbox, list);
    await callAtOnce(10, { fetch }, sandbox, list);
    for (const events of await Promise.all(streams.map((stream) => stream.take(100)))) {
      expect(events.map(({ id }) => Number(id))).toEqual(numbersFrom(1 + round * 100, 100));
      expect(events.every(({ id, data }) => data.number === Number(id))).toBe(true);
    }
  }
});

overHttp('resumes a stream after Last-Event-ID', async () => {
  const simulator = await openServer({ maxJournal: 100_000, maxJournalSize: '128MiB' });
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

overHttp('tells a reader that does not read how many exchanges it missed', async () => {
  const simulator = await openServer();
  const stream = await follow(`${simulator.origin}/__admin/events?all=true`);
  const socket = connectSocket(simulator.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write('GET /__admin/events?all=true HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const body = JSON.stringify({ name: 'x'.repeat(4_000), categoryId: 1 });
  const call = { method: 'POST', path: '/pets', body };
  const sandboxes = ['x', 'y', 'z'].map((name) => simulator.sandbox(name));

  for (let round = 0; round < 30; round += 1) {
    await Promise.all(sandboxes.map((sandbox) => callAtOnce(50, simulator, sandbox, call)));
    const events = await stream.take(150);
    expect(events.every(({ event }) => event === 'exchange')).toBe(true);
  }

  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.resume();
  const count = () => {
    const missed = [...text.matchAll(/^data: \{"count":(\d+)\}$/gm)];
    const exchanges = text.match(/^event: exchange$/gm) ?? [];
    return [
      missed.length > 0,
      missed.reduce((sum, [, one]) => sum + Number(one), exchanges.length),
    ];
  };
  await expect.poll(count).toEqual([true, 4_500]);
});

overHttp('says when a delayed response is sent', async () => {
  const simulator = await openServer();
  const sandbox = simulator.sandbox('x');
  const stream = await follow(`${simulator.origin}/__admin/events?sandbox=x`);

  await callService({ fetch }, sandbox, list);
  await callService({ fetch }, sandbox, { ...list, headers: { Prefer: 'delay=30' } });

  const duration = expect.any(Number);
  expect(await stream.take(3, ['exchange', 'sent'])).toMatchObject([
    { event: 'exchange', data: { number: 1, duration } },
    { event: 'exchange', data: { number: 2 } },
    { event: 'sent', id: undefined, data: { sandbox: 'x', number: 2, duration } },
  ]);
});

test('ends the stream when the simulator stops', async () => {
  const simulator = await openServer();
  const stream = await follow(`${simulator.origin}/__admin/events`);
  const ended = expect(stream.take(1)).rejects.toThrow('The stream ended after 0 events.');

  await simulator.close();

  await ended;
});
