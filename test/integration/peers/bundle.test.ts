import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundle, listLoaded } from '../../support/bundle.js';

/** Another seed loads these on demand. */
const external = ['@faker-js/faker/locale/en', 'json-schema-faker'];

const bundleBrowser = () => bundle({ entry: { path: 'src/browser.ts' }, external, minify: true });
type Chunks = Awaited<ReturnType<typeof bundleBrowser>>;

const measure = (chunks: Chunks) =>
  chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0);

test('finds what browsers do not have', async () => {
  const text = "import { readFileSync } from 'node:fs'; export default readFileSync;";

  await expect(bundle({ entry: { text } })).rejects.toThrow('node:fs');
});

test('answers requests with at most 45 KiB gzipped', async () => {
  expect(measure(listLoaded(await bundleBrowser()))).toBeLessThanOrEqual(45 * 1024);
});

test('loads the generators on demand', async () => {
  const chunks = await bundleBrowser();

  expect(chunks.flatMap(({ imports }) => imports)).not.toEqual(expect.arrayContaining(external));
  expect(chunks.flatMap(({ dynamicImports }) => dynamicImports)).toEqual(
    expect.arrayContaining(external),
  );
});

test.for(['browser', 'msw'])('the published %s entry needs no Node.js', async (name) => {
  const built = await bundle({ entry: { path: `dist/${name}.js` }, external: ['msw'] });

  expect(built).not.toEqual([]);
});
