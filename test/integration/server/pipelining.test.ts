import { expect, test } from 'vitest';
import { start } from '../../support/serve.js';
import { ask, close, json, key, openWire, readAnswers, request } from '../../support/wire.js';

const get = (id: number, ...headers: string[]) => request(`GET /v1/pets/${id}`, [key, ...headers]);
const post = (name: string, ...headers: string[]) => {
  const body = JSON.stringify({ name, categoryId: 2 });
  return request('POST /v1/pets', [key, json, `Content-Length: ${body.length}`, ...headers], body);
};

test('answers 200 pipelined requests in order', async () => {
  const { port } = await start();
  const ids = Array.from({ length: 200 }, (_, index) => 1 + (index % 50));
  const answers = await ask(port, ids.map((id) => get(id)).join('') + get(1, close));
  expect(answers.map(({ body }) => JSON.parse(body).id)).toEqual([...ids, 1]);
});

test('sends a delayed response before later ones on its connection, and delays no other', async () => {
  const { port } = await start();
  const slow = openWire(port);
  slow.write(get(1, 'Prefer: delay=20000'));
  const answers = await ask(port, get(1, 'Prefer: delay=50') + get(2) + get(3, close));
  expect(answers.map(({ body }) => JSON.parse(body).id)).toEqual([1, 2, 3]);
});

test('shows a pet to the next request on the connection (RFC 9112, 9.3.2)', async () => {
  const { port } = await start();
  const answers = await ask(port, post('Rex') + get(51) + post('Max') + get(52, close));
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 201, 200]);
  expect(answers[1]?.body).toBe(answers[0]?.body);
});

test.each(['reset', 'empty', 'truncate'])(
  'sends earlier responses before fault=%s',
  async (fault) => {
    const { port } = await start();
    const wire = openWire(port);
    wire.write(get(1, 'Prefer: delay=50') + get(2, `Prefer: fault=${fault}`) + get(3));
    const { text } = await wire.closed;
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n[^{]*\{"id":1,/);
    // Half of the second pet is sent at most.
    expect(text).not.toMatch(/"id":2.*}|"id":3/);
  },
);

test.each([
  ['the rest of a body that is longer than its Content-Length', [post('Zoe'), '}'], 201],
  ['a request behind Connection: close (RFC 9112, 9.6)', [get(1, close), get(2)], 200],
])('sends its response before it refuses %s', async (_name, bytes, status) => {
  const { port } = await start();
  const answers = await ask(port, bytes.join(''));
  expect(answers.map((answer) => answer.status)).toEqual([status]);
});

test.each([
  ['GET', get(1), 200],
  ['POST', post('Rex'), 201],
])('answers a client that ends its side with its %s', async (_method, bytes, status) => {
  const { port } = await start();
  const wire = openWire(port, { stays: true });
  wire.end(bytes);
  expect(readAnswers((await wire.closed).text).map((answer) => answer.status)).toEqual([status]);
});
