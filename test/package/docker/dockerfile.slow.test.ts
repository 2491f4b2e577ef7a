import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withKey } from '../../support/command.js';
import { freePort } from '../../support/free-port.js';
import { type Folder, openFolder, root, runNode } from '../packed.js';
import { execForm, findLast, performStage, readStages, type Stage } from './dockerfile.js';

const stages = readStages();
const final = stages.at(-1) as Stage;

let folder: Folder;
/** The folder of the app in the last stage, and its environment. */
let app: string;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  folder = await openFolder();
  for (const stage of stages) {
    ({ app, environment } = await performStage(stage, folder.path));
  }
});

afterAll(() => folder.remove());

/** Starts what the container would start; it listens when the promise resolves. */
async function startEntrypoint(own: Readonly<Record<string, string>>) {
  const port = String(await freePort());
  const env = { ...process.env, ...environment, ANIMAL_STORE_PORT: port, ...own };
  const [program = '', ...args] = execForm(findLast(final, 'ENTRYPOINT'));
  const child = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  for await (const _line of createInterface(child.stdout)) {
    return { child, port, origin: `http://127.0.0.1:${port}`, ended };
  }
  throw new Error(`It ended with ${await ended} before it was ready`);
}

/** Runs the health check as Docker does: another process in the same environment. */
function checkHealth(port: string) {
  const [, ...args] = execForm(findLast(final, 'HEALTHCHECK'));
  return runNode(app, args, 60_000, { ...environment, ANIMAL_STORE_PORT: port });
}

test('is as small as docs/ci.md states', () => {
  const paths = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const bytes = paths.reduce((sum, path) => sum + lstatSync(join(app, path)).blocks * 512, 0);

  expect(
    paths.filter((path) => /node_modules\/(?:vitest|@pact-foundation\/pact-cli)$/.test(path)),
  ).toEqual([]);
  const [, mebibytes] = /adds less than (\d+) MiB/.exec(
    readFileSync(join(root, 'docs/ci.md'), 'utf8'),
  ) as RegExpExecArray;
  expect(bytes).toBeLessThan(Number(mebibytes) * 1024 ** 2);
});

test('starts with options from the environment, is healthy, and stops at SIGTERM', async () => {
  const own = { ANIMAL_STORE_PETS: '3', ANIMAL_STORE_ADMIN_TOKEN: 'secret' };
  const { child, port, origin, ended } = await startEntrypoint(own);

  expect(environment.ANIMAL_STORE_HOST).toBe('0.0.0.0');
  expect(await (await fetch(`${origin}/v1/pets`, withKey)).json()).toHaveLength(3);
  expect(await checkHealth(port)).toEqual({ code: 0, stdout: '', stderr: '' });
  const without = await fetch(`${origin}/__admin/sandboxes`);
  const withToken = await fetch(`${origin}/__admin/sandboxes`, {
    headers: { 'Simulator-Admin-Token': 'secret' },
  });
  expect([without.status, withToken.status]).toEqual([401, 200]);

  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect((await checkHealth(port)).code).toBe(1);
});

test('sends only the files that the Dockerfile copies', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const copied = stages.flatMap(({ instructions }) =>
    instructions
      .filter(({ keyword, from }) => keyword === 'COPY' && from === undefined)
      .flatMap(({ words }) => words.slice(0, -1)),
  );

  const lines = ignored.filter((line) => !line.startsWith('#'));
  expect(lines.sort()).toEqual(['*', ...[...new Set(copied)].map((name) => `!${name}`)].sort());
});
