/**
 * Builds the command into `dist/`. All that a start loads is one file: Node.js takes about half a
 * millisecond for each module, and a start had 40. Other commands load their own files on demand.
 * The files are CommonJS, because the loader of ES modules makes a start several milliseconds longer.
 * The console is built at the same time.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../', import.meta.url));
const entry = { main: `${root}src/cli/entry.ts` };
const commandLine = `${root}src/cli/main.ts`;

/** Packages that are part of the file; all others are imported. */
const inlined = ['commander', 'lossless-json'];

const options = {
  platform: 'node',
  tsconfig: false,
  external: (id) =>
    /^[^./\0]/.test(id) && !inlined.some((name) => id === name || id.startsWith(`${name}/`)),
};

/** V8 keeps a file with other characters in twice the memory, and parses it slower. */
const toAscii = {
  name: 'to-ascii',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle).filter(({ type }) => type === 'chunk')) {
      if (/\\[^\0-\x7f]/.test(file.code)) {
        throw new Error(
          'A backslash before a character that is not ASCII would change its meaning.',
        );
      }
      file.code = file.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

/** The modules that a start loads: those of the command line, which has the command `start`. */
async function findStartModules() {
  const scan = await rolldown({ ...options, input: entry });
  const { output } = await scan.generate({ format: 'esm' });
  await scan.close();
  const chunks = output.filter(({ type }) => type === 'chunk');
  const loaded = new Set();
  const load = (chunk) => {
    if (chunk !== undefined && !loaded.has(chunk)) {
      loaded.add(chunk);
      for (const name of chunk.imports) {
        load(chunks.find(({ fileName }) => fileName === name));
      }
    }
  };
  load(chunks.find(({ facadeModuleId }) => facadeModuleId === commandLine));
  return new Set([...loaded].flatMap(({ moduleIds }) => moduleIds));
}

const pageBuilds = Promise.all([import('./build-console.mjs'), import('./build-docs.mjs')]);
const modules = await findStartModules();
const bundle = await rolldown({
  ...options,
  input: { ...entry, 'pact-verifier': `${root}src/verification/pact/pact-verifier.ts` },
});
await bundle.write({
  dir: `${root}dist`,
  format: 'cjs',
  hashCharacters: 'hex',
  comments: false,
  plugins: [toAscii],
  entryFileNames: '[name].cjs',
  chunkFileNames: 'command-[hash].cjs',
  codeSplitting: { groups: [{ name: 'start', test: (id) => modules.has(id) }] },
});
await bundle.close();

const licenses = {
  commander: 'LICENSE',
  'lossless-json': 'LICENSE.md',
  // Part of the console.
  'openapi-fetch': 'LICENSE',
  preact: 'LICENSE',
};
const texts = Object.keys(licenses).map(
  (name) => `${name}\n\n${readFileSync(`${root}node_modules/${name}/${licenses[name]}`, 'utf8')}`,
);
writeFileSync(`${root}dist/third-party-licenses.txt`, texts.join('\n'));
await pageBuilds;
