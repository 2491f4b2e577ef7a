import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { describeNetworkError } from '../../src/base/network-error.js';
import { otherForms, similarKeys } from '../../src/verify/checks/keys.js';
import type { ProviderRequest } from '../../src/verify/evidence.js';
import { openHttp } from '../support/open-http.js';
import { createClient, reach } from './reach.js';

const open = (listener: RequestListener) => openHttp(listener, '');

const send = (url: string) =>
  createClient(undefined, { url }).send({ method: 'GET', path: '', headers: {} });

test('sends no request twice', async () => {
  let requests = 0;
  const url = await open(({ socket }) => {
    requests += 1;
    socket.destroy();
  });

  expect(await send(url)).toMatchObject({ message: 'other side closed' });
  expect(requests).toBe(1);
});

test('decodes a compressed body and follows no redirect', async () => {
  const url = await open((_request, response) => {
    response
      .writeHead(302, { 'Content-Encoding': 'gzip', Location: '/' })
      .end(gzipSync('compressed'));
  });

  const { status, bytes } = await send(url);

  expect([status, `${Buffer.from(bytes)}`]).toEqual([302, 'compressed']);
});

test('hints at untrusted certificates', () => {
  const describe = (code: string, message: string) =>
    describeNetworkError(Object.assign(new Error(message), { code }));

  expect(describe('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate')).toMatch(
    /^the certificate is not trusted .* set NODE_EXTRA_CA_CERTS to the file of its authority before this program starts$/,
  );
  expect(describe('CERT_HAS_EXPIRED', 'certificate has expired')).toBe('certificate has expired');
});

/** Sends one request over HTTP, and returns what arrives. */
async function receive(request: ProviderRequest, header: readonly string[] = []) {
  const received: { target: string; headers: Record<string, unknown>; body: Buffer }[] = [];
  const url = await open(async (incoming, response) => {
    const { url: target = '', headers } = incoming;
    received.push({ target, headers, body: await buffer(incoming) });
    response.end();
  });
  await reach(undefined, { url, header }).send(request);
  return received[0] as (typeof received)[0];
}

const get = { method: 'GET', path: '/pets' } as const;
const post = { method: 'POST', path: '/pets', body: '{}' } as const;

test.each([...similarKeys('test-key'), ...otherForms('test-key')])(
  'a key arrives as it is meant: $description',
  async (credential) => {
    const { headers } = await receive({ ...get, ...credential });

    for (const [name, value] of Object.entries(credential.headers)) {
      expect(headers[name.toLowerCase()]).toBe(value);
    }
  },
);

test('bytes that are not UTF-8 arrive as they are, without a type', async () => {
  const body = Uint8Array.of(0xe9);
  const received = await receive({ ...post, body, headers: { 'Content-Type': undefined } });

  expect([...received.body]).toEqual([0xe9]);
  expect(received.headers['content-type']).toBeUndefined();
});

test.each(['/pets/%00', '/pets/%zz', '/pets?limit=%FF', `/pets/${'9'.repeat(1000)}`])(
  'a path arrives as it is written: %s',
  async (path) => {
    expect((await receive({ ...get, path })).target).toBe(path);
  },
);
