import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openHttp, openTcp } from './open-provider.js';
import { verifyByCommand } from './verifying.js';

const json = { 'Content-Type': 'application/json' };

/** Far more requests than a conforming provider receives. */
const maxCalls = 1_000;

/** Sends the same response to every request. */
const always =
  (body: string | Buffer, headers: Record<string, string> = json, status = 200): RequestListener =>
  (_request, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Writes without end, as fast as it is read. */
function writeWithoutEnd(stream: Socket | ServerResponse, text: string): void {
  const write = () => {
    while (!stream.destroyed && stream.write(text));
  };
  stream.on('drain', write);
  write();
}

const endless: RequestListener = (_request, response) => {
  writeWithoutEnd(response.writeHead(200, json), 'garbage '.repeat(8_192));
};

const dripping: RequestListener = (_request, response) => {
  response.writeHead(200, json);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
};

const speaking = (bytes: string) => (socket: Socket) => {
  socket.once('data', () => socket.end(bytes, 'latin1'));
};

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const bomb = gzipSync(Buffer.alloc(100 * 2 ** 20, ' '));

const manyPets = JSON.stringify(
  Array.from({ length: 10_000 }, (_, id) => ({ id, name: `animal ${id}`, categoryId: 1 })),
);

/** Each provider and the exit code. */
const inHttp: [string, RequestListener, code: 1 | 2][] = [
  ['never responds', () => {}, 2],
  ['responds without end', endless, 2],
  ['responds a byte at a time', dripping, 2],
  ['responds with HTML', always('<html>Welcome</html>', { 'Content-Type': 'text/html' }), 2],
  ['responds with HTML as JSON', always('<html>Welcome</html>'), 2],
  ['responds with a megabyte of garbage', always(Buffer.alloc(2 ** 20, '\x00\x9f{"[')), 2],
  ['responds with a megabyte of brackets', always('['.repeat(2 ** 20)), 2],
  ['responds with a deeply nested value', always('['.repeat(9_999) + ']'.repeat(9_999)), 2],
  ['responds with invalid UTF-8', always(Buffer.from('[{"id":1,"name":"\xff\xfe"}]', 'latin1')), 2],
  ['responds with an empty body', always(''), 2],
  ['responds with null', always('null'), 2],
  ['responds with an empty list', always('[]'), 1],
  ['responds with a 500', always('{"code":"c","message":"m","status":500}', json, 500), 1],
  ['responds with a 204', always('', {}, 204), 2],
  ['responds with a 304', always('', {}, 304), 2],
  ['responds with a 429', always('', { 'Retry-After': '0' }, 429), 2],
  ['responds with an unknown status', always('[]', json, 999), 2],
  ['responds with many headers', always('[]', { ...json, 'X-Padding': 'x'.repeat(12_000) }), 1],
  [
    'responds with headers too large',
    always('[]', { ...json, 'X-Padding': 'x'.repeat(99_000) }),
    2,
  ],
  [
    'announces too many encodings and never ends',
    (_request, response) => {
      response.writeHead(200, { ...json, 'Content-Encoding': Array(2_000).fill('gzip').join() });
      response.write(gzipSync('[]'));
    },
    2,
  ],
  ['compresses 100 MB', always(bomb, { ...json, 'Content-Encoding': 'gzip' }), 2],
  [
    'sends a body of 100 MB',
    (_request, response) => {
      response.writeHead(200, { ...json, 'Content-Length': 100 * 2 ** 20 });
      writeWithoutEnd(response, ' '.repeat(65_536));
    },
    2,
  ],
  ['responds with a page of 10,000 pets', always(manyPets), 1],
  ['responds with a megabyte of empty objects', always(`[${'{},'.repeat(350_000)}{}]`), 1],
  ['responds in another encoding', always('no gzip', { ...json, 'Content-Encoding': 'gzip' }), 2],
];

const onTheWire: [string, (socket: Socket) => void, code: 1 | 2][] = [
  ['closes every connection', (socket) => socket.end(), 2],
  ['resets every connection', (socket) => socket.resetAndDestroy(), 2],
  ['sends a greeting only', (socket) => socket.write('220 smtp.example ESMTP\r\n'), 2],
  ['does not use HTTP', speaking('SSH-2.0-OpenSSH_9.6\r\n'), 2],
  ['ends in the middle of its headers', speaking(head), 2],
  ['ends in the middle of its body', speaking(`${head}Content-Length: 99\r\n\r\n[`), 2],
  ['sends headers without end', (socket) => writeWithoutEnd(socket, head.repeat(99)), 2],
  [
    'sends a million headers',
    speaking(
      `${head}${Array.from({ length: 1_000_000 }, (_, n) => `X-${n}: y\r\n`).join('')}\r\n[]`,
    ),
    2,
  ],
  ['switches to another protocol', speaking('HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n'), 2],
  ['sends an invalid status', speaking('HTTP/1.1 099 X\r\nContent-Length: 0\r\n\r\n'), 2],
  [
    'sends other bytes in its headers',
    speaking(`${head}X: \xe9\xff\r\nContent-Length: 2\r\n\r\n[]`),
    1,
  ],
  ['announces trailers that never come', speaking('HTTP/1.1 204 X\r\nTrailer: X-Sum\r\n\r\n'), 2],
];

async function expectVerdict(url: string, code: number): Promise<void> {
  // Without a response, the whole timeout passes; otherwise it must be long enough for a busy machine.
  const timeout = code === 2 ? '500' : '5000';
  const finished = await verifyByCommand(['--url', url, '--api-key', 'key', '--timeout', timeout]);

  expect(finished.code, finished.stderr).toBe(code);
  expect(finished.stdout).toContain(code === 1 ? `${url} fails` : `${url} could not be verified.`);
}

describe('there is a verdict on a provider that', () => {
  test.each(inHttp)('%s', async (_, listener, code) => {
    let calls = 0;
    const url = await openHttp((request, response) => {
      calls += 1;
      listener(request, response);
    });

    await expectVerdict(url, code);

    expect(calls).toBeLessThan(maxCalls);
  });

  test.each(onTheWire)('%s', async (_, connected, code) => {
    let connections = 0;
    const url = await openTcp((socket) => {
      connections += 1;
      connected(socket);
    });

    await expectVerdict(url, code);

    expect(connections).toBeLessThan(maxCalls);
  });
});
