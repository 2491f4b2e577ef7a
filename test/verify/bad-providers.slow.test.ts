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
const inHttp: [string, RequestListener, code: 1 | 3][] = [
  ['never responds', () => {}, 3],
  ['responds without end', endless, 3],
  ['responds a byte at a time', dripping, 3],
  ['responds with HTML', always('<html>Welcome</html>', { 'Content-Type': 'text/html' }), 3],
  ['responds with a megabyte of garbage', always(Buffer.alloc(2 ** 20, '\x00\x9f{"[')), 3],
  ['responds with a deeply nested value', always('['.repeat(9_999) + ']'.repeat(9_999)), 3],
  ['responds with invalid UTF-8', always(Buffer.from('[{"id":1,"name":"\xff\xfe"}]', 'latin1')), 3],
  ['responds with null', always('null'), 3],
  ['responds with an empty list', always('[]'), 1],
  ['responds with a 500', always('{"code":"c","message":"m","status":500}', json, 500), 1],
  ['responds with a 429', always('', { 'Retry-After': '0' }, 429), 3],
  ['responds with an unknown status', always('[]', json, 999), 3],
  [
    'responds with headers too large',
    always('[]', { ...json, 'X-Padding': 'x'.repeat(99_000) }),
    3,
  ],
  [
    'announces too many encodings and never ends',
    (_request, response) => {
      response.writeHead(200, { ...json, 'Content-Encoding': Array(2_000).fill('gzip').join() });
      response.write(gzipSync('[]'));
    },
    3,
  ],
  ['compresses 100 MB', always(bomb, { ...json, 'Content-Encoding': 'gzip' }), 3],
  [
    'sends a body of 100 MB',
    (_request, response) => {
      response.writeHead(200, { ...json, 'Content-Length': 100 * 2 ** 20 });
      writeWithoutEnd(response, ' '.repeat(65_536));
    },
    3,
  ],
  ['responds with a page of 10,000 pets', always(manyPets), 1],
  ['responds in another encoding', always('no gzip', { ...json, 'Content-Encoding': 'gzip' }), 3],
];

const onTheWire: [string, (socket: Socket) => void, code: 1 | 3][] = [
  ['closes every connection', (socket) => socket.end(), 3],
  ['does not use HTTP', speaking('SSH-2.0-OpenSSH_9.6\r\n'), 3],
  ['ends in the middle of its body', speaking(`${head}Content-Length: 99\r\n\r\n[`), 3],
  ['sends headers without end', (socket) => writeWithoutEnd(socket, head.repeat(99)), 3],
  [
    'sends a million headers',
    speaking(
      `${head}${Array.from({ length: 1_000_000 }, (_, n) => `X-${n}: y\r\n`).join('')}\r\n[]`,
    ),
    3,
  ],
  ['switches to another protocol', speaking('HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n'), 3],
  [
    'sends other bytes in its headers',
    speaking(`${head}X: \xe9\xff\r\nContent-Length: 2\r\n\r\n[]`),
    1,
  ],
];

async function expectVerdict(url: string, code: number): Promise<void> {
  // Without a response, the whole timeout passes; otherwise it must be long enough for a busy machine.
  const timeout = code === 3 ? '500' : '5000';
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
