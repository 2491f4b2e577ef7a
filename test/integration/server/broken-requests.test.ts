import { expect, test } from 'vitest';
import { start } from '../../support/serve.js';
import { askOnce, close, json, key, openWire, request } from '../../support/wire.js';

test.each([
  ['a word', 'GARBAGE\r\n\r\n', 400, 'not a valid HTTP/1.1 request'],
  ['a header without a colon', request('GET /v1/pets', [key, 'nonsense']), 400, 'its headers'],
  ['a long cookie', request('GET /', [`Cookie: ${'x'.repeat(17_000)}`]), 431, '16 KiB'],
] as const)(
  'answers %s with its status, for pages and the log too, and goes on',
  async (_name, bytes, status, named) => {
    const { port, responses } = await start();

    const answer = await askOnce(port, bytes);

    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      status,
      '*',
    ]);
    expect(answer.body).toContain(named);
    expect(responses).toMatchObject([{ status, message: answer.body }]);
    expect((await askOnce(port, request('GET /v1/pets/1', [key, close]))).status).toBe(200);
  },
);

test('judges all of a repeated Authorization', async () => {
  const { port, answers } = await start();
  const lines = ['Authorization: Bearer other', key, 'Constructor: c', close];
  const answer = await askOnce(port, request('GET /v1/pets', lines));
  expect([answer.status, answers[0]?.entry.request.headers.constructor]).toEqual([401, 'c']);
});

test.each([
  ['in its head', `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\n${key}`, ''],
  ['in its body', request('POST /v1/pets', [key, json, 'Content-Length: 99'], '{"name"'), '100'],
])('stores nothing when a request breaks off %s', async (_where, bytes, expected) => {
  const { port, url } = await start();
  const wire = openWire(port);
  wire.write(bytes.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n'));
  await wire.waitFor(expected);
  wire.destroy();
  await wire.closed;

  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  const body = '{"name":"Max","categoryId":3}';
  const created = await fetch(`${url}/pets`, { method: 'POST', headers, body });

  expect(await created.json()).toEqual({ id: 51, name: 'Max', categoryId: 3 });
});
