import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { start } from '../../support/simulator.js';
import { askOnce, close, request } from '../../support/wire.js';

const spec = new URL('../../../spec/animal-store.openapi.yaml', import.meta.url);

test('serves the spec at /openapi.yaml, and the same document at /openapi.json', async () => {
  const { origin } = await start();
  const [yaml, json] = await Promise.all([
    fetch(`${origin}/openapi.yaml`),
    fetch(`${origin}/openapi.json`),
  ]);
  const text = await readFile(spec, 'utf8');
  expect(yaml.headers.get('content-type')).toContain('application/yaml');
  expect(await yaml.text()).toBe(text);
  expect(json.headers.get('content-type')).toContain('application/json');
  expect(await json.json()).toEqual(parse(text));
});

test('names the URL of the service at /', async () => {
  const { origin, url } = await start();
  expect(await (await fetch(`${origin}/`)).text()).toContain(`${url}/pets`);
});

test.each(['/health', '/health/ready', '/openapi.json', '/openapi.yaml', '/'])(
  'serves %s to any page, read-only',
  async (path) => {
    const { origin } = await start();
    const send = (method: string) =>
      fetch(origin + path, { method, headers: { Origin: 'http://localhost:3000' } });

    const [get, head, options, post] = await Promise.all(
      ['GET', 'HEAD', 'OPTIONS', 'POST'].map(send),
    );

    const text = await get?.text();
    expect([get?.status, head?.status, await head?.text()]).toEqual([200, 200, '']);
    expect(head?.headers.get('content-length')).toBe(String(Buffer.byteLength(text ?? '')));
    expect(get?.headers.get('access-control-allow-origin')).toBe('*');
    expect([options?.status, options?.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect([post?.status, post?.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect(await post?.json()).toMatchObject({ code: 'method_not_allowed', status: 405 });
  },
);

test.each(['/pets', '/v2/pets', '/v1x/pets', '/sandboxes/a/pets', '/V1/pets', '/%', '//v1/pets'])(
  'answers %s with 404 and the path of the service',
  async (path) => {
    const { port } = await start();
    const answer = await askOnce(port, request(`GET ${path}`, [close]));
    const { message, ...others } = JSON.parse(answer.body);
    expect([answer.status, others]).toEqual([404, { code: 'not_found', status: 404 }]);
    expect(message).toContain(JSON.stringify(path));
    expect(message).toContain('/v1/pets');
  },
);
