import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { ProviderRequest } from '../../src/verify/provider.js';
import { runVerification } from '../../src/verify/run.js';
import { confusableKeys, unusualForms } from '../../src/verify/send/credentials.js';
import { createStoreWith } from './check-context.js';
import { fetchFrom, resolveOptions } from './providers/in-process.js';
import { Service } from './providers/service.js';

/** Sends one request over HTTP, and returns what arrives. */
async function receive(request: ProviderRequest) {
  const received: { target: string; headers: string[]; body: Buffer }[] = [];
  const server = createServer(async (incoming, response) => {
    const { url: target = '', rawHeaders: headers } = incoming;
    received.push({ target, headers, body: await buffer(incoming) });
    response.end();
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await createStoreWith(fetch, { url }).send(request);
  const [{ target, headers, body } = { target: '', headers: [], body: Buffer.of() }] = received;
  const headerOf = (name: string) => {
    const index = headers.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === name);
    return index === -1 ? undefined : headers[index + 1];
  };
  return { target, headerOf, body };
}

const get = { method: 'GET', path: '/pets' } as const;
const post = { method: 'POST', path: '/pets', body: '{}' } as const;

test.each(
  [...confusableKeys('test-key'), ...unusualForms('test-key')].map(
    (credential) => [credential.description, credential] as const,
  ),
)('a key arrives as it is meant: %s', async (_description, credential) => {
  const { headerOf } = await receive({ ...get, credential });

  for (const [name, value] of Object.entries(credential.headers)) {
    expect(headerOf(name.toLowerCase())).toBe(value);
  }
});

test('bytes that are not UTF-8 arrive as they are, without a type', async () => {
  const { body, headerOf } = await receive({ ...post, body: Uint8Array.of(0xe9), contentType: '' });

  expect([...body]).toEqual([0xe9]);
  expect(headerOf('content-type')).toBeUndefined();
});

test('headers of a request replace those of every request', async () => {
  const headers = { Accept: '*/*', 'Content-Encoding': 'gzip' };
  const { headerOf } = await receive({ ...post, contentType: 'Application/JSON', headers });

  expect(headerOf('accept')).toBe('*/*');
  expect(headerOf('content-encoding')).toBe('gzip');
  expect(headerOf('content-type')).toBe('Application/JSON');
});

test.each(['/pets/%00', '/pets/%zz', '/pets?limit=%FF', `/pets/${'9'.repeat(1000)}`])(
  'a path arrives as it is written: %s',
  async (path) => {
    expect((await receive({ ...get, path })).target).toBe(path);
  },
);

test('a cookie for a gateway is sent with every request', async () => {
  const service = new Service();
  service.open();
  const sent = new Set<string | null>();
  const fetch = (url: string, init: RequestInit) => {
    sent.add(new Headers(init.headers).get('Cookie'));
    return fetchFrom(service)(url, init);
  };
  const { apiKey } = service;
  const header = 'Cookie: session=4711';
  const options = resolveOptions({ url: 'http://provider/v1', apiKey, header, readOnly: true });

  await runVerification(options, {}, fetch);

  expect(sent).toEqual(new Set(['session=4711']));
});
