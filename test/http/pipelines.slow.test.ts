import diagnostics from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { close, json, key, openWire, readAnswers, request, start } from './wire.js';

const delayed = (delay: number) => request('GET /v1/pets/1', [key, `Prefer: delay=${delay}`]);
const quick = request('OPTIONS *', []);
/** The requests in 64 KiB, which Node.js reads at once. */
const inOneRead = Math.floor(65_536 / quick.length);

/** Counts the requests that were received and not answered yet. */
function watchPending(): { readonly max: number } {
  let pending = 0;
  const watch = { max: 0 };
  const onStart = () => {
    pending += 1;
    watch.max = Math.max(watch.max, pending);
  };
  const onFinish = () => {
    pending -= 1;
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  diagnostics.subscribe('http.server.response.finish', onFinish);
  onTestFinished(() => {
    diagnostics.unsubscribe('http.server.request.start', onStart);
    diagnostics.unsubscribe('http.server.response.finish', onFinish);
  });
  return watch;
}

test('reads no further while many requests of a connection wait', async () => {
  const { port } = await start();
  const watch = watchPending();
  const wire = openWire(port);

  wire.write(delayed(100) + quick.repeat(3_000) + request('OPTIONS *', [close]));
  const answers = readAnswers((await wire.closed).text);

  expect(answers).toHaveLength(3_002);
  expect(watch.max).toBeLessThanOrEqual(inOneRead + 64);
});

test('refuses a connection when too many requests of all wait', async () => {
  const { port } = await start();
  const watch = watchPending();
  const wires = Array.from({ length: 8 }, () => openWire(port));

  for (const wire of wires) {
    wire.write(delayed(800) + quick.repeat(inOneRead - 3) + request('OPTIONS *', [close]));
  }
  const closed = await Promise.all(wires.map((wire) => wire.closed));

  const all = closed.map(({ text }) => readAnswers(text).map(({ status }) => status));
  const refused = all.filter((statuses) => statuses.at(-1) === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(all.map(([first]) => first))).toEqual(new Set([200]));
  expect(new Set(all.flatMap((statuses) => statuses.slice(1, -1)))).toEqual(new Set([204]));
  expect(watch.max).toBeLessThan(10_000 + 8 * inOneRead);
  const next = openWire(port);
  next.write(request('GET /v1/pets', [key, close]));
  expect((await next.closed).text).toContain('200 OK');
});

/** Counts the requests that Node.js parses: in a turn of the event loop, and before the first GET. */
function watchTurns() {
  const watch = { max: 0, beforeGet: 0 };
  let hasGet = false;
  let inTurn = 0;
  let pending = setImmediate(function end() {
    watch.max = Math.max(watch.max, inTurn);
    inTurn = 0;
    pending = setImmediate(end);
  });
  const onStart = (message: unknown) => {
    inTurn += 1;
    hasGet ||= (message as { readonly request: IncomingMessage }).request.method === 'GET';
    watch.beforeGet += hasGet ? 0 : 1;
  };
  diagnostics.subscribe('http.server.request.start', onStart);
  onTestFinished(() => {
    clearImmediate(pending);
    diagnostics.unsubscribe('http.server.request.start', onStart);
  });
  return watch;
}

/** Opens connections that have sent nothing yet, and one behind them that has sent a request. */
async function openWires(port: number) {
  const wires = Array.from({ length: 5 }, () => openWire(port));
  const patient = openWire(port);
  patient.write(quick);
  await patient.waitFor('204');
  return { wires, patient };
}

test('reads in one turn from only a few of many clients that send ahead', async () => {
  const { port } = await start();
  const { wires } = await openWires(port);
  const watch = watchTurns();

  for (const wire of wires) {
    wire.write(quick.repeat(inOneRead - 1) + request('OPTIONS *', [close]));
  }
  const closed = await Promise.all(wires.map((wire) => wire.closed));

  expect(watch.max).toBeLessThan(inOneRead + 500);
  expect(closed.map(({ text }) => readAnswers(text).length)).toEqual(wires.map(() => inOneRead));
});

test('serves a patient client before those that send ahead', async () => {
  const { port } = await start();
  const { wires, patient } = await openWires(port);
  const watch = watchTurns();

  for (const wire of wires) {
    wire.write(quick.repeat(inOneRead - 1) + request('OPTIONS *', [close]));
  }
  patient.write(request('GET /v1/pets', [key, close]));
  await patient.closed;

  expect(watch.beforeGet).toBeLessThan(2 * inOneRead);
});

test('reads only part of a body in tiny chunks in one turn', async () => {
  const { port } = await start();
  const wire = openWire(port);
  const read = diagnostics.channel('http.server.request.start');
  const turns = new Set<number>();
  let turn = 0;
  let pending = setImmediate(function next() {
    turn += 1;
    pending = setImmediate(next);
  });
  const onStart = (message: unknown) => {
    const { request: received } = message as { readonly request: IncomingMessage };
    process.nextTick(() => received.on('data', () => turns.add(turn)));
  };
  read.subscribe(onStart);
  onTestFinished(() => {
    clearImmediate(pending);
    read.unsubscribe(onStart);
  });
  const chunks = 100_000;

  wire.write(request('POST /v1/pets', [key, json, close, 'Transfer-Encoding: chunked']));
  wire.write(`${'1\r\n \r\n'.repeat(chunks)}0\r\n\r\n`);
  const { text } = await wire.closed;

  expect(text).toContain('400 Bad Request');
  // 64 KiB are read at once.
  expect(turns.size).toBeGreaterThanOrEqual((chunks * 6) / 65_536);
});
