import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { fetchOverHttp } from '../../src/verify/send/http.js';

async function open(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function send(url: string, method = 'GET') {
  const { signal } = new AbortController();
  const { status, headers, body } = await fetchOverHttp(url, {
    method,
    headers: new Headers({ 'X-Test': 'yes' }),
    body: method === 'POST' ? '{}' : null,
    signal,
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
  }
  return { status, headers, text: Buffer.concat(chunks).toString() };
}

/** A server that closes each connection at its second request, as if it had been idle for too long. */
function openImpatient() {
  const seen = new Map<unknown, number>();
  const methods: string[] = [];
  const url = open((request, response) => {
    const { socket, method = '' } = request;
    methods.push(method);
    seen.set(socket, (seen.get(socket) ?? 0) + 1);
    if (seen.get(socket) === 2) {
      socket.destroy();
    } else {
      response.end('[]');
    }
  });
  return { url, methods };
}

test('sends GET again when the server has closed an idle connection', async () => {
  const { url, methods } = openImpatient();
  await send(await url);

  expect(await send(await url)).toMatchObject({ status: 200, text: '[]' });
  expect(methods).toEqual(['GET', 'GET', 'GET']);
});

test('sends POST once, because it may have created a pet', async () => {
  const { url, methods } = openImpatient();
  await send(await url);

  await expect(send(await url, 'POST')).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(methods).toEqual(['GET', 'POST']);
});

test('sends nothing again on a new connection', async () => {
  let requests = 0;
  const url = await open(({ socket }) => {
    requests += 1;
    socket.destroy();
  });

  await expect(send(url)).rejects.toThrow('socket hang up');
  expect(requests).toBe(1);
});

test('decodes a compressed body and follows no redirect', async () => {
  const url = await open((_request, response) => {
    response
      .writeHead(302, { 'Content-Encoding': 'gzip', Location: '/' })
      .end(gzipSync('compressed'));
  });

  expect(await send(url)).toMatchObject({ status: 302, text: 'compressed' });
});
