import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openPointNames } from '../../../src/document/open-points.js';
import { createFolder } from '../../support/files.js';
import { runHere } from '../../support/run-here.js';

const names = ['start', 'exec', 'verify', 'matrix', 'learn'];

test.each(['--help', '-h', 'help'])('%s prints the main help', async (word) => {
  const { code, stdout } = await runHere(word);

  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^A test double of the Animal Store service\.\n\nUsage: /);
  expect(lines.length).toBeLessThanOrEqual(24);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
});

test('each command has its own help; together, they have at most 60 other flags', async () => {
  const flags = new Set<string>();
  for (const name of names) {
    const { stdout } = await runHere(name, '--help');
    for (const flag of stdout.match(/^ {2}--[a-z-]+/gm) ?? []) {
      flags.add(flag);
    }

    expect(stdout).toMatch(new RegExp(`^Usage: animal-store ${name} `));
    expect(stdout).toMatch(/\nExit codes: /);
    expect((await runHere('help', name)).stdout).toBe(stdout);
  }
  expect(flags.size).toBeLessThanOrEqual(60);
});

test('help open-points lists every open point', async () => {
  const { stdout } = await runHere('help', 'open-points');

  for (const point of openPointNames) {
    expect(stdout).toContain(`\n  ${point} `);
  }
});

test('names all commands for an unknown one, and the nearest', async () => {
  expect(await runHere('strat')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(
      /^"strat" is not a command\. The commands are start, exec,.* Did you mean start\?\n$/,
    ),
  });
});

test.each([
  ['LOGLEVEL', 'Did you mean ANIMAL_STORE_LOG_LEVEL?'],
  ['FAILON', 'Did you mean ANIMAL_STORE_FAIL_ON?'],
  ['PROT', 'Did you mean ANIMAL_STORE_PORT?'],
  ['URK', 'Did you mean ANIMAL_STORE_URL?'],
  // These reach the check of --port.
  ['BASE_URL', '--port must be'],
  ['SERVICE_PORT', '--port must be'],
  ['ADMIN_URL', '--port must be'],
  ['LOGLEVEL', '--port must be', ''],
])('checks the name of the variable ANIMAL_STORE_%s', async (name, message, value = 'a') => {
  vi.stubEnv(`ANIMAL_STORE_${name}`, value);

  expect(await runHere('--port', 'a')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(message),
  });
});

test.each([
  [
    '/pets/1?a=b',
    ['--fail-on', 'open'],
    1,
    ['failures="1" errors="0"', '1× getPet  unknown-query'],
  ],
  ['/pets', ['--fail-on', 'open'], 0, ['tests="1" failures="0" errors="0"']],
  ['', ['--fail-on', 'open'], 2, ['failures="0" errors="1"', '<error message="The simulator ']],
  ['', [], 0, ['errors="0" skipped="1"', '<skipped message="The ']],
])('exec --junit reports what the request %s relies on', async (path, failOn, code, parts) => {
  const file = join(createFolder(), 'report.xml');
  const script = `
    const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
    '${path}' && await fetch(url + '${path}', { headers: { Authorization: 'Bearer ' + key } });
  `;
  const command = [process.execPath, '--input-type=module', '-e', script];
  const flags = ['--junit', file, ...failOn, '--log-level', 'silent'];

  expect((await runHere('exec', ...flags, '--', ...command)).code).toBe(code);

  const xml = readFileSync(file, 'utf8');
  expect(xml).toContain('<testsuite name="animal-store exec" tests="');
  for (const part of parts) {
    expect(xml).toContain(part);
  }
});

test('exec --needs auto derives nothing from a command that fails', async () => {
  const script = `await fetch(process.env.ANIMAL_STORE_URL + '/pets'); process.exit(7);`;
  const command = [process.execPath, '--input-type=module', '-e', script];
  const flags = ['--needs', 'auto', '--log-level', 'silent'];

  const printed = await runHere('exec', ...flags, '--', ...command);

  expect(printed).toMatchObject({ code: 7, stdout: '' });
  expect(printed.stderr).not.toContain('derived');
});

test('exec --needs auto of a command that sends no requests: exit code 2, and a sentence', async () => {
  const command = [process.execPath, '-e', ''];
  const { code, stderr } = await runHere('exec', '--needs', 'auto', '--', ...command);

  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^The simulator received no requests\. .* globalPassThroughEnv .* as with MSW, can't derive needs\.$/m,
  );
});

test('--version prints the version of the package', async () => {
  expect((await runHere('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
