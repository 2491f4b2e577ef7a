import { type ChildProcess, execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { fixtureNames } from '../../src/options/table.js';
import { openRequest, run, start, withKey } from '../support/command.js';

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

test.each([...fixtureNames, 'default --choose=unknown-field=echo'])(
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

/** Waits until a process wrote a text on standard error. */
const written = (child: ChildProcess, text: string) =>
  new Promise<void>((resolve) => {
    child.stderr?.on('data', (chunk) => String(chunk).includes(text) && resolve());
  });

test('a second signal lets the export finish', async () => {
  const file = await temporaryFile();
  await writeFile(file, 'old');
  const { child, finished, url } = await start(['--export-on-exit', file]);
  await openRequest(url);

  child.kill('SIGINT');
  child.kill('SIGTERM');

  const { code, stderr } = await finished;
  expect({ code, pets: JSON.parse(await readFile(file, 'utf8')).sandboxes.default.seeded }).toEqual(
    {
      code: 0,
      pets: 50,
    },
  );
  // Signals that arrive at once are delivered in any order.
  expect(stderr).toMatch(/^The export to \S+ is not complete\. Send SIG(?:INT|TERM) again/m);
});

test('a third signal leaves the old file, and nothing beside it', async () => {
  const file = await temporaryFile();
  await writeFile(file, 'old');
  const { child, finished, url } = await start(['--export-on-exit', file]);
  await openRequest(url);

  const warned = written(child, 'is not complete');
  child.kill('SIGINT');
  child.kill('SIGTERM');
  await warned;
  child.kill('SIGINT');

  expect((await finished).code).toBe(130);
  expect(await readFile(file, 'utf8')).toBe('old');
  expect(await readdir(dirname(file))).toEqual(['state.json']);
});

test.skipIf(process.platform === 'win32')('exports to standard output', () => {
  const command = '"$0" dist/main.cjs exec --export-on-exit /dev/stdout -- echo of the command';
  // The shell's pipe, since that of Node.js is a socket, which has no path.
  const script = `${command} 2> /dev/null | cat`;
  const stdout = execFileSync('sh', ['-c', script, process.execPath], { encoding: 'utf8' });

  expect(stdout).toMatch(/^of the command\n\{/);
  expect(JSON.parse(stdout.slice(stdout.indexOf('{'))).sandboxes.default.pets).toHaveLength(50);
});

test.skipIf(process.platform === 'win32')('--import rejects a device without an end', async () => {
  const { code, stderr } = await run(['start', '--port=0', '--import', '/dev/zero']).finished;

  expect(code).toBe(2);
  expect(stderr).toMatch(/^--import: \/dev\/zero is not an export file\. /);
});

const wrongFiles: [what: string, content: string, message: RegExp][] = [
  ['text that is not JSON', 'pets', /^--import: \S+ is not an export file\. /],
  ['null', 'null', /^--import: \S+ is not an export file\. Create one with --export-on-exit\.$/m],
  ['no snapshot', '{}', /^--import: \S+ is not an export file\. /],
  [
    'a fixture',
    '[{"id":1,"name":"Rex","categoryId":1}]',
    /^--import: \S+ is not an export file\. /,
  ],
  [
    'a config file',
    '{"pets":3,"port":1}',
    /^--import: the sandbox default in the file \S+: The snapshot has the unknown field "port"/,
  ],
  ['an empty file', '', /^--import: the file \S+ is not JSON: it is empty\. /],
  ['half a file', '{"sandboxes":{"a":', /^--import: the file \S+ is not JSON: unexpected end\. /],
  [
    'sandboxes that are not an object',
    '{"sandboxes":3}',
    /^--import: sandboxes in the file \S+ must be /,
  ],
  [
    'a wrong name',
    '{"sandboxes":{"a b":{"snapshot":1}}}',
    /^--import: the sandbox a b in the file \S+: The name of a sandbox must be .*; got "a b"/,
  ],
  [
    'a wrong field',
    '{"sandboxes":{"a":{"snapshot":2}}}',
    /^--import: the sandbox a in the file \S+: seed is required in the snapshot\./,
  ],
];

test.each(wrongFiles)('--import rejects %s', async (_, content, message) => {
  const file = await temporaryFile();
  await writeFile(file, content);

  const { code, stderr } = await run(['start', '--port=0', '--import', file]).finished;

  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr.trim()).not.toContain('\n');
});

test('--import rejects a missing file', async () => {
  const { code, stderr } = await run(['start', '--import', 'nowhere.json']).finished;

  expect(code).toBe(2);
  expect(stderr).toBe("--import: the file nowhere.json can't be read (ENOENT). Check its path.\n");
});

test.each(['start', 'exec'])('%s --export-on-exit checks the file first', async (word) => {
  const options = ['--port=0', '--export-on-exit', join(tmpdir(), 'no-such-folder', 'file')];
  const command = word === 'exec' ? ['--', process.execPath, '-e', 'console.log("ran")'] : [];

  const { code, stdout, stderr } = await run([word, ...options, ...command]).finished;

  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toMatch(/^--export-on-exit: the file \S+ can't be written: ENOENT.*\n$/);
});

test('exits with 2 when the export fails at the end', async () => {
  const file = await temporaryFile();
  const running = await start(['--export-on-exit', file]);
  await rm(dirname(file), { recursive: true });

  const { code, stderr } = await stop(running);

  expect(code).toBe(2);
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

test('exec imports and exports sandboxes', async () => {
  const [from, to] = await Promise.all([temporaryFile(), temporaryFile()]);
  const first = await start(['--fixture=large-ids', '--export-on-exit', from]);
  await stop(first);

  const nothing = ['--', process.execPath, '-e', ''];
  await run(['exec', '--import', from, '--export-on-exit', to, ...nothing]).finished;

  const pets = (text: string) => JSON.parse(text).sandboxes.default.pets;
  expect(pets(await readFile(to, 'utf8'))).toEqual(pets(await readFile(from, 'utf8')));
});
