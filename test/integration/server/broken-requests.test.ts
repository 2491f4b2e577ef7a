import { expect, test } from 'vitest';
import { start } from '../../support/serve.js';
import { askOnce, close, json, key, openWire, readAnswers, request } from '../../support/wire.js';

const next = request('GET /v1/pets/1', [key, close]);

const malformed: [name: string, bytes: string | Buffer][] = [
  ['a word', 'GARBAGE\r\n\r\n'],
  ['the beginning of TLS', Buffer.from('16030102000100', 'hex')],
  ['a header without a colon', request('GET /v1/pets', [key, 'nonsense'])],
  ['a length that is no number', request('POST /v1/pets', [key, json, 'Content-Length: two'])],
  [
    'a chunk without a size',
    request('POST /v1/pets', [key, json, 'Transfer-Encoding: chunked'], 'size\r\n{}\r\n'),
  ],
];

test.each(malformed)('answers %s with 400 and goes on', async (_name, bytes) => {
  const { port, responses } = await start();

  const answer = await askOnce(port, bytes);

  expect([answer.status, answer.headers.get('connection')]).toEqual([400, 'close']);
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(JSON.parse(answer.body)).toMatchObject({ code: 'bad_request', status: 400 });
  expect(responses.map(({ status }) => status)).toEqual([400]);
  expect((await askOnce(port, next)).status).toBe(200);
});

test.each([
  ['a long header', request('GET /', [`X-Long: ${'x'.repeat(17_000)}`]), 431, '16 KiB'],
  ['a long path', request(`GET /v1/${'1'.repeat(17_000)}`, []), 431, '16 KiB'],
  ['no Host', `GET /v1/pets HTTP/1.1\r\n${key}\r\n\r\n`, 400, 'The header Host is required'],
] as const)('answers %s with its own status', async (_name, bytes, status, named) => {
  const { port } = await start();

  const answer = await askOnce(port, bytes);

  expect(answer.status).toBe(status);
  const allowed = answer.headers.get('access-control-allow-origin');
  // Cookies of localhost, which all its ports share, can be as long.
  expect(allowed === '*' || status !== 431).toBe(true);
  expect(JSON.parse(answer.body)).toMatchObject({ status });
  expect(JSON.parse(answer.body).message).toContain(named);
});

test('judges all of a repeated Authorization', async () => {
  const { port, answers } = await start();
  const lines = ['Authorization: Bearer other', key, 'Constructor: c', close];
  const answer = await askOnce(port, request('GET /v1/pets', lines));
  expect([answer.status, answers[0]?.entry.request.headers.constructor]).toEqual([401, 'c']);
});

test('answers requests before a malformed one', async () => {
  const { port } = await start();
  const wire = openWire(port);
  const delayed = request('GET /v1/pets/1', [key, 'Prefer: delay=50']);
  wire.write(`${delayed}${request('GET /v1/pets/2', [key])}GARBAGE\r\n\r\n`);
  const answers = readAnswers((await wire.closed).text);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
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
