import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleForBrowsers } from '../architecture/bundle.js';

/** Another seed loads these on demand. */
const generators = ['@faker-js/faker/locale/en', 'json-schema-faker'];

test('bundles for a browser, and uses only a timer of Node.js', async () => {
  const { text, globals } = await bundleForBrowsers({ path: 'src/browser.ts' }, generators);

  expect(globals).toEqual(['setTimeout']);
  expect(text).not.toMatch(/["']node:/);
});

test('takes at most 59 KiB gzipped without the generators', async () => {
  const { outputFiles } = await build({
    entryPoints: ['src/browser.ts'],
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    external: generators,
    write: false,
  });

  expect(outputFiles.map(({ contents }) => gzipSync(contents).length)).toEqual([
    expect.toSatisfy((size: number) => size <= 59 * 1024),
  ]);
});

test('loads the generators on demand', async () => {
  const { metafile } = await build({
    entryPoints: ['src/browser.ts'],
    bundle: true,
    splitting: true,
    outdir: 'out',
    platform: 'browser',
    format: 'esm',
    external: generators,
    write: false,
    metafile: true,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);

  const external = imports.filter((one) => one.external === true);
  expect(external.map(({ path, kind }) => [path, kind]).sort()).toEqual(
    generators.map((path) => [path, 'dynamic-import']),
  );
});
