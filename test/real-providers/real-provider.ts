import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const broker = fileURLToPath(new URL('../broker/bundle', import.meta.url));
/** Debian's own, the only one that sees Debian's packages. */
const python = '/usr/bin/python3';

/** Maximum time until a provider listens, which takes about two seconds. */
const maxWait = 90_000;

const succeeds = (program: string, ...args: readonly string[]) =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

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
    serve: (file) => [broker, 'exec', 'ruby', file],
    missing: succeeds(broker, 'check')
      ? undefined
      : "Sinatra needs Ruby and the Pact Broker's gems: run test/broker/install.",
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
    missing: succeeds(python, '-c', 'import fastapi, sqlalchemy, uvicorn')
      ? undefined
      : "FastAPI needs Debian's packages: run test/real-providers/install as root.",
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

/** Reads the URL that each of them prints when it listens. */
function readUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(output)?.[0];
      if (url !== undefined) {
        resolve(url);
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`It ended before it listened: ${output}`)));
  });
}

/** Serves a file on a free port, with an empty store of its own. */
export async function startRealProvider({ serve }: Framework, file: string) {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-provider-'));
  const [program, ...args] = serve(file);
  const database = join(folder, 'pets.sqlite');
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      API_KEY: 'test-key',
      DATABASE: database,
      DATABASE_URL: `sqlite:///${database}`,
      PYTHONDONTWRITEBYTECODE: '1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const late = setTimeout(() => child.kill('SIGKILL'), maxWait);
  try {
    return { url: `${await readUrl(child)}/v1`, apiKey: 'test-key', close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(late);
    // Drains further output, so that the provider never blocks.
    for (const stream of [child.stdout, child.stderr]) {
      stream.removeAllListeners('data').resume();
    }
  }
}
