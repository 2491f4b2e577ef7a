import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text);
  }
  return folder;
}

const count = async (url: string) =>
  ((await (await fetch(`${url}/pets?limit=100`, withKey)).json()) as unknown[]).length;

test('an option is a flag, a variable and a key of the config file', async () => {
  const folder = await folderWith({ 'c.json': '{"pets": 3}' });

  const asFlag = await start(['--pets', '1']);
  const asVariable = await start([], { environment: { ANIMAL_STORE_PETS: '2' } });
  const asKey = await start(['--config', 'c.json'], { folder });

  expect(await count(asFlag.url)).toBe(1);
  expect(await count(asVariable.url)).toBe(2);
  expect(await count(asKey.url)).toBe(3);
});

test('flags override variables, which override the config file', async () => {
  const folder = await folderWith({ 'c.json': '{"pets": 3, "apiKey": "from-file"}' });
  const environment = { ANIMAL_STORE_PETS: '2', ANIMAL_STORE_CONFIG: 'c.json' };

  const { url } = await start(['--api-key', 'test-key'], { folder, environment });

  expect(await count(url)).toBe(2);
});

test('--fixture overrides ANIMAL_STORE_PETS', async () => {
  const environment = { ANIMAL_STORE_PETS: '10' };

  const { url } = await start(['--fixture', 'every-status'], { environment });

  expect(await count(url)).toBe(4);
});

test('resolves the fixture of a config file relative to the file', async () => {
  const folder = await folderWith({
    'c.json': '{"fixture": "mine.json"}',
    'mine.json': '[{"id": 7, "name": "Mine", "categoryId": 1}]',
  });

  const { url } = await start(['--config', join(folder, 'c.json')]);

  expect((await fetch(`${url}/pets/7`, withKey)).status).toBe(200);
});

test.each([
  [['--port', ''], /^--port must be .+; got ""\.\n$/],
  [['--fixture='], /^--fixture must be .+; got ""\.\n$/],
])('names a flag with a wrong value: %j', async (args, message) => {
  const { code, stderr } = await run(args).finished;

  expect(code).toBe(3);
  expect(stderr).toMatch(message);
});

describe('a wrong config file is rejected in one line, with exit code 3', () => {
  test.each([
    ['missing.json', "can't be read (ENOENT)"],
    ['broken.json', 'is not JSON'],
    ['list.json', 'must be a JSON object'],
    ['unknown.json', 'colour in unknown.json is unknown'],
    ['value.json', 'port in value.json must be a whole number from 0 to 65535'],
  ])('%s', async (file, message) => {
    const folder = await folderWith({
      'broken.json': '{',
      'list.json': '[]',
      'unknown.json': '{"colour": "red"}',
      'value.json': '{"port": "x"}',
    });

    const { code, stderr } = await run(['--config', file], { folder }).finished;

    expect(code).toBe(3);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

test('names all commands for an unknown one', async () => {
  const { code, stderr } = await run(['strat']).finished;

  expect(code).toBe(3);
  expect(stderr).toContain('"strat" is not a command. The commands are start, exec,');
});

test('--version prints the version of the package', async () => {
  const { code, stdout } = await run(['--version']).finished;

  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
