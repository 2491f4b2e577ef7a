import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { withKey } from '../support/command.js';
import { freePort } from '../support/free-port.js';
import { type Folder, openFolder, root, runNode, runProgram } from './packed.js';

/** The Dockerfile, which has an instruction in each line. */
const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => {
    const [keyword = '', ...words] = line.split(/\s+/);
    const from = /--from=(\w+)/.exec(line)?.[1];
    return { keyword, words, from, paths: words.filter((word) => !word.startsWith('--')) };
  });

/** The words of the last instruction of that kind, in exec form. */
function readLast(keyword: string): string[] {
  const { words = [] } = instructions.findLast((one) => one.keyword === keyword) ?? {};
  return JSON.parse(words.join(' ').replace(/^[^[]*/, ''));
}

/** What a shell does without Docker for an instruction: the files of each stage are in a folder of its own. */
function toShell({ keyword, words, from, paths }: (typeof instructions)[number]): string {
  const sources = paths.slice(0, -1).map((path) => join(from ? `$work/${from}` : root, path));
  const run = words.join(' ');
  const commands: Readonly<Record<string, string>> = {
    FROM: `stage="$work/${words[2] ?? 'final'}"`,
    WORKDIR: `mkdir -p "$stage${words[0]}" && cd "$stage${words[0]}"`,
    COPY: `cp -R ${sources.join(' ')} ${paths.at(-1)}`,
    // All packages: those that this checkout has.
    RUN: run.startsWith('npm ci --ignore') ? `ln -s '${root}/node_modules' node_modules` : run,
  };
  return commands[keyword] ?? '';
}

const environment = Object.fromEntries(
  instructions.flatMap(({ keyword, words }) =>
    keyword === 'ENV' ? words.map((word) => word.split('=')) : [],
  ),
);

let folder: Folder;
let app: string;

beforeAll(async () => {
  folder = await openFolder();
  app = join(folder.path, 'final/app');
  const script = [`work='${folder.path}'`, ...instructions.map(toShell)].join('\n');
  const built = await runProgram(folder.path, 'bash', ['-ec', script], 240_000);
  expect(built.code, built.stderr).toBe(0);
});

afterAll(() => folder.remove());

/** Runs the health check as Docker does: another process in the same environment. */
const checkHealth = (port: string) =>
  runNode(app, readLast('HEALTHCHECK').slice(1), 60_000, {
    ...environment,
    ANIMAL_STORE_PORT: port,
  });

test('is as small as docs/ci.md states', () => {
  const paths = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const bytes = paths.reduce((sum, path) => sum + lstatSync(join(app, path)).blocks * 512, 0);
  const [, mebibytes] =
    /adds less than (\d+) MiB/.exec(readFileSync(join(root, 'docs/ci.md'), 'utf8')) ?? [];

  expect(bytes).toBeLessThan(Number(mebibytes) * 1024 ** 2);
});

test('starts with options from the environment, is healthy, and stops at SIGTERM', async () => {
  const port = String(await freePort());
  const own = { ANIMAL_STORE_PORT: port, ANIMAL_STORE_PETS: '3', ANIMAL_STORE_ADMIN_TOKEN: 's' };
  const [program = '', ...args] = readLast('ENTRYPOINT');
  const env = { ...process.env, ...environment, ...own };
  const child = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(createInterface(child.stdout), 'line');

  const response = await fetch(`http://127.0.0.1:${port}/v1/pets`, withKey);
  expect(await response.json()).toHaveLength(3);
  expect(environment.ANIMAL_STORE_HOST).toBe('0.0.0.0');
  expect(await checkHealth(port)).toEqual({ code: 0, stdout: '', stderr: '' });

  child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect((await checkHealth(port)).code).toBe(1);
});

test('sends only the files that the Dockerfile copies', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n');
  const copied = instructions.flatMap(({ keyword, from, paths }) =>
    keyword === 'COPY' && from === undefined ? paths.slice(0, -1) : [],
  );

  const lines = ignored.filter((line) => !line.startsWith('#'));
  expect(lines.sort()).toEqual(['*', ...[...new Set(copied)].map((name) => `!${name}`)].sort());
});
