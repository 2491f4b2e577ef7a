import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openRequest, run, start, withKey } from '../../support/command.js';

const temporaryFile = async () =>
  join(await mkdtemp(join(tmpdir(), 'animal-store-test-')), 'state.json');

test('a second signal leaves the old file, and nothing beside it', async () => {
  const file = await temporaryFile();
  await writeFile(file, 'old');
  const { child, finished, url } = await start(['--export-on-exit', file]);
  await openRequest(url);

  child.kill('SIGINT');
  while (await fetch(`${url}/pets`, withKey).catch(() => undefined));
  child.kill('SIGINT');

  expect((await finished).code).toBe(130);
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(await readdir(dirname(file))).toEqual(['state.json']);
});

test.each([
  ['the exit code of the command', 7, 7],
  ['the exit code of --fail-on', 0, 1],
])('an export that fails keeps the summary and %s', async (_what, own, expected) => {
  const file = await temporaryFile();
  const script = `
    const { ANIMAL_STORE_URL: url, ANIMAL_STORE_API_KEY: key } = process.env;
    const { rm } = await import('node:fs/promises');
    await fetch(url + '/pets?colour=red', { headers: { Authorization: 'Bearer ' + key } });
    await rm(${JSON.stringify(dirname(file))}, { recursive: true });
    process.exitCode = ${own};
  `;
  const options = ['--fail-on', 'open', '--export-on-exit', file];
  const command = [process.execPath, '--input-type=module', '-e', script];

  const { code, stderr } = await run(['exec', ...options, '--', ...command]).finished;

  expect(code).toBe(expected);
  expect(stderr).toContain("can't be written");
  expect(stderr).toContain('Failed by --fail-on open: ');
});
