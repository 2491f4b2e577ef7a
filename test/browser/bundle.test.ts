import { relative } from 'node:path';
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

/** Bundles as apps do, in parts that load on demand. */
const buildParts = () =>
  build({
    entryPoints: ['src/browser.ts'],
    bundle: true,
    splitting: true,
    minify: true,
    outdir: 'out',
    platform: 'browser',
    format: 'esm',
    external: generators,
    write: false,
    metafile: true,
  });

test('answers requests with at most 45 KiB gzipped', async () => {
  const { metafile, outputFiles } = await buildParts();
  const loaded = new Set<string>(['out/browser.js']);
  for (const path of loaded) {
    for (const one of metafile.outputs[path]?.imports ?? []) {
      if (one.kind === 'import-statement') {
        loaded.add(one.path);
      }
    }
  }
  const parts = outputFiles.filter(({ path }) => loaded.has(relative(process.cwd(), path)));
  expect(parts).toHaveLength(loaded.size);
  const size = parts.reduce((sum, { contents }) => sum + gzipSync(contents).length, 0);
  expect(size).toBeLessThanOrEqual(45 * 1024);
});

test('takes at most 59 KiB gzipped with all parts but the generators', async () => {
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
  const { metafile } = await buildParts();
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);

  const external = imports.filter((one) => one.external === true);
  expect(external.map(({ path, kind }) => [path, kind]).sort()).toEqual(
    generators.map((path) => [path, 'dynamic-import']),
  );
});
