import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writePair } from '../support/files.js';
import { freePort } from '../support/free-port.js';
import { type Folder, openFolder, root, runNode, runProgram } from './packed.js';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The Dockerfile, which has an instruction in each line. */
const instructions = [...read('Dockerfile').matchAll(/^([A-Z]+) (.+)/gm)].map(
  ([, keyword = '', text = '']) => {
    const words = text.split(/\s+/);
    const from = /--from=(\w+)/.exec(text)?.[1];
    return { keyword, text, words, from, paths: words.filter((word) => !word.startsWith('--')) };
  },
);

/** The words of the last instruction of that kind, in exec form. */
const readLast = (keyword: string): string[] =>
  JSON.parse(
    /\[.*/.exec(instructions.findLast((one) => one.keyword === keyword)?.text ?? '')?.[0] ?? '',
  );

/** What a shell does without Docker for an instruction: the files of each stage are in a folder of its own. */
function toShell({ keyword, text, words, from, paths }: (typeof instructions)[number]): string {
  const sources = paths.slice(0, -1).map((path) => join(from ? `$work/${from}` : root, path));
  const commands: Readonly<Record<string, string>> = {
    FROM: `stage="$work/${words[2] ?? 'final'}"`,
    WORKDIR: `mkdir -p "$stage${text}" && cd "$stage${text}"`,
    COPY: `cp -R ${sources.join(' ')} ${paths.at(-1)}`,
    // All packages: those that this checkout has.
    RUN: text.startsWith('npm ci --ignore') ? `ln -s '${root}/node_modules' node_modules` : text,
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

test('has the versions of the lock file', () => {
  const locked = JSON.parse(read('package-lock.json')).packages;
  const installed: Record<string, { version: string }> = JSON.parse(
    readFileSync(join(app, 'node_modules/.package-lock.json'), 'utf8'),
  ).packages;

  const others = Object.keys(installed).filter(
    (name) => installed[name]?.version !== locked[name]?.version,
  );
  expect(others).toEqual([]);
  expect(Object.keys(installed)).toContain('node_modules/iovalkey');
});

test.for(['http', 'https'])(
  'starts with options from the environment, is healthy by %s, and stops at SIGTERM',
  async (scheme) => {
    const { tlsCert, tlsKey } = writePair();
    const tls = scheme === 'https' && {
      ANIMAL_STORE_TLS_CERT: tlsCert,
      ANIMAL_STORE_TLS_KEY: tlsKey,
    };
    const own = { ...environment, ANIMAL_STORE_PORT: String(await freePort()), ...tls };
    const [program = '', ...args] = readLast('ENTRYPOINT');
    const env = { ...process.env, ...own };
    const child = spawn(program, args, { cwd: app, env, stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(createInterface(child.stdout), 'line');
    /** As Docker does: another process in the same environment. */
    const checkHealth = () => runNode(app, readLast('HEALTHCHECK').slice(1), 60_000, own);

    expect(line).toMatch(new RegExp(`${scheme}://127\\.0\\.0\\.1:${own.ANIMAL_STORE_PORT}/v1$`));
    expect(environment.ANIMAL_STORE_HOST).toBe('0.0.0.0');
    expect(await checkHealth()).toEqual({ code: 0, stdout: '', stderr: '' });

    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect((await checkHealth()).code).toBe(1);
  },
);
