import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brokenVariants } from './broken.js';
import { doubtfulVariants } from './doubtful.js';
import { verifyInProcess } from './in-process.js';
import { legalVariants } from './legal.js';
import { startProvider } from './provider.js';
import { Service } from './service.js';

test('the plain service passes every requirement', async () => {
  const { requirements } = await verifyInProcess(Service, 5_000);

  expect(requirements.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
});

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
    await provider.close();
    await open;
    await expect(fetch(provider.url)).rejects.toThrow();
  }
});
