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

/** What a file imports at run time. */
const findLoadedFiles = (file: string) =>
  findFileImports(file, readFileSync(file, 'utf8').replace(/^(?:im|ex)port type [^;]*;/gm, ''));

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
    const cycles = findLoadedFiles(file).flatMap((imported) => visit(imported, [...path, file]));
    finished.add(file);
    return cycles;
  };
  return files.flatMap((file) => visit(file, []));
}

/** The files that each file imports, directly and through others, types included. */
function findReached(): Map<string, ReadonlySet<string>> {
  const imports = new Map(files.map((file) => [file, findFileImports(file)]));
  const reach = (file: string, reached: Set<string>) => {
    for (const imported of imports.get(file) ?? []) {
      if (!reached.has(imported)) {
        reach(imported, reached.add(imported));
      }
    }
    return reached;
  };
  return new Map(files.map((file) => [file, reach(file, new Set())]));
}

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

test('no file loads itself through others', () => {
  expect(findCycles()).toEqual([]);
});

test('at most three files import each other, types included', () => {
  const reached = findReached();

  const circles = files.map((file) => {
    const others = [...(reached.get(file) ?? [])].filter((one) => reached.get(one)?.has(file));
    return others.map((one) => relative(source, one));
  });
  expect(circles.filter(({ length }) => length > 3)).toEqual([]);
});

test('only the console, the command and offline delays use time that a test may have faked', () => {
  const uses =
    /(?<![.\w])(?:(?:set|clear)(?:Timeout|Interval|Immediate)|performance\.now|Date\.now)\(|new Date\(\)|node:timers/;
  const found = files
    .filter((file) => !['console', 'cli'].includes(findRoom(file)))
    .filter((file) => uses.test(readFileSync(file, 'utf8').replace(/^ *(?:\/\*|\*|\/\/).*/gm, '')));

  expect(found.map((file) => relative(source, file))).toEqual([
    join('document', 'real-time.ts'),
    join('server', 'fetch.ts'),
  ]);
});

test.for(Object.entries(packages))('%s imports only its packages', ([room, allowed]) => {
  const imported = filesOf(room as Room)
    .flatMap((file) => findImports(file))
    .filter((name) => !name.startsWith('.'));

  expect([...new Set(imported)].sort()).toEqual([...allowed].sort());
});
