import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { start } from '../../support/simulator.js';
import { askOnce, close, request } from '../../support/wire.js';

const browser = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** The files that the page loads by itself. */
async function listAssets(origin: string, path = '/'): Promise<string[]> {
  const page = await (await fetch(origin + path, { headers: browser })).text();
  return [...page.matchAll(/(?:src|href)="\.(\/(?:console|docs)\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
}

/** What a page may weigh: compressed, as it travels, and unpacked. */
const pages = [
  { path: '/', compressed: 40, unpacked: 120 },
  { path: '/docs', compressed: 18.5, unpacked: 100 },
];

test.for(pages)(
  'answers a browser at $path with a light page, which loads from the server itself alone',
  async ({ path, compressed, unpacked }) => {
    const { origin } = await start();

    const page = await fetch(origin + path, { headers: browser });
    const assets = await listAssets(origin, path);
    const files = await Promise.all(assets.map((file) => fetch(origin + file)));

    for (const { headers } of [page, ...files]) {
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
          "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; " +
          "require-trusted-types-for 'script'",
      );
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('access-control-allow-origin')).toBe(null);
    }
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    for (const file of files) {
      expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(file.headers.get('content-type')).toMatch(/^text\/(?:javascript|css); charset=utf-8$/);
    }
    expect(files).toHaveLength(2);
    const bytes = await Promise.all(
      files.map(async (file) => new Uint8Array(await file.arrayBuffer())),
    );
    const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
    expect(sum(bytes.map((one) => gzipSync(one).length))).toBeLessThanOrEqual(compressed * 1024);
    expect(sum(bytes.map((one) => one.length))).toBeLessThanOrEqual(unpacked * 1000);
  },
);

test.for(['*/*', 'application/json', 'text/html;q=0, */*'])(
  'answers Accept: %s with text',
  async (Accept) => {
    const { origin } = await start();

    const answer = await fetch(origin, { headers: { Accept } });

    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('vary')).toContain('Accept');
    expect(await answer.text()).toContain(`Open ${origin}/ in a browser`);
  },
);

test('hides its pages from foreign host names', async () => {
  const { origin, port } = await start();
  const assets = [...(await listAssets(origin)), ...(await listAssets(origin, '/docs'))];
  for (const path of ['/', '/docs', ...assets]) {
    const head = `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nAccept: text/html\r\n${close}\r\n\r\n`;
    const answer = await askOnce(port, head);
    expect(answer.status).toBe(403);
    expect(answer.body).toContain('evil.example');
  }
});

test.for([
  ['GET /console/missing.js', 404],
  ['GET /console/%2e%2e/index.html', 404],
  ['POST /', 405],
] as const)('answers %s with %i', async ([target, status]) => {
  const { port } = await start();

  const answer = await askOnce(port, request(target, ['Accept: text/html', close]));

  expect([answer.status, JSON.parse(answer.body).status]).toEqual([status, status]);
});

test('serves the reference and the facts for the console with no key but the default one', async () => {
  const { origin } = await start();
  const { origin: other } = await start({ apiKey: 'one-of-mine' });

  const page = await fetch(`${origin}/docs/`);

  expect(page.url).toBe(`${origin}/docs`);
  expect(await page.text()).toContain('data-key="test-key"');
  for (const path of ['/docs', '/__admin/info']) {
    expect(await (await fetch(other + path)).text()).not.toMatch(/data-key|one-of-mine/);
  }
});
