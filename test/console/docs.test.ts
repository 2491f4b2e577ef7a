import { expect, test } from 'vitest';
import { askOnce, close, start } from '../http/wire.js';

test('serves the reference with scripts of its own only', async () => {
  const { origin } = await start();

  const page = await fetch(`${origin}/docs`);

  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'; script-src 'self';");
  expect(policy).toContain("connect-src 'self'");
  expect(page.headers.has('access-control-allow-origin')).toBe(false);
  const text = await page.text();
  const files = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path);
  expect(files).toEqual(expect.arrayContaining(['docs/docs.js', 'openapi.json']));
  for (const path of files.filter((one) => !one.startsWith('data:'))) {
    expect((await fetch(new URL(path, `${origin}/docs`))).status, path).toBe(200);
  }
});

test('fills in the default key only', async () => {
  const withDefault = await start();
  const withOther = await start({ apiKey: 'one-of-mine' });

  expect(await (await fetch(`${withDefault.origin}/docs`)).text()).toContain('data-key="test-key"');
  expect(await (await fetch(`${withOther.origin}/docs`)).text()).not.toMatch(
    /data-key|one-of-mine/,
  );
});

test('refuses the reference under a foreign host name', async () => {
  const { port } = await start();

  const { status } = await askOnce(
    port,
    `GET /docs HTTP/1.1\r\nHost: evil.example\r\n${close}\r\n\r\n`,
  );

  expect(status).toBe(403);
});

test('leads /docs/ to /docs', async () => {
  const { origin } = await start();

  expect((await fetch(`${origin}/docs/`)).url).toBe(`${origin}/docs`);
});

test('names the reference in the text for a terminal', async () => {
  const { origin } = await start();

  expect(await (await fetch(origin)).text()).toContain(`${origin}/docs`);
});
