import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { animalStore } from '../../../src/vite.js';
import { createFolder, pair } from '../../support/files.js';
import { mountPlugin, openVite } from '../../support/vite.js';
import { askOnce } from '../../support/wire.js';

const key = { Authorization: 'Bearer test-key' };

test('serves the service beside the app', async () => {
  const { origin } = await openVite({ fixture: 'every-status' });

  const pets = await fetch(`${origin}/v1/pets`, { headers: key });
  const page = await fetch(origin, { headers: { Accept: 'text/html' } });

  expect([pets.status, await pets.json()]).toEqual([200, expect.any(Array)]);
  expect(await page.text()).toContain('<title>An app</title>');
});

test('does not start with a fixture that is not there', async () => {
  await expect(openVite({ fixture: 'none.json' })).rejects.toThrow('got "none.json", which can');
});

test('requires a token where Vite listens beyond this machine', async () => {
  const { origin } = await openVite({}, '0.0.0.0');
  expect((await fetch(`${origin}/__admin/rules`)).status).toBe(403);

  const { origin: withToken } = await openVite({ adminToken: 'secret' }, '0.0.0.0');
  const headers = { 'Simulator-Admin-Token': 'secret' };
  expect((await fetch(`${withToken}/__admin/rules`, { headers })).status).toBe(200);
});

test.for([
  ['configureServer', 'dev.test', 'preview.test'],
  ['configurePreviewServer', 'preview.test', 'dev.test'],
] as const)('%s lets its own host control it: %s', async ([hook, own, other]) => {
  const config = { server: { host: 'dev.test' }, preview: { host: 'preview.test' } };
  const port = await mountPlugin({}, hook, config);
  const call = (host: string) =>
    askOnce(port, `GET /__admin/rules HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

  expect([(await call(own)).status, (await call(other)).status]).toEqual([200, 403]);
});

test('has the console, the documents and the service below /__animal-store/', async () => {
  const { origin } = await openVite();
  const redirected = await fetch(`${origin}/__animal-store`, { redirect: 'manual' });
  expect(redirected.headers.get('location')).toBe('/__animal-store/');
  const pets = await fetch(`${origin}/__animal-store/v1/pets`, { headers: key });
  expect(pets.status).toBe(200);
  const landing = await (await fetch(`${origin}/__animal-store/`)).text();
  const urls = [...landing.matchAll(/http:[^\s,]+/g)].map(([url]) => url);

  for (const url of urls.filter((one) => !one.includes('<name>'))) {
    const { status } = await fetch(url, { headers: { Authorization: 'Bearer test-key' } });
    // The tools take POST alone.
    expect([url, status]).toEqual([url, url.endsWith('/mcp') ? 405 : 200]);
  }
  const missed = await fetch(`${origin}/__animal-store/pets`);
  expect((await missed.json()).message).toContain('Other paths are /__animal-store/docs, ');
});

test('serves the console and the admin interface over HTTP/2, which Vite uses with HTTPS', async () => {
  const { origin } = await openVite({}, '127.0.0.1', pair);
  const client = connectHttp2(origin.replace('http:', 'https:'), { ca: pair.cert });
  onTestFinished(() => client.close());
  const send = async (headers: Record<string, string>, body = '') => {
    const stream = client.request(headers).setEncoding('utf8');
    if (body !== '') {
      stream.end(body);
    }
    const [{ ':status': status }] = await once(stream, 'response');
    return [status, (await stream.toArray()).join('')];
  };

  expect(await send({ ':path': '/__animal-store/', accept: 'text/html' })).toEqual([
    200,
    expect.stringContaining('<title>'),
  ]);
  const origins = { origin: origin.replace('http:', 'https:'), ':method': 'POST' };
  expect(await send({ ...origins, ':path': '/__admin/rules' }, '{"code":503}')).toEqual([
    201,
    expect.stringContaining('"rule-1"'),
  ]);
  const foreign = await send({ ':path': '/__admin/rules', origin: 'https://another-app.test' });
  expect(foreign[0]).toBe(403);
});

test('prints one line with its URLs', async () => {
  const { server, lines, origin } = await openVite();

  server.printUrls();

  expect(lines.filter((line) => line.includes('Animal Store'))).toEqual([
    `  ➜  Animal Store: ${origin}/v1 with the key test-key, console ${origin}/__animal-store/`,
  ]);
});

test.for([
  ['has no effect in Vite', ['port', 'tlsCert', 'shutdownDelay', 'pact', 'needs']],
  ['must be one of', ['profile']],
] as const)('refuses an option that %s', ([reason, names]) => {
  for (const name of names) {
    expect(() => animalStore({ [name]: 1 })).toThrow(`The option ${name} ${reason}`);
  }
});

test('refuses a contract that the config file asks for', async () => {
  const folder = createFolder();
  const config = join(folder, 'animal-store.json');
  await writeFile(config, '{"pact":"shop.json","consumer":"shop"}');

  expect(() => animalStore({ config })).toThrow('The option pact has no effect in Vite');
});
