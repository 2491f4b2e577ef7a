/** The rooms of `src/`, innermost first: a folder imports only folders before it. */
export const rooms = {
  base: 'text, JSON with int64, files, usage errors, annotations, network errors, real time: nothing about the interface',
  document: 'the interface: fields, operations, requirements, errors, open points and profiles',
  engine:
    '`admit`, `handle` and `control`: sandboxes, rules, notes, journal, clock, snapshot and checkpoint',
  options: 'one table, for the command, variables, the config file and `createSimulator`',
  catalogue: 'fixtures, and the generator of pets',
  contract: 'provider states, the recorder of requirements, the Pact writer',
  verify:
    'sends requirements to a service, checks of several requests, reports; `pact/` on Pact’s verifier',
  store: 'the log of commands on Valkey or Redis',
  har: 'HAR in and out: recorded traffic as browsers save it',
  server:
    'the service as middleware, faults, `fetch`; the Express app: admin routes, documents, pages; log',
  client: 'typed client and sandbox handles',
  simulator: '`createSimulator`, `startSimulator`, and the fixtures of the test runners',
  learn: 'asks a running service which choices it makes',
  matrix: 'finds the choices and the missing fields that break a command',
  console: 'the pages at `/` and `/docs`, in Preact; the browser loads nothing else',
  cli: 'a file per command',
} as const;

export type Room = keyof typeof rooms;

/** The entries of the package, the only files beside the rooms: they may import all of them. */
export const entries = [
  'index',
  'browser',
  'msw',
  'types',
  'vite',
  'vitest',
  'vitest-global-setup',
  'playwright',
];

/** The packages that these rooms may load, also through others, as they run in a browser. */
export const packages: Partial<Record<Room, readonly string[]>> = {
  document: ['lossless-json'],
  engine: ['lossless-json'],
  console: ['lossless-json', 'preact', 'preact/hooks'],
};
