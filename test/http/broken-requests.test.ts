import { expect, test } from 'vitest';
import { askOnce, close, json, key, openWire, request, start } from './wire.js';

const malformed: [name: string, bytes: string | Buffer][] = [
  ['a word', 'GARBAGE\r\n\r\n'],
  ['an unknown method', request('FETCH /v1/pets', [key])],
  ['an unknown version', `GET /v1/pets HTTP/3.0\r\n${key}\r\n\r\n`],
  ['the beginning of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['the beginning of TLS', Buffer.from('16030102000100', 'hex')],
  ['a header without a colon', request('GET /v1/pets', [key, 'nonsense'])],
  ['a header with a space in its name', request('GET /v1/pets', [key, 'X Y: 1'])],
  ['a NUL in a header', request('GET /v1/pets', [key, 'X-Y: \0'])],
  ['a length that is no number', request('POST /v1/pets', [key, json, 'Content-Length: two'])],
  ['two lengths', request('POST /v1/pets', [key, 'Content-Length: 2', 'Content-Length: 3'], '{}')],
  [
    'a length beside chunks',
    request('POST /v1/pets', [key, 'Content-Length: 3', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  ],
  [
    'a chunk without a size',
    request('POST /v1/pets', [key, json, 'Transfer-Encoding: chunked'], 'size\r\n{}\r\n'),
  ],
];

for (const [name, bytes] of malformed) {
  test(`answers ${name} with 400 and goes on`, async () => {
    const { port } = await start();

    const answer = await askOnce(port, bytes);
    const next = await askOnce(port, request('GET /v1/pets', [key, close]));

    expect([answer.status, answer.headers.get('connection')]).toEqual([400, 'close']);
    expect(answer.headers.get('content-type')).toBe('application/json');
    const { message, ...others } = JSON.parse(answer.body);
    expect(others).toEqual({ code: 'bad_request', status: 400 });
    expect(message).toContain('HTTP/1.1');
    expect(next.status).toBe(200);
  });
}

test('answers a request without Host with 400 (RFC 9112, 3.2)', async () => {
  const { port } = await start();
  const answer = await askOnce(port, `GET /v1/pets HTTP/1.1\r\n${key}\r\n\r\n`);
  expect(answer.status).toBe(400);
  expect(answer.body).toContain('{"code":"bad_request"');
});

test('answers another Expect than 100-continue with 417 (RFC 9110, 10.1.1)', async () => {
  const { port } = await start();
  const answer = await askOnce(port, request('GET /v1/pets', [key, close, 'Expect: miracles']));
  expect(answer.status).toBe(417);
  expect(answer.body).toContain('"status":417}');
});

const tooLarge = [
  ['one long header', request('GET /v1/pets', [key, `X-Long: ${'x'.repeat(17_000)}`])],
  ['many headers', request('GET /v1/pets', [key, ...Array(1500).fill('X-Many: 123456')])],
  ['a long path', request(`GET /v1/pets/${'1'.repeat(17_000)}`, [key])],
  ['a long query', request(`GET /v1/pets?limit=${'1'.repeat(17_000)}`, [key])],
] as const;

for (const [name, bytes] of tooLarge) {
  test(`answers ${name} with 431 and goes on`, async () => {
    const { port } = await start();

    const answer = await askOnce(port, bytes);
    const next = await askOnce(port, request('GET /v1/pets', [key, close]));

    expect(answer.status).toBe(431);
    expect(JSON.parse(answer.body)).toMatchObject({ status: 431 });
    expect(JSON.parse(answer.body).message).toContain('16 KiB');
    expect(next.status).toBe(200);
  });
}

const cutOff: [name: string, bytes: string][] = [
  ['in its head', `POST /v1/pets HTTP/1.1\r\nHost: localhost\r\n${key}`],
  [
    'before its body',
    request('POST /v1/pets', [key, json, 'Content-Length: 29', 'Expect: 100-continue']),
  ],
  [
    'in its body',
    request('POST /v1/pets', [key, json, 'Content-Length: 99', 'Expect: 100-continue'], '{"name"'),
  ],
  [
    'in its last chunk, after a whole NewPet',
    request(
      'POST /v1/pets',
      [key, json, 'Transfer-Encoding: chunked', 'Expect: 100-continue'],
      '1d\r\n{"name":"Rex","categoryId":2}\r\n0',
    ),
  ],
];

for (const [name, bytes] of cutOff) {
  test(`stores nothing when a request breaks off ${name}`, async () => {
    const { port, url } = await start();
    const wire = openWire(port);
    wire.write(bytes);
    if (bytes.includes('100-continue')) {
      // It has arrived, so that what follows is later.
      await wire.waitFor('100 Continue');
    }
    wire.destroy();
    await wire.closed;

    const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
    const body = '{"name":"Max","categoryId":3}';
    const created = await fetch(`${url}/pets`, { method: 'POST', headers, body });

    expect(await created.json()).toEqual({ id: 51, name: 'Max', categoryId: 3 });
  });
}
