import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The packages that a file loads, with all files that it imports. */
async function listPackages(file: string): Promise<string[]> {
  const { metafile } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    external: ['./pages.js'],
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  const packages = imports.map(({ path }) => path).filter((path) => /^[^.]/.test(path));
  return [...new Set(packages)].filter((path) => !path.startsWith('node:')).sort();
}

// Express takes 60 ms and ajv 100 ms to load, in which no other request is served.
test.for(['app', 'router', 'validation'])(
  'loads neither Express nor ajv for a call of the admin interface (%s)',
  async (name) => {
    const packages = await listPackages(`src/admin/${name}.ts`);

    expect(packages.filter((path) => /^(?:express|ajv)(?:\/|$)/.test(path))).toEqual([]);
    expect(packages).toContain('lossless-json');
  },
);
