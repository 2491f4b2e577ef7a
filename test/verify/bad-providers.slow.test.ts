import type { RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { verify } from '../../src/index.js';
import { formatReport } from '../../src/verify/report/formats.js';
import { openHttp, openTcp } from '../support/open-http.js';

const json = { 'Content-Type': 'application/json' };

/** Far more requests than a conforming provider receives. */
const maxCalls = 1_000;

/** Sends the same response to every request. */
const always =
  (body: string | Buffer, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { ...json, ...headers }).end(body);
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

type Verdict = 'fails' | 'unverified';

/** Arbitrary statuses and bodies are in any-response.slow.test.ts, lost responses in dropped.test.ts. */
const inHttp: [string, RequestListener, Verdict][] = [
  ['responds without end', endless, 'unverified'],
  ['responds a byte at a time', dripping, 'unverified'],
  ['responds with a deeply nested value', always('['.repeat(9_999)), 'unverified'],
  ['compresses 100 MB', always(bomb, { 'Content-Encoding': 'gzip' }), 'unverified'],
  ['responds in another encoding', always('no gzip', { 'Content-Encoding': 'gzip' }), 'fails'],
  ['responds with a page of 10,000 pets', always(manyPets), 'fails'],
];

const onTheWire: [string, (socket: Socket) => void, Verdict][] = [
  ['does not use HTTP', speaking('SSH-2.0-OpenSSH_9.6\r\n'), 'unverified'],
  ['sends headers without end', (socket) => writeWithoutEnd(socket, head.repeat(99)), 'unverified'],
  ['switches to another protocol', speaking('HTTP/1.1 101 X\r\nUpgrade: x\r\n\r\n'), 'unverified'],
  [
    'sends other bytes in its headers',
    speaking(`${head}X: \xe9\xff\r\nContent-Length: 2\r\n\r\n[]`),
    'fails',
  ],
];

/** Returns whether the report says that the provider fails, or that it could not be verified. */
async function verifyText(url: string, verdict: Verdict): Promise<string> {
  // Without a response, the whole timeout passes; otherwise it must be long enough for a busy machine.
  const timeout = verdict === 'unverified' ? 500 : 5_000;
  return formatReport(await verify({ url, apiKey: 'key', timeout, rereadAfter: 0 })).text;
}

const wordsOf = (url: string, verdict: Verdict) =>
  verdict === 'fails' ? `${url} fails` : `${url} could not be verified.`;

describe('there is a verdict on a provider that', () => {
  test.each(inHttp)('%s', async (_, listener, verdict) => {
    let calls = 0;
    const url = await openHttp((request, response) => {
      calls += 1;
      listener(request, response);
    });

    expect(await verifyText(url, verdict)).toContain(wordsOf(url, verdict));

    expect(calls).toBeLessThan(maxCalls);
  });

  test.each(onTheWire)('%s', async (_, connected, verdict) => {
    let connections = 0;
    const url = await openTcp((socket) => {
      connections += 1;
      connected(socket);
    });

    expect(await verifyText(url, verdict)).toContain(wordsOf(url, verdict));

    expect(connections).toBeLessThan(maxCalls);
  });
});
