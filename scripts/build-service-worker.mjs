/** Builds the service worker that `animal-store init` copies: one classic script with all that it needs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));

await build({
  entryPoints: [`${root}src/service-worker/worker.ts`],
  outfile: `${root}dist/animal-store-service-worker.js`,
  bundle: true,
  minify: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  // `init` recognizes the file by these words.
  banner: {
    js: `/* animal-store-simulator ${version}: written by animal-store init; do not edit. */`,
  },
  legalComments: 'eof',
  logLevel: 'warning',
});
