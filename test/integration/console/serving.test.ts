import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { start } from '../../support/simulator.js';
import { askOnce, close, request } from '../../support/wire.js';

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** The files that the page loads by itself. */
async function listAssets(origin: string): Promise<string[]> {
  const page = await (await fetch(origin, { headers: browser })).text();
  return [...page.matchAll(/(?:src|href)="\.(\/console\/[^"]+)"/g)].map(([, path = '']) => path);
}

test('answers a browser with the console', async () => {
  const { origin } = await start();

  const answer = await fetch(origin, { headers: browser });

  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('vary')).toContain('Accept');
  expect(await answer.text()).toContain('<script type="module"');
});

test.for(['*/*', 'application/json', 'text/plain', 'text/html;q=0, */*'])(
  'answers Accept: %s with text',
  async (Accept) => {
    const { origin } = await start();

    const answer = await fetch(origin, { headers: { Accept } });

    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain(`Open ${origin}/ in a browser`);
  },
);

test('lets browsers keep the files of the console', async () => {
  const { origin } = await start();
  const assets = await listAssets(origin);

  expect(new Set(assets.map((path) => path.split('.').at(-1)))).toEqual(new Set(['css', 'js']));
  for (const path of assets) {
    const { status, headers } = await fetch(origin + path);
    expect([status, headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(headers.get('content-type')).toMatch(/^text\/(?:javascript|css); charset=utf-8$/);
  }
});

test('allows only scripts, styles and calls of the server itself', async () => {
  const { origin } = await start();
  const [asset] = await listAssets(origin);
  for (const path of ['/', asset]) {
    const { headers } = await fetch(origin + path, { headers: browser });
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
        "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
        "require-trusted-types-for 'script'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin')).toBe(null);
  }
});

test('hides the console from foreign host names', async () => {
  const { origin, port } = await start();
  const [asset] = await listAssets(origin);
  for (const path of ['/', asset]) {
    const head = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\n${close}\r\n\r\n`;
    const answer = await askOnce(port, head);
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('evil.example');
  }
});

test.for([
  '/console/missing.js',
  '/console',
  '/console/..%2findex.html',
  '/console/%2e%2e/index.html',
  '/console/%00',
])('answers %s with 404', async (path) => {
  const { port } = await start();

  const answer = await askOnce(port, request(`GET ${path}`, [close]));

  expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not_found']);
});

test('refuses other methods', async () => {
  const { origin } = await start();

  const answer = await fetch(origin, { method: 'POST', headers: browser });

  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

test('loads at most 30 KB of scripts and styles, compressed', async () => {
  const { origin } = await start();
  const assets = await listAssets(origin);

  const files = await Promise.all(
    assets.map(async (path) => (await fetch(origin + path)).arrayBuffer()),
  );

  const sizes = files.map((file) => gzipSync(new Uint8Array(file)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(30 * 1024);
});

test('serves the reference with scripts of its own only, under its own host name', async () => {
  const { origin, port } = await start();

  const page = await fetch(`${origin}/docs/`);

  expect(page.url).toBe(`${origin}/docs`);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  const text = await page.text();
  expect(text).toContain('data-key="test-key"');
  const files = [...text.matchAll(/(?:src|href)="(?!data:)([^"]+)"/g)].map(([, path = '']) => path);
  expect(files).toEqual(expect.arrayContaining(['docs/docs.js', 'openapi.json']));
  for (const path of files) {
    expect((await fetch(new URL(path, `${origin}/docs`))).status, path).toBe(200);
  }
  const head = `GET /docs HTTP/1.1\r\nHost: evil.example\r\n${close}\r\n\r\n`;
  expect((await askOnce(port, head)).status).toBe(403);
});

test('keeps a key of its own out of the reference', async () => {
  const { origin } = await start({ apiKey: 'one-of-mine' });

  expect(await (await fetch(`${origin}/docs`)).text()).not.toMatch(/data-key|one-of-mine/);
});
