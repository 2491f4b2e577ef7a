import { readdirSync, readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';

const folder = new URL('../../contracts/', import.meta.url);
const names = readdirSync(folder);

async function open() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  return (path: string, init?: RequestInit) =>
    fetch(`${simulator.origin}/__admin/contracts${path}`, init);
}

test('lists every contract without a key', async () => {
  const get = await open();

  const { contracts } = (await (await get('/')).json()) as {
    contracts: { name: string; url: string }[];
  };

  expect(contracts.map(({ name }) => name)).toEqual(names);
});

test.for(names)('serves %s at its listed URL, byte for byte', async (name) => {
  const get = await open();
  const { contracts } = (await (await get('/')).json()) as {
    contracts: { name: string; url: string }[];
  };

  const response = await fetch(contracts.find((one) => one.name === name)?.url ?? '');

  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.text()).toBe(readFileSync(new URL(name, folder), 'utf8'));
});

test('serves no other file', async () => {
  const get = await open();

  for (const path of ['/package.json', '/..%2fpackage.json', '/%2e%2e%2fpackage.json', '/.']) {
    const response = await get(path);
    const text = await response.text();
    expect(text, path).not.toContain('devDependencies');
  }
});

test('answers 404 to an unknown contract, with all names', async () => {
  const get = await open();

  const response = await get('/none.json');

  expect(response.status).toBe(404);
  expect((await response.json()).message).toContain(names[0]);
});

test('contracts are read-only', async () => {
  const get = await open();

  const response = await get('/', { method: 'DELETE' });

  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
});

test('no page of another origin can read contracts', async () => {
  const get = await open();

  const response = await get('/', { headers: { Origin: 'https://evil.example' } });

  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});
