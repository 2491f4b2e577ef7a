import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  fixtureNames,
  type OptionName,
  optionNames,
  optionTable,
} from '../../src/options/table.js';
import { run, start, withKey } from '../support/command.js';

const formatFlag = (name: OptionName) => optionTable[name].flag.split(' ')[0] as string;
const flags = optionNames.map(formatFlag);
/** A switch is a flag without a value. */
const flagsWithValue = optionNames
  .filter((name) => optionTable[name].flag.includes(' '))
  .map(formatFlag);
const variable = (flag: string) =>
  `ANIMAL_STORE_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`;

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

  const { url, line } = await start(['--api-key', 'test-key'], { folder, environment });

  expect(await count(url)).toBe(2);
  expect(line).toContain('Bearer test-key');
});

test('--fixture overrides ANIMAL_STORE_PETS', async () => {
  const environment = { ANIMAL_STORE_PETS: '10' };

  const { url } = await start(['--fixture', 'every-status'], { environment });

  expect(await count(url)).toBe(4);
});

test.each([
  ['*', '*'],
  ['none', null],
  ['http://localhost:3000', 'http://localhost:3000'],
])('--cors-origin %s sets the allowed origin', async (origins, allowed) => {
  const { url } = await start(['--cors-origin', origins]);
  const headers = { ...withKey.headers, Origin: 'http://localhost:3000' };

  const response = await fetch(`${url}/pets`, { headers });

  expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
});

test('resolves the fixture of a config file relative to the file', async () => {
  const folder = await folderWith({
    'c.json': '{"fixture": "mine.json"}',
    'mine.json': '[{"id": 7, "name": "Mine", "categoryId": 1}]',
  });

  const { url } = await start(['--config', join(folder, 'c.json')]);

  expect((await fetch(`${url}/pets/7`, withKey)).status).toBe(200);
});

test('--choose can be repeated', async () => {
  const { url } = await start([
    '--choose',
    'limit-malformed=ignore',
    '--choose',
    'unknown-query=reject',
  ]);

  expect((await fetch(`${url}/pets?limit=x`, withKey)).status).toBe(200);
  expect((await fetch(`${url}/pets?x=1`, withKey)).status).toBe(400);
});

describe.each(flagsWithValue)('%s with an empty value', (flag) => {
  test('is rejected by name, with exit code 2', async () => {
    const { code, stderr } = await run([flag, '']).finished;

    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`^${flag} must be .+; got ""\\.\\n$`));
  });
});

test('rejects --config without a file, with exit code 2', async () => {
  const { code, stderr } = await run(['--config=']).finished;

  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: '--config must be the path of a JSON file; got "".\n',
  });
});

test('names a wrong environment variable', async () => {
  const environment = { [variable('--max-body')]: 'huge' };

  const { code, stderr } = await run([], { environment }).finished;

  expect(code).toBe(2);
  expect(stderr).toMatch(/^ANIMAL_STORE_MAX_BODY must be a size .*; got "huge"\.\n$/);
});

describe('a wrong config file is rejected in one line, with exit code 2', () => {
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

    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

test('suggests a flag for a misspelt one', async () => {
  const { code, stderr } = await run(['--prot', '1']).finished;

  expect(code).toBe(2);
  expect(stderr).toBe(
    "Unknown option '--prot'. Did you mean --port?\nanimal-store start --help shows all options.\n",
  );
});

test('rejects a flag without its value', async () => {
  const { code, stderr } = await run(['--port']).finished;

  expect(code).toBe(2);
  expect(stderr).toMatch(/^Option '--port <port>' requires a value\.\n/);
});

test('names all commands for an unknown one', async () => {
  const { code, stderr } = await run(['strat']).finished;

  expect(code).toBe(2);
  expect(stderr).toContain('"strat" is not a command. The commands are start, exec,');
});

test('start --help has every option and examples', async () => {
  const { code, stdout } = await run(['start', '--help']).finished;

  expect(code).toBe(0);
  for (const text of [...flags, ...fixtureNames, '--fail-on', 'Limits:', 'Exit codes:']) {
    expect(stdout).toContain(text);
  }
});

test('--version prints the version of the package', async () => {
  const { code, stdout } = await run(['--version']).finished;

  expect(code).toBe(0);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
