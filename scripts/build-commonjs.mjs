/**
 * Builds the entries that test runners without ES modules load, such as Jest, as CommonJS. Their types are
 * those of the ES modules.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const entries = ['browser', 'msw'];

await build({
  entryPoints: entries.map((name) => `${root}src/${name}.ts`),
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  packages: 'external',
  outExtension: { '.js': '.cjs' },
  outdir: `${root}dist`,
  logLevel: 'warning',
});
for (const name of entries) {
  writeFileSync(`${root}dist/${name}.d.cts`, `export * from './${name}.js';\n`);
}
