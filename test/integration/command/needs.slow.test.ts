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
const readName = program(`
  const [{ name }] = await (await get('/pets')).json();
  process.exitCode = name.length > 0 ? 0 : 1;`);

test('needs prints the fields without which a command fails', async () => {
  const { code, stdout } = await run(['needs', '--', ...readName]).finished;

  expect(code).toBe(0);
  expect(stdout).toBe(
    'Pet=name\nTried without: Pet.id, Pet.name, Pet.categoryId, Pet.status\n' +
      'Not needed: Pet.id, Pet.categoryId, Pet.status\n',
  );
});

test('needs of a command that sends no requests: exit code 2, and a sentence', async () => {
  const { code, stderr } = await run(['needs', '--', ...program('')]).finished;

  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^The simulator received no requests\. .* as with MSW, can't derive needs\.$/m,
  );
});

test('needs of a command that fails: its exit code, and no further run', async () => {
  const { code, stdout, stderr } = await run([
    'needs',
    '--',
    ...program("await get('/pets'); process.exitCode = 7;"),
  ]).finished;

  expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
  expect(stderr).not.toContain('without');
});

test('exec --needs auto records what the command needs', async () => {
  const folder = createFolder();
  const flags = ['--pact', 'shop.json', '--consumer', 'shop', '--needs', 'auto'];
  const { code } = await run(['exec', ...flags, '--', ...readName], { folder }).finished;

  expect(code).toBe(0);
  const { interactions } = JSON.parse(await readFile(join(folder, 'shop.json'), 'utf8'));
  expect(interactions[0].comments.needs).toEqual(['Pet.name', 'Pet.page']);
});

test('runs at the same time that fail, though nothing is left out, show no need', async () => {
  const folder = createFolder();
  const shared = program(`
    const { mkdirSync, rmdirSync } = await import('node:fs');
    await get('/pets');
    mkdirSync('lock');
    setTimeout(() => rmdirSync('lock'), 500);`);

  const { code, stdout, stderr } = await run(['needs', '--', ...shared], { folder }).finished;

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(
    'the command fails when it runs twice at a time, though nothing is left',
  );
  const alone = ['needs', '--parallel', '1', '--', ...shared];
  expect((await run(alone, { folder }).finished).code).toBe(0);
});

test('a run that takes too long shows no need', async () => {
  const hanging = program(`
    const [pet] = await (await get('/pets')).json();
    if (pet.name === undefined) setInterval(() => {}, 1000);`);

  const { code, stderr } = await run(['needs', '--timeout', '3', '--', ...hanging]).finished;

  expect(code).toBe(2);
  expect(stderr).toContain('without Pet.name, the command timed out after 3 s. Pass a longer');
});
