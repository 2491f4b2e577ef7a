import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openRequest, run, start, withKey } from '../../support/command.js';

const temporaryFile = async () =>
  join(await mkdtemp(join(tmpdir(), 'animal-store-test-')), 'state.json');

/** Stops a simulator. */
async function stop({ child, finished }: Awaited<ReturnType<typeof start>>) {
  child.kill('SIGTERM');
  return finished;
}

const post = (url: string, name: string) =>
  fetch(`${url}/pets`, {
    method: 'POST',
    headers: { ...withKey.headers, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name, categoryId: 1, nickname: 'Rexy' }),
  }).then((response) => response.text());
const list = (url: string) =>
  fetch(`${url}/pets?limit=100`, withKey).then((response) => response.text());

test.each(['empty', 'large-ids', 'default --choice=unknown-field=echo'])(
  '--import restores what --export-on-exit wrote: --fixture %s',
  async (fixture) => {
    const file = await temporaryFile();
    const options = ['--fixture', ...fixture.split(' '), '--profile=hostile'];
    const first = await start([...options, '--export-on-exit', file]);
    const inSandbox = first.url.replace('/v1', '/sandboxes/a/v1');
    await post(first.url, 'Rex');
    await post(inSandbox, 'Max');
    const before = [await list(first.url), await list(inSandbox)];
    const { code } = await stop(first);

    const second = await start(['--import', file]);
    const after = [
      await list(second.url),
      await list(second.url.replace('/v1', '/sandboxes/a/v1')),
    ];

    expect(code).toBe(0);
    expect(after).toEqual(before);
  },
);

test('--import restores a snapshot in the sandbox default', async () => {
  const file = await temporaryFile();
  const first = await start(['--seed=7']);
  await writeFile(file, await (await fetch(new URL('/__admin/state', first.url))).text());

  const second = await start(['--import', file]);

  expect(await list(second.url)).toBe(await list(first.url));
});

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

test('--export-on-exit checks the file before the command runs', async () => {
  const options = ['--export-on-exit', join(tmpdir(), 'no-such-folder', 'file')];
  const command = ['--', process.execPath, '-e', 'console.log("ran")'];

  const { code, stdout, stderr } = await run(['exec', ...options, ...command]).finished;

  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  expect(stderr).toMatch(/^--export-on-exit: the file \S+ can't be written: ENOENT.*\n$/);
});

test('exits with 3 when the export fails at the end', async () => {
  const file = await temporaryFile();
  const running = await start(['--export-on-exit', file]);
  await rm(dirname(file), { recursive: true });

  const { code, stderr } = await stop(running);

  expect(code).toBe(3);
  expect(stderr).toMatch(/--export-on-exit: the file \S+ can't be written: ENOENT/);
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
