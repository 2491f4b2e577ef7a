import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Folder, openInstalled, runNode } from './packed.js';

let folder: Folder;

beforeAll(async () => {
  folder = await openInstalled();
});

afterAll(() => folder.remove());

interface Started {
  readonly url: string;
  /** Signals all processes, as a terminal does. */
  signal(name: NodeJS.Signals): void;
  /** Resolves to the exit code of the first process when the last one has ended. */
  readonly ended: Promise<number | null>;
}

/** Starts a command in the folder; it has printed its URL when the promise resolves. */
async function start(command: string, ...args: readonly string[]): Promise<Started> {
  const child = spawn(command, args, {
    cwd: folder.path,
    // A group of its own: npx has a shell between itself and what it runs.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const signal = (name: NodeJS.Signals) => {
    process.kill(-(child.pid as number), name);
  };
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let open = true;
  ended.then(() => {
    open = false;
  });
  onTestFinished(async () => {
    if (open) {
      signal('SIGKILL');
      await ended;
    }
  });
  for await (const line of createInterface(child.stdout)) {
    const url = /ready at (http:\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      child.stdout.resume();
      return { url, signal, ended };
    }
  }
  throw new Error(`${command} ended before it was ready`);
}

async function statusOfList(url: string): Promise<number> {
  const headers = { Authorization: 'Bearer test-key', Connection: 'close' };
  const response = await fetch(`${url}/pets`, { headers });
  await response.arrayBuffer();
  return response.status;
}

test('npx animal-store starts a simulator', async () => {
  const started = await start('npx', 'animal-store', '--port', '0');

  expect(await statusOfList(started.url)).toBe(200);
});

test('Ctrl-C ends what npx started', async () => {
  const { url, signal, ended } = await start('npx', 'animal-store', '--port', '0');

  signal('SIGINT');
  await ended;

  await expect(statusOfList(url)).rejects.toThrow();
});

test('the command exits with 0 on SIGTERM', async () => {
  const command = join('node_modules', '.bin', 'animal-store');
  const { url, signal, ended } = await start(command, '--port', '0');
  expect(await statusOfList(url)).toBe(200);

  signal('SIGTERM');

  expect(await ended).toBe(0);
});

test('an import prints nothing and leaves nothing running', async () => {
  const outcome = await runNode(folder.path, [
    '--input-type=module',
    '--eval',
    "import 'animal-store-simulator';",
  ]);

  expect(outcome).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('a CommonJS module loads the package with import()', async () => {
  const outcome = await runNode(folder.path, [
    '--input-type=commonjs',
    '--eval',
    "import('animal-store-simulator').then((all) => console.log(Object.keys(all).sort().join()));",
  ]);

  expect(outcome.stdout.trim().split(',')).toContain('createSimulator');
});

test('no installed package has an install script', async () => {
  const lock = await readFile(join(folder.path, 'node_modules/.package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };

  const withScript = Object.keys(packages).filter((name) => packages[name]?.hasInstallScript);
  expect(Object.keys(packages)).toContain('node_modules/animal-store-simulator');
  expect(withScript).toEqual([]);
});
