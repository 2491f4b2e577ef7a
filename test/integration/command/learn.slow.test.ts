import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run, start } from '../../support/command.js';
import { freePort } from '../../support/free-port.js';

async function openFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

/** Runs `learn` against a simulator with these options. */
async function learnFrom(options: readonly string[], args: readonly string[]) {
  const { url } = await start(options);
  return run(['learn', '--url', url, '--api-key', 'test-key', ...args]).finished;
}

test('writes a config file with which the simulator behaves the same', async () => {
  const file = join(await openFolder(), 'animal-store.json');
  await writeFile(file, '{ "seed": 7 }');

  const { code, stdout } = await learnFrom(['--profile', 'hostile'], ['--out', file]);

  expect([code, stdout]).toEqual([0, expect.stringContaining(`Wrote ${file}. Use it: `)]);
  const config = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
  expect(config).toMatchObject({
    seed: 7,
    choices: { 'list-order': 'shuffled', 'limit-malformed': 'ignore' },
    learned: { unset: { 'after-sunset': expect.any(String) } },
  });
  const again = await learnFrom(['--config', file], ['--check', file]);
  expect([again.code, again.stdout]).toEqual([
    0,
    expect.stringMatching(/ behaves as .* says\.\n$/),
  ]);
});

test('a simulator tells the console where its choices were learned', async () => {
  const file = join(await openFolder(), 'animal-store.json');
  await learnFrom([], ['--out', file]);
  const { url } = await start(['--config', file]);

  const info = await (await fetch(new URL('/__admin/info', url))).json();

  expect(info).toMatchObject({ apiKey: 'test-key', learned: { at: expect.any(String) } });
  expect(info.learned.from).toMatch(/^http:.*\/v1$/);
});

test('--check exits with 1 and names what has changed', async () => {
  const file = join(await openFolder(), 'animal-store.json');
  await learnFrom([], ['--out', file]);

  const { code, stdout } = await learnFrom(['--choice', 'unknown-query=reject'], ['--check', file]);

  expect([code, stdout]).toEqual([
    1,
    'unknown-query (query parameters that are not in the document): was ignore, is reject\n',
  ]);
});

test('a service that cannot be reached: exit code 3, and no file', async () => {
  const file = join(await openFolder(), 'animal-store.json');
  const target = ['--url', `http://127.0.0.1:${await freePort()}/v1`, '--api-key', 'k'];

  const { code, stderr } = await run(['learn', ...target, '--out', file]).finished;

  expect([code, stderr]).toEqual([3, expect.stringContaining('ECONNREFUSED')]);
  await expect(readFile(file)).rejects.toThrow('ENOENT');
});

test('--pets saves pets as a fixture, with other names if asked', async () => {
  const folder = await openFolder();
  const file = join(folder, 'animal-store.json');

  await learnFrom(['--seed', '9'], ['--out', file, '--pets', '3', '--anonymize']);

  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    fixture: 'animal-store.pets.json',
  });
  const pets = JSON.parse(
    await readFile(join(folder, 'animal-store.pets.json'), 'utf8'),
  ) as object[];
  expect(pets).toMatchObject([{ name: 'Pet 1' }, { name: 'Pet 2' }, { name: 'Pet 3' }]);
  const again = await learnFrom(['--config', file], ['--check', file]);
  expect(again.code).toBe(0);
});

test('start says once what the learned choices cannot imitate', async () => {
  const file = join(await openFolder(), 'animal-store.json');
  const learned = { from: 'https://a.example/v1', beyond: { 'limit-malformed': 'answers 422' } };
  await writeFile(file, JSON.stringify({ choices: {}, learned }));
  const { child, ready, finished } = run(['start', '--port', '0', '--config', file]);
  await ready;
  child.kill('SIGTERM');

  expect((await finished).stderr).toContain(
    'The simulator differs from https://a.example/v1, which it has learned from:\n  limit-malformed: it answers 422\n',
  );
});
