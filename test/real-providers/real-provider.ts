import { spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, noBroker } from '../integration/broker/start-broker.js';
import { startProgram } from '../support/listening-program.js';

/** Debian's own, the only one that sees Debian's packages. */
const python = '/usr/bin/python3';
const imports = ['-c', 'import fastapi, sqlalchemy, uvicorn'];

/** A framework of `examples/providers`. */
export interface Framework {
  readonly name: 'sinatra' | 'fastapi' | 'fastify';
  readonly extension: string;
  /** The program and its arguments that serve a file, on a free port. */
  readonly serve: (file: string) => readonly [program: string, ...args: string[]];
  /** Why this machine cannot run it. */
  readonly missing: string | undefined;
}

export const frameworks: readonly Framework[] = [
  {
    name: 'sinatra',
    extension: 'rb',
    // The broker needs the same gems.
    serve: (file) => [bundle, 'exec', 'ruby', file],
    missing: noBroker,
  },
  {
    name: 'fastapi',
    extension: 'py',
    serve: (file) => [
      python,
      '-m',
      'uvicorn',
      '--port=0',
      `--app-dir=${dirname(file)}`,
      `${basename(file, '.py')}:app`,
    ],
    missing:
      spawnSync(python, imports).status === 0
        ? undefined
        : "FastAPI needs Debian's packages: run test/support/install-debian as root.",
  },
  {
    name: 'fastify',
    extension: 'js',
    serve: (file) => [process.execPath, file],
    missing: undefined,
  },
];

/** A file of `examples/providers`. */
export const exampleOf = ({ name, extension }: Framework, form: 'natural' | 'fixed') =>
  fileURLToPath(new URL(`../../examples/providers/${name}/${form}.${extension}`, import.meta.url));

/** Serves a file on a free port, with an empty store of its own. */
export async function startRealProvider({ serve }: Framework, file: string) {
  const apiKey = 'test-key';
  const { url, close } = await startProgram(
    serve(file),
    (folder) => ({
      PORT: '0',
      API_KEY: apiKey,
      DATABASE: join(folder, 'pets.sqlite'),
      DATABASE_URL: `sqlite:///${join(folder, 'pets.sqlite')}`,
      PYTHONDONTWRITEBYTECODE: '1',
    }),
    /(http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+)/,
  );
  return { url: `${url}/v1`, apiKey, close };
}
