import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { validate } from 'dockerfile-utils';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Folder, type Outcome, openFolder, root, runNode } from '../package/packed.js';
import { withKey } from '../support/command.js';
import { freePort } from '../support/free-port.js';
import { DockerfileByHand } from './by-hand.js';
import { dockerfile, execForm, lastOf, readStages, type Stage } from './dockerfile.js';

const stages = readStages();
const final = stages.at(-1) as Stage;

let folder: Folder;
/** The paths of the files in the last stage, and its environment. */
let app: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await openFolder();
  const byHand = new DockerfileByHand(folder.path);
  for (const [number, stage] of stages.entries()) {
    const performed = await byHand.perform(stage, number);
    app = join(performed.folder, performed.workdir);
    environment = performed.environment;
  }
});

afterAll(() => folder.remove());

/** Starts what the container would start; it listens when the promise resolves. */
async function startEntrypoint(own: Readonly<Record<string, string>> = {}) {
  const port = String(await freePort());
  const env = { ...process.env, ...environment, ANIMAL_STORE_PORT: port, ...own };
  const [program = '', ...args] = execForm(lastOf(final, 'ENTRYPOINT'));
  const child = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  for await (const _line of createInterface(child.stdout)) {
    return { child, port, url: `http://127.0.0.1:${port}/v1`, ended };
  }
  throw new Error(`It ended with ${await ended} before it was ready`);
}

/** Runs the health check as Docker does: another process in the same environment. */
function checkHealth(port: string): Promise<Outcome> {
  const [program, ...args] = execForm(lastOf(final, 'HEALTHCHECK'));
  expect(program).toBe('node');
  return runNode(app, args, 60_000, { ...environment, ANIMAL_STORE_PORT: port });
}

test('passes the Dockerfile linter', () => {
  expect(validate(dockerfile)).toEqual([]);
});

test('has a linter that finds mistakes', () => {
  expect(validate(dockerfile.replace('EXPOSE 4010', 'EXPOSE 4010x'))).not.toEqual([]);
});

test('runs as the user node', () => {
  expect(lastOf(final, 'USER').words).toEqual(['node']);
});

test('builds all stages on one supported image', () => {
  const images = new Set(stages.map(({ image }) => image));

  expect([...images]).toEqual([expect.stringMatching(/^node:(?:22|24)-alpine$/)]);
});

test('installs only the dependencies it needs to run', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  interface Package {
    readonly dev?: true;
    readonly optional?: true;
    readonly peer?: true;
    readonly devOptional?: true;
    readonly dependencies?: Readonly<Record<string, string>>;
  }
  const { packages } = JSON.parse(lock) as { readonly packages: Record<string, Package> };
  // Of the optional ones, the client of the store alone.
  const client = new Set<string>();
  const addClient = (name: string) => {
    client.add(name);
    Object.keys(packages[`node_modules/${name}`]?.dependencies ?? {}).forEach(addClient);
  };
  addClient('iovalkey');
  const needed = Object.entries(packages).flatMap(
    ([path, { dev, optional, peer, devOptional }]) => {
      const [, name] = /^node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(path) ?? [];
      const isRequired = !dev && !optional && !peer && !devOptional;
      return name !== undefined && (isRequired || client.has(name)) ? [name] : [];
    },
  );

  const installed = readdirSync(join(app, 'node_modules')).flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(app, 'node_modules', name)).map((part) => `${name}/${part}`)
      : [name],
  );

  expect(installed.filter((name) => !name.startsWith('.')).sort()).toEqual(needed.sort());
});

test('is as small as docs/ci.md states', () => {
  const paths = readdirSync(app, { recursive: true, encoding: 'utf8' });

  const bytes = paths.reduce((sum, path) => sum + lstatSync(join(app, path)).blocks * 512, 0);

  expect(bytes).toBeLessThan(20 * 1024 * 1024);
});

test('responds beyond loopback', async () => {
  const { url } = await startEntrypoint();

  expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
  expect(environment.ANIMAL_STORE_HOST).toBe('0.0.0.0');
});

test('takes options from the environment', async () => {
  const { url } = await startEntrypoint({ ANIMAL_STORE_SEED: '7', ANIMAL_STORE_PETS: '3' });

  const response = await fetch(`${url}/pets`, withKey);

  expect(await response.json()).toHaveLength(3);
});

test('is healthy while the simulator responds', async () => {
  const { port } = await startEntrypoint();

  expect(await checkHealth(port)).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('is unhealthy when nothing responds', async () => {
  expect((await checkHealth(String(await freePort()))).code).toBe(1);
});

test('exits with 0 at SIGTERM', async () => {
  const { child, ended } = await startEntrypoint();

  child.kill('SIGTERM');

  expect(await ended).toBe(0);
});

test('opens /__admin to the token', async () => {
  const { port } = await startEntrypoint({ ANIMAL_STORE_ADMIN_TOKEN: 'secret' });
  const url = `http://127.0.0.1:${port}/__admin/sandboxes`;

  const without = await fetch(url);
  const withToken = await fetch(url, { headers: { 'Simulator-Admin-Token': 'secret' } });

  expect([without.status, withToken.status]).toEqual([401, 200]);
});

test('sends only the files that the Dockerfile copies', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const copied = stages.flatMap(({ instructions }) =>
    instructions
      .filter(({ keyword, flags }) => keyword === 'COPY' && flags.from === undefined)
      .flatMap(({ words }) => words.slice(0, -1)),
  );

  const lines = ignored.filter((line) => !line.startsWith('#'));
  expect(lines.sort()).toEqual(['*', ...[...new Set(copied)].map((name) => `!${name}`)].sort());
});
