import { expect, test } from 'vitest';
import { start } from '../../support/serve.js';
import { ask, close, json, key, openWire, readAnswers, request } from '../../support/wire.js';

/** A body as the chunks of `Transfer-Encoding: chunked`. */
const chunked = (...chunks: string[]) =>
  [...chunks, ''].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
const post = (body: string | Buffer, ...more: string[]) =>
  request('POST /v1/pets', [key, json, ...more], String(body));

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

test('answers oversized bodies with 413 and keeps the connection', async () => {
  const { port } = await start({ maxBody: 1024 });
  const body = 'x'.repeat(2000);
  const bytes =
    post(body, 'Content-Length: 2000') +
    post(chunked(body, body), 'Transfer-Encoding: chunked') +
    request('GET /v1/pets', [key, close]);
  const answers = await ask(port, bytes);
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 200]);
  expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ code: 'payload_too_large' });
});

test('lets a client read the 413 that sends all of a large body before', async () => {
  const { port } = await start({ maxBody: 1024 });
  const wire = openWire(port);
  wire.write(post('x'.repeat(20 * 1024 ** 2), `Content-Length: ${20 * 1024 ** 2}`, close));
  const answers = readAnswers((await wire.closed).text);
  expect(answers.map(({ status }) => status)).toEqual([413]);
});
