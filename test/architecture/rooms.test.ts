import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/bundle.js';
import { entries, packages, type Room, rooms } from './rooms.js';

const source = join(root, 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
  .map((path) => join(source, path));

const imports =
  /^(?:import|export|\})(?: [^';]*)? from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'/gm;

/** Everything that a file imports, types and dynamic imports included. */
const findImports = (file: string, text = readFileSync(file, 'utf8')) =>
  [...text.matchAll(imports)].map((found) => found.slice(1).join(''));

/** The file that an import means: a `.js` is written as `.ts` or `.tsx`. */
function resolveImport(file: string, name: string): string {
  const path = join(dirname(file), name).replace(/\.js$/, '');
  return files.find((one) => one === `${path}.ts` || one === `${path}.tsx`) ?? path;
}

const findFileImports = (file: string, text?: string) =>
  findImports(file, text)
    .filter((name) => /^\..*\.js$/.test(name))
    .map((name) => resolveImport(file, name));

/** The folder of a file, or its name when it is in none. */
const findRoom = (file: string) =>
  (relative(source, file).split(sep)[0] ?? '').replace(/\.ts$/, '') as Room;

const names = Object.keys(rooms) as Room[];
const filesOf = (room: Room) => files.filter((file) => findRoom(file) === room);

/** The files that a file imports, directly and through others. */
function reach(file: string, find: (file: string) => string[], reached = new Set<string>()) {
  for (const imported of find(file)) {
    if (!reached.has(imported)) {
      reach(imported, find, reached.add(imported));
    }
  }
  return reached;
}

const readWithoutTypes = (file: string) =>
  readFileSync(file, 'utf8').replace(/^(?:im|ex)port type [^;]*;/gm, '');

test('every file is in a room or an entry', () => {
  const places = files.map(findRoom);

  expect(places.filter((place) => ![...names, ...entries].includes(place))).toEqual([]);
});

test.for(names)('%s imports only rooms before it', (room) => {
  const allowed = names.slice(0, names.indexOf(room) + 1);

  const others = filesOf(room).flatMap((file) =>
    findFileImports(file)
      .filter((imported) => !allowed.includes(findRoom(imported)))
      .map((imported) => `${relative(source, file)} imports ${relative(source, imported)}`),
  );
  expect(others).toEqual([]);
});

test('no file imports itself through others, types included', () => {
  const imports = new Map(files.map((file) => [file, findFileImports(file)]));
  const find = (file: string) => imports.get(file) ?? [];

  const circles = files.filter((file) => reach(file, find).has(file));
  expect(circles.map((file) => relative(source, file))).toEqual([]);
});

test('only the console, the command and offline delays use time that a test may have faked', () => {
  const uses =
    /(?<![.\w])(?:(?:set|clear)(?:Timeout|Interval|Immediate)|performance\.now|Date\.now)\(|new Date\(\)|node:timers/;
  const found = files
    .filter((file) => !['console', 'cli'].includes(findRoom(file)))
    .filter((file) => uses.test(readFileSync(file, 'utf8').replace(/^ *(?:\/\*|\*|\/\/).*/gm, '')));

  expect(found.map((file) => relative(source, file))).toEqual([
    join('base', 'real-time.ts'),
    join('server', 'fetch.ts'),
  ]);
});

test.for(Object.entries(packages))('%s loads only its packages', ([room, allowed]) => {
  const find = (file: string) => findFileImports(file, readWithoutTypes(file));
  const loaded = filesOf(room as Room).flatMap((file) => [file, ...reach(file, find)]);

  const imported = loaded.flatMap((file) => findImports(file, readWithoutTypes(file)));
  const names = imported.filter((name) => !name.startsWith('.'));
  expect([...new Set(names)].sort()).toEqual([...allowed].sort());
});
