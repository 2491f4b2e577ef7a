import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { readTarball, root } from './packed.js';

const tarball = await readTarball();

/** All files of the tarball match one of these. */
const shipped = [
  /^dist\/[a-z0-9-]+\.(?:c?js|d\.c?ts)$/,
  /^dist\/(console|docs)\/(?:index\.html|\1\/[a-zA-Z-]+-[0-9a-f]{8}\.(?:js|css))$/,
  /^spec\/(?:[a-z-]+\.openapi\.yaml|(?:agent-guide|interface)\.md)$/,
  /^fixtures\/[a-z-]+\.json$/,
  /^contracts\/[a-z-]+\.json$/,
  /^docs\/[a-z-]+\.(?:md|svg)$/,
  /^docs\/console\/[a-z]+-(?:light|dark)\.webp$/,
  /^examples\/(?:curl|playwright|vitest)\/(?:contracts\/)?[a-z.-]+\.(?:ts|mjs|html|sh|json)$/,
  /^dist\/third-party-notices\.txt$/,
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
];

test('the tarball has no tests, sources or traces of a build', () => {
  const others = tarball.files
    .map(({ path }) => path)
    .filter((path) => !shipped.some((pattern) => pattern.test(path)));

  expect(others).toEqual([]);
});

test.for(['lossless-json', 'preact'])('has the licence of %s', async (name) => {
  const notices = await readFile(join(root, 'dist/third-party-notices.txt'), 'utf8');
  const folder = join(root, 'node_modules', name);
  const [licence = ''] = (await readdir(folder)).filter((file) => /^licen[cs]e/i.test(file));

  expect(notices).toContain(await readFile(join(folder, licence), 'utf8'));
});

test('the tarball has at most 120 files and 2.5 MB', () => {
  expect(tarball.files.length).toBeLessThanOrEqual(120);
  expect(tarball.unpackedSize).toBeLessThanOrEqual(2_500_000);
});

test('publint finds nothing in the tarball', async () => {
  const bytes = await readFile(tarball.path);
  const arrayBuffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);

  const { messages, pkg } = await publint({
    pack: { tarball: arrayBuffer as ArrayBuffer },
    strict: true,
  });

  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([]);
});

test('every way to resolve an entry finds the types of its code', async () => {
  const found = await checkPackage(createPackageFromTarballData(await readFile(tarball.path)));
  const problems = 'problems' in found ? found.problems : [found];
  const texts = problems.map((one) => Object.values(one).slice(0, 3).join(' '));

  expect(problems.length).toBeGreaterThan(0);
  // TypeScript's resolution of Node.js 10 knows no `exports`. Node.js 20.19 can require ES modules.
  expect(
    texts.filter((text) => !/^NoResolution \S+ node10$|^CJSResolvesToESM /.test(text)),
  ).toEqual([]);
  expect(texts.join()).not.toMatch(/CJSResolvesToESM \.\/(?:browser|msw) /);
});
