import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const source = fileURLToPath(new URL('../../src', import.meta.url));

/**
 * The rooms of `src/`, folders and files, in rings from the innermost outwards. A room imports only
 * what stands in its own ring or in an inner one.
 */
const rings = [
  ['engine'],
  [
    'admin',
    'catalogue',
    'client',
    'http',
    'log',
    'matrix',
    'options',
    'package-root',
    'summary',
    'verification',
  ],
  ['index', 'simulator'],
  ['cli', 'runners'],
];

/** The packages that a room may use, where they are restricted. Node's own modules are packages too. */
const packages: Readonly<Record<string, readonly string[]>> = { engine: ['lossless-json'] };

/** All that a module imports, for its types too and when it's needed. */
function importsOf(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The room of a file: the folder at the top of `src/` that it is in, or its own name. */
function roomOf(path: string): string {
  const [top = ''] = relative(source, path).split(sep);
  return top.replace(/\.[jt]s$/, '');
}

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join(source, path));
const rooms = [...new Set(files.map(roomOf))].sort();

function importsOfRoom(room: string): { own: string[]; packages: string[] } {
  const found = { own: new Set<string>(), packages: new Set<string>() };
  for (const file of files.filter((path) => roomOf(path) === room)) {
    for (const name of importsOf(readFileSync(file, 'utf8'))) {
      if (name.startsWith('.')) {
        found.own.add(roomOf(join(dirname(file), name)));
      } else {
        found.packages.add(name);
      }
    }
  }
  return { own: [...found.own], packages: [...found.packages] };
}

const ringOf = (room: string) => rings.findIndex((ring) => ring.includes(room));

test('every folder and file at the top of src stands in a ring', () => {
  expect(rooms).toEqual(rings.flat().sort());
});

test.for(rooms)('%s imports nothing of an outer ring', (room) => {
  const outer = importsOfRoom(room).own.filter((imported) => ringOf(imported) > ringOf(room));

  expect(outer).toEqual([]);
});

test.for(Object.keys(packages))('%s imports only the packages that it may', (room) => {
  expect(importsOfRoom(room).packages.sort()).toEqual(packages[room]);
});

test('imports are found however they are written', () => {
  const text = `
    import one from './one.js';
    import type { Two } from './two.js';
    export * from './three.js';
    export type { Four } from './four.js';
    const five = () => import('./five.js');
    type Six = import('./six.js').Six;
    import './seven.js';
  `;

  const numbers = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
  expect(importsOf(text).sort()).toEqual(numbers.map((name) => `./${name}.js`).sort());
});
