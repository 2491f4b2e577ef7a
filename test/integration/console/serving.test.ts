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

test('answers a browser with the console, which loads from the server itself alone', async () => {
  const { origin } = await start();
  let size = 0;

  const page = await fetch(origin, { headers: browser });
  const files = await Promise.all((await listAssets(origin)).map((path) => fetch(origin + path)));

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
  expect(page.headers.get('vary')).toContain('Accept');
  for (const file of files) {
    expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(file.headers.get('content-type')).toMatch(/^text\/(?:javascript|css); charset=utf-8$/);
    size += gzipSync(new Uint8Array(await file.arrayBuffer())).length;
  }
  expect(files).toHaveLength(2);
  expect(size).toBeLessThanOrEqual(30 * 1024);
});

test.for(['*/*', 'application/json', 'text/html;q=0, */*'])(
  'answers Accept: %s with text',
  async (Accept) => {
    const { origin } = await start();

    const answer = await fetch(origin, { headers: { Accept } });

    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await answer.text()).toContain(`Open ${origin}/ in a browser`);
  },
);

test('hides its pages from foreign host names', async () => {
  const { origin, port } = await start();
  for (const path of ['/', '/docs', ...(await listAssets(origin))]) {
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

test('serves the reference with scripts of its own only, and with no key but the default one', async () => {
  const { origin } = await start();
  const { origin: other } = await start({ apiKey: 'one-of-mine' });

  const page = await fetch(`${origin}/docs/`);

  expect(page.url).toBe(`${origin}/docs`);
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(await page.text()).toContain('data-key="test-key"');
  expect(await (await fetch(`${other}/docs`)).text()).not.toMatch(/data-key|one-of-mine/);
});
