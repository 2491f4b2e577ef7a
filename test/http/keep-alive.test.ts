import { expect, test } from 'vitest';
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
  test(`breaks the connection at fault=${fault} behind an open request`, {
    timeout: 5000,
  }, async () => {
    const { port } = await start();
    const wire = openWire(port);
    wire.write(get(1, 'Prefer: delay=100') + get(2, `Prefer: fault=${fault}`));
    const { text } = await wire.closed;
    // The first pet is pending, the second one available.
    expect(text).not.toContain('"status":"available"}');
  });
}
