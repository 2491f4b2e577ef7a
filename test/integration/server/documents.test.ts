import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { start } from '../../support/simulator.js';

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
