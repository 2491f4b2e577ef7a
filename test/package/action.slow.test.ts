import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { noCurl } from '../support/curl.js';
import { openFolder, readTarball, root } from './packed.js';

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string>>;
  readonly 'working-directory'?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const content = readFileSync(join(root, 'action.yml'), 'utf8');
const action = parse(content) as {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
};
const execute = promisify(execFile);

const folder = await openFolder();
await mkdir(join(folder.path, 'shop'));
afterAll(() => folder.remove());

/**
 * Runs the steps as GitHub does, in a folder of the job; returns the output of all of them, and the inputs of
 * the actions that they use.
 *
 * @param github what GitHub knows of the action; by default, its checkout has been built
 */
async function runAction(
  inputs: Readonly<Record<string, string>>,
  { action_path = root, ...github }: Readonly<Record<string, string>> = {},
) {
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default]);
  const values: Record<string, string> = { 'runner.os': 'Linux' };
  for (const [name, value] of [...defaults, ...Object.entries(inputs)]) {
    values[`inputs.${name}`] = `${value}`;
  }
  const evaluate = (text: string, context = github) =>
    text.replaceAll(/\$\{\{ ((?:github\.)?([\w.-]+)) \}\}/g, (_all, name, field) =>
      name === field ? (values[name] ?? '') : (context[field] ?? ''),
    );
  const used: string[] = [];
  let output = '';
  for (const step of action.runs.steps) {
    if (step.run === undefined) {
      // Where an action is used, these are its own.
      const other = { ...github, action_ref: 'v4', action_path: '/host' };
      used.push(...Object.values(step.with ?? {}).map((text) => evaluate(text, other)));
      continue;
    }
    const written = join(folder.path, 'outputs');
    await writeFile(written, '');
    const env = Object.entries(step.env ?? {}).map(([name, value]) => [name, evaluate(value)]);
    const run = execute('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], {
      cwd: resolve(folder.path, evaluate(step['working-directory'] ?? '.')),
      env: {
        ...process.env,
        GITHUB_ACTIONS: 'true',
        GITHUB_ACTION_PATH: action_path,
        GITHUB_OUTPUT: written,
        ...Object.fromEntries(env),
      },
    });
    const { code, stdout, stderr } = await run.then(
      (result) => ({ code: 0, ...result }),
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    output += stdout + stderr;
    for (const [, name, value] of readFileSync(written, 'utf8').matchAll(/^(\w+)=(.*)$/gm)) {
      values[`steps.${step.id}.outputs.${name}`] = `${value}`;
    }
    if (code !== 0) {
      return { code, output, used };
    }
  }
  return { code: 0, output, used };
}

test('installs the release of a tag, and nothing that only a build needs', async ({ skip }) => {
  skip(noCurl !== undefined, noCurl);
  const { path } = await readTarball();
  const action_path = join(folder.path, 'action');
  await mkdir(action_path);
  for (const file of ['package.json', 'package-lock.json', 'spec', 'fixtures']) {
    await cp(join(root, file), join(action_path, file), { recursive: true });
  }
  const release = join(folder.path, 'owner/simulator/releases/download/v0.1.0');
  await mkdir(release, { recursive: true });
  await cp(path, join(release, 'animal-store-simulator-0.1.0.tgz'));
  const server_url = `file://${folder.path}`;
  const of = { action_repository: 'owner/simulator', action_ref: 'v0.1.0', server_url };

  const { code, output, used } = await runAction({ run: 'echo ran' }, { action_path, ...of });

  expect([code, output]).toEqual([0, expect.stringContaining('ran')]);
  const kept = `${action_path}/dist\n${action_path}/node_modules\n`;
  expect(used).toEqual([kept, 'animal-store-simulator-Linux-v0.1.0', kept, '']);
  expect(existsSync(join(action_path, 'node_modules/vitest'))).toBe(false);
});

/** Lists pets in a shell, without curl, which some machines lack. */
const list = (query = '') => {
  const headers = "{ Authorization: 'Bearer $ANIMAL_STORE_API_KEY' }";
  const request = `fetch('$ANIMAL_STORE_URL/pets${query}', { headers: ${headers} })`;
  return `node -e "${request}.then((response) => response.text()).then(console.log)"`;
};

test('runs a command beside a ready simulator', async () => {
  const { code, output } = await runAction({ run: `${list()} | wc -l\npwd` });

  expect([code, output]).toEqual([0, expect.stringContaining(folder.path)]);
  expect(output).not.toContain('::warning');
});

test('annotates the run with what its requests relied on', async () => {
  const { code, output } = await runAction({ run: list('?colour=red') });

  expect(code).toBe(0);
  expect(output).toContain(
    '::warning title=Open%3A requests used what the document leaves open::1× listPets  unknown-query: ',
  );
});

test('fails on what its input names, in the folder that it names', async () => {
  const inputs = { 'fail-on': 'open', 'working-directory': 'shop', options: '--pets 0\n --seed 7' };

  const { code, output } = await runAction({ run: `${list('?colour=red')}; pwd`, ...inputs });

  expect(code).toBe(1);
  expect(output).toContain(`[]\n${folder.path}/shop`);
});

test('takes no part of an input for a command', async () => {
  const { code, output } = await runAction({ run: list(), options: '--seed $(echo 7;echo>owned)' });

  expect([code, output]).toEqual([3, expect.stringContaining('got "$(echo"')]);
});
