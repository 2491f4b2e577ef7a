/** Builds the types of the package: a file for each entry, and files for what several entries share. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { addOptionComments } from './option-comments.js';
import { isUpToDate } from './up-to-date.mjs';

/** The last file that this writes. */
const last = 'msw.d.cts';
if (isUpToDate(last)) {
  process.exit();
}

const root = fileURLToPath(new URL('../', import.meta.url));
const { files } = JSON.parse(readFileSync(`${root}src/tsconfig.json`, 'utf8')) as {
  readonly files: readonly string[];
};
const names = files.map((file) => file.replace('.ts', ''));

const bundle = await rolldown({
  input: Object.fromEntries(names.map((name) => [name, `${root}src/${name}.ts`])),
  external: /^[^./]/,
  plugins: [dts({ emitDtsOnly: true, tsconfig: `${root}src/tsconfig.json` })],
});
const { output } = await bundle.write({
  dir: `${root}dist`,
  entryFileNames: '[name].ts',
  chunkFileNames: 'shared-[hash].d.ts',
  hashCharacters: 'hex',
  codeSplitting: { groups: [{ name: 'engine', test: /src\/(?:base|document|engine)\// }] },
});
for (const file of output) {
  if (file.type === 'chunk') {
    writeFileSync(`${root}dist/${file.fileName}`, addOptionComments(file.code));
  }
}

/** Also as CommonJS, with the types of the ES modules. */
for (const file of ['browser.d.cts', last]) {
  writeFileSync(`${root}dist/${file}`, `export * from './${file.replace('.d.cts', '.js')}';\n`);
}
