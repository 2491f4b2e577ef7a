/** Builds the console into `dist/console/`: static files, which the simulator serves at `/`. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../', import.meta.url));

await build({
  root: `${root}src/console`,
  configFile: false,
  logLevel: 'warn',
  // Relative, so that the console also works behind a prefix.
  base: './',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: `${root}dist/console`,
    emptyOutDir: true,
    assetsDir: 'console',
    // The browsers that have `light-dark()`.
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { hashCharacters: 'hex' } },
  },
});
