import { expect, test } from 'vitest';
import { BodyBuffer } from '../../src/http/read-request.js';
import { ask, askOnce, close, json, key, openWire, readAnswers, request, start } from './wire.js';

const pet = '{"name":"Rex","categoryId":2}';
const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };

/** A body as the chunks of `Transfer-Encoding: chunked`. */
const chunked = (...chunks: string[]) =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
const post = (body: string, ...more: string[]) =>
  request('POST /v1/pets', [key, json, ...more], body);

test('reads a body in chunks', async () => {
  const { port } = await start();
  const bytes = post(
    chunked('{"name":"R', 'ex","cat', 'egoryId":2}'),
    'Transfer-Encoding: chunked',
    close,
  );
  const created = await askOnce(port, bytes);
  expect([created.status, created.body]).toEqual([201, '{"id":51,"name":"Rex","categoryId":2}']);
});

test('keeps a body that arrives byte by byte in twice its size at most', () => {
  const body = new BodyBuffer();
  for (let index = 0; index < 10_000; index += 1) {
    body.add(Uint8Array.of(index));
  }
  expect(body.bytes()).toEqual(Uint8Array.from({ length: 10_000 }, (_, index) => index));
  expect(body.bytes().buffer.byteLength).toBeLessThanOrEqual(20_000);
});

test('reads a character split across packets', async () => {
  const { port } = await start();
  const wire = openWire(port);
  const bytes = Buffer.from('{"name":"🐈","categoryId":2}');
  wire.write(post('', `Content-Length: ${bytes.length}`, 'Expect: 100-continue', close));
  await wire.waitFor('100 Continue');
  wire.write(bytes.subarray(0, 11));
  wire.write(bytes.subarray(11));
  const [, created] = readAnswers((await wire.closed).text);
  expect(JSON.parse(created?.body ?? '').name).toBe('🐈');
});

test('answers an oversized body in chunks with 413 and keeps the connection', async () => {
  const { port } = await start({ maxBody: 1024 });
  const bytes = post(chunked('x'.repeat(600), 'x'.repeat(600)), 'Transfer-Encoding: chunked');
  const [refused, next] = await ask(port, bytes + request('GET /v1/pets', [key, close]));
  expect([refused?.status, next?.status]).toEqual([413, 200]);
  expect(JSON.parse(refused?.body ?? '')).toMatchObject({ code: 'payload_too_large', status: 413 });
});

test('answers an oversized body with 413 and keeps the connection', async () => {
  const { port } = await start({ maxBody: 1024 });
  const bytes = post('x'.repeat(2000), 'Content-Length: 2000');
  const [refused, next] = await ask(port, bytes + request('GET /v1/pets', [key, close]));
  expect([refused?.status, next?.status]).toEqual([413, 200]);
});

test('answers an endless body and closes the connection', async () => {
  const { port } = await start({ maxBody: 1024 });
  const wire = openWire(port);
  wire.write(post('7fffffff\r\n', 'Transfer-Encoding: chunked'));
  wire.write('x'.repeat(18 * 1024 ** 2));
  const [answer] = readAnswers((await wire.closed).text);
  expect([answer?.status, answer?.headers.get('connection')]).toEqual([413, 'close']);
});

for (const size of [1025, 100_000, 5_000_000]) {
  test(`lets fetch read the 413 for a body of ${size} bytes`, async () => {
    const { url } = await start({ maxBody: 1024 });
    const body = 'x'.repeat(size);
    const answer = await fetch(`${url}/pets`, { method: 'POST', headers, body });
    expect([answer.status, (await answer.json()).status]).toEqual([413, 413]);
  });
}

test('serves the next request after an oversized body', async () => {
  const { url } = await start({ maxBody: 1024 });
  for (let n = 1; n <= 3; n += 1) {
    const body = 'x'.repeat(50_000);
    const refused = await fetch(`${url}/pets`, { method: 'POST', headers, body });
    const created = await fetch(`${url}/pets`, { method: 'POST', headers, body: pet });
    expect([refused.status, created.status]).toEqual([413, 201]);
    expect((await created.json()).id).toBe(50 + n);
  }
});

test('answers an oversized body without a key with 401', async () => {
  const { port } = await start({ maxBody: 1024 });
  const headers = [json, 'Content-Length: 2000', close];
  const answer = await askOnce(port, request('POST /v1/pets', headers, 'x'.repeat(2000)));
  expect(answer.status).toBe(401);
});

test('continues after Expect: 100-continue', async () => {
  const { port } = await start();
  const wire = openWire(port);
  wire.write(post('', 'Expect: 100-continue', `Content-Length: ${pet.length}`, close));
  await wire.waitFor('HTTP/1.1 100 Continue\r\n\r\n');
  wire.write(pet);
  const [goOn, created] = readAnswers((await wire.closed).text);
  expect([goOn?.status, created?.status]).toEqual([100, 201]);
});
