import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { countTurns } from '../support/count-turns.js';
import { ask, close, json, key, openWire, readAnswers, request, start } from './wire.js';

const get = (id: number, ...headers: string[]) => request(`GET /v1/pets/${id}`, [key, ...headers]);
const post = (name: string, ...headers: string[]) => {
  const body = JSON.stringify({ name, categoryId: 2 });
  return request('POST /v1/pets', [key, json, `Content-Length: ${body.length}`, ...headers], body);
};

test('answers pipelined requests in order', async () => {
  const { port } = await start();
  const ids = Array.from({ length: 20 }, (_, index) => index + 1);
  const bytes = ids.map((id) => get(id, ...(id === 20 ? [close] : []))).join('');
  const answers = await ask(port, bytes);
  expect(answers.map(({ body }) => JSON.parse(body).id)).toEqual(ids);
});

test('serves other connections between pipelined requests with many headers', async () => {
  const { port } = await start();
  const headers = Array.from({ length: 1_500 }, (_, index) => `${1_000 + index}: `);
  const bytes = get(1, ...headers).repeat(99) + get(1, ...headers, close);
  expect(await countTurns(ask(port, bytes))).toBeGreaterThanOrEqual(100);
});

test('sends a delayed response before later ones on its connection', async () => {
  const { port } = await start();
  const answers = await ask(port, get(1, 'Prefer: delay=100') + get(2) + get(3, close));
  expect(answers.map(({ body }) => JSON.parse(body).id)).toEqual([1, 2, 3]);
});

test('delays no other connection', async () => {
  const { port } = await start();
  const slow = openWire(port);
  slow.write(get(1, 'Prefer: delay=20000'));
  const [quick] = await ask(port, get(2, close));
  expect(quick?.status).toBe(200);
});

test('assigns identifiers to pipelined pets in order', async () => {
  const { port } = await start();
  const answers = await ask(port, post('Rex') + post('Max') + post('Luna', close));
  expect(answers.map(({ body }) => JSON.parse(body))).toEqual([
    { id: 51, name: 'Rex', categoryId: 2 },
    { id: 52, name: 'Max', categoryId: 2 },
    { id: 53, name: 'Luna', categoryId: 2 },
  ]);
});

test('shows a pet to the next request on the connection (RFC 9112, 9.3.2)', async () => {
  const { port } = await start();
  const [created, read] = await ask(port, post('Rex') + get(51, close));
  expect([created?.status, read?.status]).toEqual([201, 200]);
  expect(read?.body).toBe(created?.body);
});

test('goes on after a bad request on the connection', async () => {
  const { port } = await start();
  const bad = request('POST /v1/pets', [key, json, 'Content-Length: 5'], '{"a":');
  const answers = await ask(port, bad + request('GET /v1/pets/x', [key]) + get(1, close));
  expect(answers.map(({ status }) => status)).toEqual([400, 404, 200]);
});

test('reads a request that arrives byte by byte', async () => {
  const { port } = await start();
  const wire = openWire(port);
  for (const byte of Buffer.from(post('Rex', close))) {
    wire.write(Uint8Array.of(byte));
  }
  const [created] = readAnswers((await wire.closed).text);
  expect(JSON.parse(created?.body ?? '')).toEqual({ id: 51, name: 'Rex', categoryId: 2 });
});

test('separates a body from the next request', async () => {
  const { port } = await start();
  const hidden = get(1);
  const bytes = request('POST /v1/pets', [key, json, `Content-Length: ${hidden.length}`], hidden);
  const answers = await ask(port, bytes + get(2, close));
  expect(answers.map(({ status }) => status)).toEqual([400, 200]);
});

for (const fault of ['reset', 'empty', 'truncate']) {
  test(`sends earlier responses before fault=${fault}`, async () => {
    const { port } = await start();
    const wire = openWire(port);
    wire.write(get(1, 'Prefer: delay=50') + get(2, `Prefer: fault=${fault}`) + get(3));
    const { text } = await wire.closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*\{"id":1,/);
    // The second pet is available; half of it at most is sent.
    expect(text).not.toMatch(/"status":"available"}|"id":3/);
  });
}

test('answers requests before a malformed one', async () => {
  const { port } = await start();
  const answers = await ask(port, `${post('Rex')}${get(51)}GARBAGE\r\n\r\n`);
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 400]);
  expect(answers.at(-1)?.headers.get('connection')).toBe('close');
});

test('answers a delayed request before a malformed one', async () => {
  const { port } = await start();
  const bytes = get(1, 'Prefer: delay=50') + get(2);
  const answers = await ask(port, `${bytes}${request('GET /v1/pets', [key, 'nonsense'])}`);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
});

test('answers a broken body in its turn', async () => {
  const { port } = await start();
  const broken = request('POST /v1/pets', [key, json, 'Transfer-Encoding: chunked'], 'size\r\n');
  const answers = await ask(port, get(1, 'Prefer: delay=50') + broken);
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
});

test('answers CONNECT in its turn', async () => {
  const { port } = await start();
  const answers = await ask(port, get(1, 'Prefer: delay=50') + request('CONNECT a:80', []));
  expect(answers.map(({ status }) => status)).toEqual([200, 501]);
});

test('drops what follows Connection: close (RFC 9112, 9.6)', async () => {
  const { port } = await start();
  const answers = await ask(port, get(1, 'Prefer: delay=50', close) + get(2));
  expect(answers.map(({ status }) => status)).toEqual([200]);
});

test('says 100 Continue in its turn', async () => {
  const { port } = await start();
  const wire = openWire(port);
  const body = '{"name":"Rex","categoryId":2}';
  const headers = [key, json, 'Content-Length: 29', 'Expect: 100-continue', close];
  wire.write(get(1, 'Prefer: delay=50') + request('POST /v1/pets', headers));
  await wire.waitFor('100 Continue');
  wire.write(body);
  const answers = readAnswers((await wire.closed).text);
  expect(answers.map(({ status }) => status)).toEqual([200, 100, 201]);
});

test('sends no 100 Continue before a refusal', async () => {
  const { port } = await start();
  const bytes = request('POST /v1/pets', ['Host: b', 'Content-Length: 29', 'Expect: 100-continue']);
  expect((await ask(port, bytes)).map(({ status }) => status)).toEqual([400]);
});

test('answers a client that has ended its side', async () => {
  const { port } = await start();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.end(`${get(1, 'Prefer: delay=50')}${get(2)}GARBAGE\r\n\r\n`);
  const answers = readAnswers(await text(socket));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
});
