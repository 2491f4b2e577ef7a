import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The files and packages that a file loads at once: what it imports on demand is not among them. */
async function listLoaded(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const loaded = new Set([file]);
  // A set also visits what is added meanwhile.
  for (const one of loaded) {
    for (const { path, kind } of metafile.inputs[one]?.imports ?? []) {
      if (kind === 'import-statement' && !path.startsWith('node:')) {
        loaded.add(path);
      }
    }
  }
  return [...loaded];
}

// Express takes 60 ms and ajv 100 ms to load, in which no other request is served.
test.for(['app', 'router', 'validation'])(
  'loads neither Express nor ajv for a call of the admin interface (%s)',
  async (name) => {
    const loaded = await listLoaded(`src/admin/${name}.ts`);

    expect(loaded.filter((path) => /^(?:express|ajv)(?:\/|$)/.test(path))).toEqual([]);
    expect(loaded).toContain('lossless-json');
  },
);

test('loads no package for a start but lossless-json, and no store', async () => {
  const loaded = await listLoaded('src/cli/main.ts');

  expect(loaded.filter((path) => !path.startsWith('src/'))).toEqual(['lossless-json']);
  expect(loaded.filter((path) => path.startsWith('src/store/'))).toEqual([]);
  expect(loaded).toContain('src/engine/exchange.ts');
});
