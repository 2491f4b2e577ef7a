/**
 * The rooms of `src/` and the rooms that each may import, innermost first. A room is a folder or a file
 * at the top of `src/` or of `src/engine/`; `engine` is the rest of that folder. Other rooms may import
 * all of the engine, so they list it as one.
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'engine/generated': [],
  'engine/interface': ['engine/generated'],
  'engine/choices': ['engine/interface'],
  'engine/pets': ['engine/generated', 'engine/interface', 'engine/choices'],
  'engine/sandbox': ['engine/interface', 'engine/choices', 'engine/pets'],
  'engine/operations': [
    'engine/generated',
    'engine/interface',
    'engine/choices',
    'engine/pets',
    'engine/sandbox',
  ],
  engine: [
    'engine/interface',
    'engine/choices',
    'engine/pets',
    'engine/sandbox',
    'engine/operations',
  ],
  'package-root': [],
  turn: [],
  options: ['engine'],
  log: ['engine', 'options'],
  files: ['options'],
  catalogue: ['engine', 'turn', 'options'],
  http: ['engine', 'options'],
  summary: ['engine', 'log'],
  store: ['engine', 'turn', 'options', 'log'],
  verification: ['engine', 'package-root', 'options', 'log'],
  recording: ['engine', 'options', 'log', 'verification'],
  'pact-file': ['options', 'files', 'recording'],
  broker: ['engine', 'log', 'options', 'verification'],
  admin: ['engine', 'package-root', 'turn', 'options', 'log', 'http', 'verification', 'recording'],
  client: ['engine', 'options', 'recording', 'admin'],
  'portable-core': ['engine', 'options', 'log', 'summary', 'recording', 'admin'],
  'offline-simulator': ['http', 'summary', 'recording', 'client', 'portable-core'],
  'simulator-core': [
    'engine',
    'options',
    'log',
    'catalogue',
    'http',
    'recording',
    'pact-file',
    'admin',
    'store',
    'portable-core',
  ],
  simulator: ['options', 'http', 'offline-simulator', 'simulator-core'],
  browser: ['engine', 'options', 'catalogue', 'admin', 'portable-core', 'offline-simulator'],
  msw: ['engine', 'options', 'offline-simulator'],
  matrix: ['engine', 'options', 'summary'],
  console: ['engine', 'admin'],
  types: ['engine'],
  vite: ['options', 'http', 'admin', 'simulator-core'],
  runners: ['engine', 'options', 'recording', 'client', 'simulator-core', 'simulator'],
  index: [
    'engine',
    'options',
    'http',
    'summary',
    'recording',
    'verification',
    'admin',
    'client',
    'simulator',
  ],
  cli: [
    'engine',
    'package-root',
    'options',
    'summary',
    'files',
    'recording',
    'verification',
    'broker',
    'admin',
    'simulator-core',
    'matrix',
  ],
};

/** Imports of types only: the client and the console work without loading the admin interface. */
export const typesOnly: Readonly<Record<string, readonly string[]>> = {
  client: ['admin', 'recording'],
  console: ['admin'],
};

/** All that a room reaches through those that it may import. */
function findReachable(room: string): Set<string> {
  const imports = rooms[room] ?? [];
  return new Set(imports.flatMap((imported) => [imported, ...findReachable(imported)]));
}

/** The imports of a room that no other import of it reaches. */
function findDirect(room: string): readonly string[] {
  const imports = rooms[room] ?? [];
  return imports.filter(
    (one) => !imports.some((other) => other !== one && findReachable(other).has(one)),
  );
}

const toId = (room: string) => room.replace('/', '-');

/** Draws the rooms as a Mermaid diagram; imports that follow from others are left out. */
export function drawRooms(): string {
  const names = Object.keys(rooms);
  const labels = names
    .filter((room) => room.includes('/'))
    .map((room) => `  ${toId(room)}[${room}]`);
  const arrows = names.flatMap((room) =>
    findDirect(room).map((imported) => `  ${toId(room)} --> ${toId(imported)}`),
  );
  return ['```mermaid', 'flowchart LR', ...labels, ...arrows, '```'].join('\n');
}
