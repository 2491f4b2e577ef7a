import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../support/command.js';
import { createFolder } from '../../support/files.js';

const program = (code: string) => [
  process.execPath,
  '--input-type=module',
  '-e',
  `const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
  const get = (path) => fetch(url + path, { headers: { Authorization: 'Bearer ' + key } });
  ${code}`,
];
const readMuch = program(`
  const headers = { Authorization: 'Bearer ' + key, 'Content-Type': 'application/json' };
  const body = '{"name":"Rex","categoryId":2}';
  const added = await (await fetch(url + '/pets', { method: 'POST', headers, body })).json();
  const [listed] = await (await get('/pets')).json();
  const { code } = await (await get('/pets/999')).json();
  process.exitCode = added.name === 'Rex' && listed.id && code ? 0 : 1;`);

const auto = ['exec', '--needs', 'auto'];

interface Recorded {
  readonly comments: { readonly needs: readonly string[] };
}

test('exec --needs auto records what the command needs, and prints the fields', async () => {
  const folder = createFolder();
  const flags = ['--pact', 'shop.json', '--consumer', 'shop'];
  const { code, stdout } = await run([...auto, ...flags, '--', ...readMuch], { folder }).finished;
  expect(code).toBe(0);
  const text = await readFile(join(folder, 'shop.json'), 'utf8');

  expect(stdout.split('\n')[0]).toBe('--needs Pet=id,name,Error=code');
  const { interactions } = JSON.parse(text) as { readonly interactions: readonly Recorded[] };
  expect(interactions.map(({ comments }) => comments.needs).sort()).toEqual([
    ['Error.code', 'Error.body'],
    ['Pet.id', 'Pet.page'],
    ['Pet.name'],
  ]);
});

test('runs at the same time that fail, though nothing is left out, show no need', async () => {
  const folder = createFolder();
  const locking = (milliseconds: number) =>
    program(`
    const { mkdirSync, rmdirSync } = await import('node:fs');
    await get('/pets');
    mkdirSync('lock');
    setTimeout(() => rmdirSync('lock'), ${milliseconds});`);

  // As long as a busy machine needs to start the other one.
  const runs = run([...auto, '--', ...locking(5_000)], { folder });
  const { code, stdout, stderr } = await runs.finished;

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain('the command fails when it runs twice at a time, though nothing is');
  const alone = [...auto, '--parallel', '1', '--', ...locking(0)];
  expect((await run(alone, { folder }).finished).code).toBe(0);
});
