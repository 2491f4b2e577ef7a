import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { rooms, typesOnly } from './rooms.js';

/** The folders that may import only these packages. */
const packages: Readonly<Record<string, readonly string[]>> = {
  engine: ['lossless-json'],
  console: ['preact', 'preact/hooks', 'openapi-fetch', 'lossless-json'],
};

const source = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => join(source, path));

/** The file that an import means: a `.js` is written as `.ts` or `.tsx`. */
function findSource(path: string): string {
  const written = [path.replace(/\.js$/, '.ts'), path.replace(/\.js$/, '.tsx')];
  return files.find((file) => written.includes(file)) ?? path;
}

/** Everything that a module imports, types and dynamic imports included. */
function findImports(text: string): string[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
}

/** The room that holds a file: the longest part of its path that is one. */
function findRoom(file: string): string {
  const parts = relative(source, file)
    .replace(/\.tsx?$/, '')
    .split(sep);
  const paths = parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
  return paths.findLast((path) => path in rooms) ?? parts.join('/');
}

interface Import {
  readonly file: string;
  readonly imported: string;
}

function resolveImports(file: string, text: string): Import[] {
  return findImports(text)
    .filter((name) => /^\..*\.js$/.test(name))
    .map((name) => ({ file, imported: findSource(join(dirname(file), name)) }));
}

const findFileImports = (file: string) => resolveImports(file, readFileSync(file, 'utf8'));

const fileImports = files.flatMap(findFileImports);

/** What a file imports at run time. */
function findLoadedFiles(file: string): Import[] {
  const compilerOptions = {
    target: ts.ScriptTarget.ESNext,
    jsx: ts.JsxEmit.Preserve,
    verbatimModuleSyntax: true,
  };
  const { outputText } = ts.transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
  return resolveImports(file, outputText);
}

const isEngine = (room: string) => room.split('/')[0] === 'engine';

/** The rooms that the files of each room import; outside of the engine, its rooms count as one. */
function findRoomImports(room: string): string[] {
  const imported = fileImports
    .filter(({ file }) => findRoom(file) === room)
    .map((one) => findRoom(one.imported))
    .map((other) => (isEngine(other) && !isEngine(room) ? 'engine' : other));
  return [...new Set(imported)].filter((other) => other !== room).sort();
}

/** The cycles of imports between files, each as one of its paths. */
function findCycles(): string[] {
  const finished = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) {
      const cycle = [...path.slice(path.indexOf(file)), file];
      return [cycle.map((one) => relative(source, one)).join(' > ')];
    }
    if (finished.has(file)) {
      return [];
    }
    const cycles = findFileImports(file).flatMap(({ imported }) =>
      visit(imported, [...path, file]),
    );
    finished.add(file);
    return cycles;
  };
  return files.flatMap((file) => visit(file, []));
}

const names = Object.keys(rooms);

test('every file is in a room', () => {
  expect(files.map(findRoom).filter((room) => !names.includes(room))).toEqual([]);
});

test.for(names)('%s imports the rooms in its list, and no other', (room) => {
  expect(findRoomImports(room)).toEqual([...(rooms[room] ?? [])].sort());
});

test.for(names)('%s lists only rooms before it', (room) => {
  const before = names.slice(0, names.indexOf(room));

  expect(before).toEqual(expect.arrayContaining([...(rooms[room] ?? [])]));
});

test.for(Object.entries(typesOnly))('%s imports only types of some rooms', ([room, others]) => {
  const loaded = files
    .filter((file) => findRoom(file) === room)
    .flatMap(findLoadedFiles)
    .map(({ imported }) => findRoom(imported));

  expect(loaded.filter((other) => others.includes(other))).toEqual([]);
});

test('no file imports itself through others', () => {
  expect(findCycles()).toEqual([]);
});

test.for(Object.keys(packages))('%s imports only its packages', (folder) => {
  const imported = files
    .filter((file) => relative(source, file).split(sep)[0] === folder)
    .flatMap((file) => findImports(readFileSync(file, 'utf8')))
    .filter((name) => !name.startsWith('.'));

  expect([...new Set(imported)].sort()).toEqual([...(packages[folder] ?? [])].sort());
});

test('finds every way to write an import', () => {
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
  expect(findImports(text).sort()).toEqual(numbers.map((name) => `./${name}.js`).sort());
});
