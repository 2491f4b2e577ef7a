/**
 * Builds `dist/`: the library, the command, the console and the page at `/docs`. One builder makes them all,
 * Vite's. The types are apart (`npm run build:types`), as only the package needs them.
 */
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import './generate-documents.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const dist = `${root}dist`;

/** The entries of the package, as `exports` in package.json has them. */
const library = [
  'index',
  'browser',
  'msw',
  'types',
  'vite',
  'vitest',
  'vitest-global-setup',
  'playwright',
];
/** Also as CommonJS, for test runners without ES modules, such as Jest. */
const commonjs = ['browser', 'msw'];

const findEntries = (names) =>
  Object.fromEntries(names.map((name) => [name, `${root}src/${name}.ts`]));

/** Builds files for Node.js, which import packages but those in `inlined`. */
const buildFiles = (input, output, inlined = []) =>
  build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { external: true, noExternal: inlined },
    build: {
      ssr: true,
      outDir: dist,
      emptyOutDir: false,
      target: 'node20.19',
      minify: false,
      rolldownOptions: {
        input,
        preserveEntrySignatures: 'strict',
        output: { hashCharacters: 'hex', ...output },
      },
    },
  });

const buildLibrary = () =>
  buildFiles(findEntries(library), {
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'library-[hash].js',
  });

const buildCommonjs = () =>
  buildFiles(findEntries(commonjs), {
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'library-[hash].cjs',
  });

/** What a module imports at once, with all that this imports. */
function findLoaded(start, graph) {
  const loaded = new Set([start]);
  // A set also visits what is added meanwhile.
  for (const id of loaded) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) {
      loaded.add(imported);
    }
  }
  return loaded;
}

/**
 * CommonJS, because the loader of ES modules makes a start several milliseconds longer. All that a start loads
 * is one file, as Node.js takes about half a millisecond for each; other commands load their own on demand.
 */
function buildCommand() {
  const commandLine = `${root}src/cli/main.ts`;
  let loaded;
  const start = (id, graph) => {
    loaded ??= findLoaded(commandLine, graph);
    return loaded.has(id) ? 'start' : null;
  };
  return buildFiles(
    { main: `${root}src/cli/entry.ts`, 'pact-child': `${root}src/verify/pact/pact-child.ts` },
    {
      format: 'cjs',
      comments: false,
      entryFileNames: '[name].cjs',
      chunkFileNames: 'command-[hash].cjs',
      codeSplitting: { groups: [{ name: start, debugName: 'start' }] },
    },
    ['lossless-json'],
  );
}

/** Static files, which the simulator serves at `/`. */
const buildConsole = () =>
  build({
    root: `${root}src/console`,
    configFile: false,
    logLevel: 'warn',
    // Relative, so that the console also works behind a prefix.
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: `${dist}/console`,
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

/** The page at `/docs`: Swagger UI as it comes, a script that starts it, and a style sheet. */
async function buildDocs() {
  const folder = `${dist}/docs`;
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      lib: {
        entry: `${root}src/console/docs/docs.ts`,
        formats: ['iife'],
        name: 'docs',
        fileName: () => 'docs.js',
      },
    },
  });
  copyFileSync(`${root}src/console/docs/docs.css`, `${folder}/docs.css`);
  const swagger = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')));
  const files = ['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'];
  for (const file of [...files, 'LICENSE', 'NOTICE']) {
    copyFileSync(`${swagger}/${file}`, `${folder}/${file}`);
  }
}

/** What the files above contain of others. */
function writeLicenses() {
  const licenses = {
    'lossless-json': 'LICENSE.md',
    preact: 'LICENSE',
  };
  const texts = Object.entries(licenses).map(
    ([name, file]) => `${name}\n\n${readFileSync(`${root}node_modules/${name}/${file}`, 'utf8')}`,
  );
  writeFileSync(`${dist}/third-party-licenses.txt`, texts.join('\n'));
}

rmSync(dist, { recursive: true, force: true });
await Promise.all([buildLibrary(), buildCommonjs(), buildCommand(), buildConsole(), buildDocs()]);
writeLicenses();
for (const name of commonjs) {
  // The types are those of the ES modules.
  writeFileSync(`${dist}/${name}.d.cts`, `export * from './${name}.js';\n`);
}
