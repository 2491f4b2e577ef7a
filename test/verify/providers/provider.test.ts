import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { brokenVariants } from './broken.js';
import { doubtfulVariants } from './doubtful.js';
import { legalVariants } from './legal.js';
import { startProvider } from './provider.js';

interface Sent {
  readonly method?: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly authorization?: string | undefined;
}

/** A plain provider and a way to call it; `text` has every digit. */
async function plain() {
  const provider = await startProvider();
  onTestFinished(() => provider.close());
  return async (path: string, { authorization, ...init }: Sent = {}) => {
    const key = authorization ?? `Bearer ${provider.apiKey}`;
    const headers: Record<string, string> = key === '' ? {} : { Authorization: key };
    const answer = await fetch(`${provider.url}${path}`, { ...init, headers });
    const text = await answer.text();
    expect(answer.headers.get('Content-Type')).toBe('application/json');
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
    const json: any = JSON.parse(text);
    if (!answer.ok) {
      expect(json).toEqual({
        code: expect.any(String),
        message: expect.any(String),
        status: answer.status,
      });
    }
    return { status: answer.status, text, json };
  };
}

const post = (body: string) => ({ method: 'POST', body });

test('a list has 20 pets, or as many as the limit says', async () => {
  const call = await plain();
  expect((await call('/pets')).json).toHaveLength(20);
  expect((await call('/pets?limit=1')).json).toHaveLength(1);
  expect((await call('/pets?limit=100')).json).toHaveLength(30);
});

test.each(['available', 'pending', 'sold'])('the filter %s shows only and all', async (status) => {
  const call = await plain();
  const all = (await call('/pets?limit=100')).json;
  const filtered = await call(`/pets?limit=100&status=${status}`);
  expect(filtered.json.length).toBeGreaterThan(2);
  expect(filtered.json).toEqual(all.filter((pet: { status?: string }) => pet.status === status));
  expect((await call(`/pets?status=${status}&limit=2`)).json).toEqual(filtered.json.slice(0, 2));
});

test('a created pet is read and listed as it was sent, to the last digit', async () => {
  const call = await plain();
  const fields = '"name":"  \\"Ö\\" 🐕\\\\ ","categoryId":-9223372036854775808';
  const created = await call('/pets', post(`{${fields},"status":"sold","id":1}`));
  expect(created.status).toBe(201);
  expect(created.text).toBe(`{"id":31,${fields},"status":"sold"}`);
  expect((await call('/pets/31')).text).toBe(created.text);
  expect((await call('/pets?limit=100&status=sold')).text).toContain(created.text);
});

test('a pet without a status has none, and every id is new', async () => {
  const call = await plain();
  const created = await Promise.all(
    Array.from({ length: 10 }, () => call('/pets', post('{"name":"Rex","categoryId":0}'))),
  );
  expect(new Set(created.map(({ json }) => json.id)).size).toBe(10);
  expect(created[0]?.json).not.toHaveProperty('status');
});

test.each([
  ['', '[]', 'null', '"Rex"', '7', '{', '{"name":"Rex","categoryId":1} x'],
  ['{}', '{"name":"Rex"}', '{"categoryId":1}', '{"__proto__":{"name":"Rex","categoryId":1}}'],
  ['null', '7', 'true', '[]', '{}'].map((name) => `{"name":${name},"categoryId":1}`),
  ['null', '"1"', 'true', '1.5', '[1]', '9223372036854775808', '-9223372036854775809'].map(
    (categoryId) => `{"name":"Rex","categoryId":${categoryId}}`,
  ),
  ['null', '""', '"SOLD"', '"unknown"', '1', '["sold"]'].map(
    (status) => `{"name":"Rex","categoryId":1,"status":${status}}`,
  ),
])('what is wrong in a body is refused and changes nothing (%#)', async (...bodies) => {
  const call = await plain();
  const before = (await call('/pets?limit=100')).text;
  for (const body of bodies) {
    expect([body, (await call('/pets', post(body))).status]).toEqual([body, 400]);
  }
  expect((await call('/pets?limit=100')).text).toBe(before);
});

test('a body that is not UTF-8 is refused', async () => {
  const call = await plain();
  const body = new Uint8Array(Buffer.from('{"name":"Zoë","categoryId":1}', 'latin1'));
  expect((await call('/pets', { method: 'POST', body })).status).toBe(400);
});

test.each(['/pets/31', '/pets/0', '/pets/-1', '/pets/9223372036854775807', '/pets/x', '/other'])(
  '%s is not found',
  async (path) => {
    expect((await (await plain())(path)).status).toBe(404);
  },
);

test('another method is refused', async () => {
  const call = await plain();
  expect((await call('/pets', { method: 'DELETE' })).status).toBe(405);
  expect((await call('/pets/1', { method: 'PUT', body: '{}' })).status).toBe(405);
});

test.each(['', 'Bearer', 'Bearer x', 'Basic key-of-the-provider', 'key-of-the-provider'])(
  'with the header "%s" everything is 401, and nothing is stored',
  async (authorization) => {
    const call = await plain();
    const paths = ['/pets', '/pets?limit=0', '/pets/1', '/pets/31', '/pets/x', '/other'];
    for (const path of paths) expect((await call(path, { authorization })).status).toBe(401);
    for (const body of ['{', '{}', '{"name":"Rex","categoryId":1}'])
      expect((await call('/pets', { ...post(body), authorization })).status).toBe(401);
    expect((await call('/pets?limit=100')).json).toHaveLength(30);
  },
);

const all = [...brokenVariants, ...legalVariants, ...doubtfulVariants];

test('every variant has a name of its own', () => {
  expect(all.filter(({ name }) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))).toEqual([]);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(new Set(all.map(({ difference }) => difference)).size).toBe(all.length);
});

test('every variant names a section of the document', () => {
  const document = readFileSync(new URL('../../../spec/interface.md', import.meta.url), 'utf8');
  const sections = [...document.matchAll(/^#+ ([\d.]*\d)\.? /gm)].map(([, section]) => section);
  const named = [
    ...brokenVariants.map(({ breaks }) => breaks),
    ...legalVariants.map(({ permittedBy }) => permittedBy),
    ...doubtfulVariants.map(({ section }) => section),
  ];
  expect(sections).toEqual(expect.arrayContaining([...new Set(named)]));
});

test('every variant starts, and stops with a call still open', async () => {
  for (const variant of all) {
    const provider = await startProvider(variant);
    const headers = { Authorization: `Bearer ${provider.apiKey}` };
    const open = fetch(`${provider.url}/pets`, { headers, redirect: 'manual' }).catch(
      () => undefined,
    );
    expect(new URL(provider.url).pathname).toMatch(/\/v1$/);
    await provider.close();
    await open;
    await expect(fetch(provider.url)).rejects.toThrow();
  }
});
