import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { askOnce, close, json, key, openWire, readAnswers, request, start } from './wire.js';

const malformed: [name: string, bytes: string | Buffer][] = [
  ['a word', 'GARBAGE\r\n\r\n'],
  ['an unknown method', request('FETCH /v1/pets', [key])],
  ['a malformed version', `GET /v1/pets HTTP/1\r\n${key}\r\n\r\n`],
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

const head = (first: string, ...headers: string[]) => [first, ...headers, '', ''].join('\r\n');
const pet = '{"name":"Rex","categoryId":2}';
const chunks = `1d\r\n${pet}\r\n0\r\n\r\n`;
const postHead = [key, json, close, 'Host: localhost'];

const refused: [name: string, bytes: string, status: number, code: string, named: string][] = [
  ['two Hosts', request('GET /v1/pets', [key, 'host: b']), 400, 'bad_request', 'RFC 9112, 3.2'],
  ['HTTP/0.9', head('GET /v1/pets HTTP/0.9'), 505, 'http_version_not_supported', 'HTTP/1.1'],
  ['HTTP/2.0', head('GET /v1/pets HTTP/2.0'), 505, 'http_version_not_supported', 'HTTP/1.1'],
  ['HTTP/3.0', head('GET /v1/pets HTTP/3.0'), 505, 'http_version_not_supported', 'HTTP/1.1'],
  [
    'Transfer-Encoding: gzip, chunked',
    head('POST /v1/pets HTTP/1.1', ...postHead, 'Transfer-Encoding: gzip, chunked') + chunks,
    501,
    'not_implemented',
    '"gzip, chunked"',
  ],
  [
    'Transfer-Encoding: identity',
    head('POST /v1/pets HTTP/1.1', ...postHead, 'Transfer-Encoding: identity') + pet,
    501,
    'not_implemented',
    '"identity"',
  ],
  [
    'Transfer-Encoding of HTTP/1.0',
    head('POST /v1/pets HTTP/1.0', ...postHead, 'Transfer-Encoding: chunked') + chunks,
    400,
    'bad_request',
    'RFC 9112, 6.1',
  ],
  ['CONNECT', request('CONNECT example.com:80', []), 501, 'not_implemented', 'CONNECT'],
  ['GET *', request('GET *', [key]), 400, 'bad_request', 'RFC 9112, 3.2.4'],
];

test.for(refused)(
  'answers %s and closes the connection',
  async ([, bytes, status, code, named]) => {
    const { port } = await start();

    const answer = await askOnce(port, bytes);
    const next = await askOnce(port, request('GET /v1/pets/51', [key, close]));

    expect([answer.status, answer.headers.get('connection')]).toEqual([status, 'close']);
    const { message, ...others } = JSON.parse(answer.body);
    expect(others).toEqual({ code, status });
    expect(message).toContain(named);
    expect(next.status).toBe(404);
  },
);

test.for(['a b/c@d', 'evil.com/.localhost', 'user@localhost', 'a?b', '[::1', 'a:b', 'a:99999'])(
  'rejects the Host %s (RFC 9110, 7.2)',
  async (host) => {
    const { port } = await start();
    const answer = await askOnce(port, head('GET /v1/pets HTTP/1.1', key, `Host: ${host}`));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).message).toContain(JSON.stringify(host));
  },
);

test.for(['', 'animal_store:4010', '[::1]:80', 'example.com:', 'PETS.example'])(
  'accepts the Host %s',
  async (host) => {
    const { port } = await start();
    const answer = await askOnce(port, head('GET /v1/pets HTTP/1.1', key, close, `Host: ${host}`));
    expect(answer.status).toBe(200);
  },
);

test('lets a client that sends a large body read the refusal', async () => {
  const { port } = await start();
  const length = 5_000_000;
  const bytes = head('POST /v1/pets HTTP/1.1', key, `Content-Length: ${length}`);
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  // It sends all of it before it reads.
  await new Promise((resolve) => socket.write(bytes + 'x'.repeat(length), resolve));
  const answer = await text(socket);
  socket.destroy();
  expect(readAnswers(answer).map(({ status }) => status)).toEqual([400]);
});

test('answers OPTIONS * with Allow', async () => {
  const { port } = await start();
  const answer = await askOnce(port, request('OPTIONS *', [close]));
  expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
});

test('ignores Upgrade', async () => {
  const { port } = await start();
  const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAA'];
  const wire = openWire(port);
  wire.write(request('POST /v1/pets', [key, json, ...upgrade, 'Content-Length: 29'], pet));
  await wire.waitFor('"id":51');
  wire.write(request('GET /v1/pets/51', [key, close]));
  const answers = readAnswers((await wire.closed).text);
  expect(answers.map(({ status }) => status)).toEqual([201, 200]);
});

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
