import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunningSimulator } from '../../../src/index.js';
import { run, withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';
import { needPosix } from '../../support/posix.js';
import { root, runProgram } from '../packed.js';
import { readFiles } from './blocks.js';

/** Where the documents expect the simulator. */
const shownOrigin = 'http://127.0.0.1:4010';

/** Installs, packs, containers, stores and Pact verifiers: other tests cover what they do. */
const elsewhere =
  /^(?:npm ci && npm (?:start|test)|npm pack .*|npm install .*|(?:\w+=\S+ )?docker .*|kubectl .*|npx animal-store start .*--store .*|mkdir .*|git add .*|npx pact .*|npx openapi-pact-comparator .*|npx animal-store verify .* --broker .*|node verify-pact\.mjs|bundle exec rspec .*)$/;
const start = /^npx animal-store(?: start)?(?= --|$)/;
const beside = /^npx animal-store (?:check|exec|matrix)\b/;
const toRunning = /^npx animal-store (?:verify|learn)\b/;

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

const headers = [{ name: 'Content-Type', value: 'application/json' }];
const listing = {
  request: { method: 'GET', url: 'https://staging.test/v1/pets', headers: [] },
  response: { status: 200, headers, content: { text: '[]' } },
};

/** What a project of a user has: commands of the documents run its scripts. */
const project = {
  'package.json': JSON.stringify({
    private: true,
    scripts: { dev: 'node app.mjs', test: 'node app.mjs' },
  }),
  'animal-store.json': '{ "choices": { "unknown-query": "ignore" } }',
  'traffic.har': JSON.stringify({ log: { entries: [listing] } }),
  'app.mjs': `
    const { env } = process;
    const url = env.VITE_API_URL ?? env.ANIMAL_STORE_URL;
    const key = env.VITE_API_KEY ?? env.ANIMAL_STORE_API_KEY;
    const response = await fetch(url + '/pets', { headers: { Authorization: 'Bearer ' + key } });
    process.exitCode = response.ok ? 0 : 1;
  `,
};

async function openProject(path: string): Promise<string> {
  const folder = createFolder();
  await mkdir(join(folder, 'public'));
  const contracts = join(root, 'examples/vitest/contracts');
  await cp(contracts, join(folder, 'contracts'), { recursive: true });
  for (const [name, text] of [...Object.entries(project), ...readFiles(path)]) {
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** Words of a shell command; quotes are the only thing that is special. */
export const shellWords = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');

async function performStart(args: readonly string[], folder: string): Promise<Outcome> {
  const { ready, child, finished } = run(['start', ...args, '--port', '0'], { folder });
  const url = /http:\S+\/v1/.exec(await ready)?.[0];
  const { status } = await fetch(`${url}/pets`, withKey);
  child.kill('SIGTERM');
  const { code, stdout, stderr } = await finished;
  return { code: status === 200 ? code : status, output: stdout + stderr };
}

/** What a command of a document does, with a simulator where the document expects one. */
export async function perform(
  shown: string,
  path: string,
  simulator: RunningSimulator,
): Promise<Outcome> {
  const command = shown.replace(/^npx --no /, 'npx ');
  const here = command.replaceAll(shownOrigin, simulator.origin);
  if (command.startsWith('curl ')) {
    needPosix();
    const { code, stdout } = await runProgram('.', 'sh', ['-c', here]);
    return { code, output: stdout.replaceAll('\r', '') };
  }
  if (elsewhere.test(command)) {
    return { code: 0, output: '' };
  }
  if (start.test(command)) {
    return performStart(shellWords(here.replace(start, '')), await openProject(path));
  }
  if (!beside.test(command) && !toRunning.test(command)) {
    throw new Error(`${path}: no test runs the command ${command}`);
  }
  const environment = toRunning.test(command) ? { ANIMAL_STORE_URL: simulator.url } : {};
  const folder = await openProject(path);
  const { code, stdout, stderr } = await run(shellWords(here).slice(2), { folder, environment })
    .finished;
  return { code, output: stdout + stderr };
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whether the lines are in the output, in this order; spaces may differ, and `…` is anything. */
export function hasLines(output: string, shown: string): boolean {
  const patterns = shown
    .trim()
    .split('\n')
    .map((line) => line.trim().split('…').map(escapePattern).join('.*').replace(/ +/g, ' +'));
  return new RegExp(patterns.map((pattern) => `^.*${pattern}.*$`).join('[^]*?'), 'm').test(output);
}
