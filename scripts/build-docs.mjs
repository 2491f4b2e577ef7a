/** Builds the page at `/docs` into `dist/docs/`: Swagger UI as it comes, a script that starts it, and a style sheet. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = `${root}dist/docs`;
const swagger = fileURLToPath(new URL('.', import.meta.resolve('swagger-ui-dist')));
const files = [
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'swagger-ui.css',
  'LICENSE',
  'NOTICE',
];

mkdirSync(folder, { recursive: true });
for (const file of files) {
  copyFileSync(`${swagger}${file}`, `${folder}/${file}`);
}
await build({
  entryPoints: ['docs.ts', 'docs.css'].map((file) => `${root}src/console/docs/${file}`),
  outdir: folder,
  bundle: true,
  minify: true,
  target: 'es2022',
  logLevel: 'warning',
});
