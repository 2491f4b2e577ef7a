import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRequest, run, start, withKey } from '../../support/command.js';

function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ready-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'ready.json');
}

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

test('the ready file has what a program needs to call the simulator', async () => {
  const path = createPath();
  const { child } = await start(['--ready-file', path]);

  const { url, origin, port, apiKey, pid } = readJson(path);

  const headers = { Authorization: `Bearer ${apiKey}` };
  expect((await fetch(`${url}/pets`, { headers })).status).toBe(200);
  expect([origin, pid]).toEqual([`http://127.0.0.1:${port}`, child.pid]);
});

test('the ready file is removed at the stop', async () => {
  const path = createPath();
  const { child, finished } = await start([], { environment: { ANIMAL_STORE_READY_FILE: path } });

  child.kill('SIGTERM');

  expect((await finished).code).toBe(0);
  expect(existsSync(path)).toBe(false);
});

test('the ready file is removed when a second signal ends the simulator', async () => {
  const path = createPath();
  const { child, url, finished } = await start(['--ready-file', path]);
  await openRequest(url);

  child.kill('SIGTERM');
  while (await fetch(`${url}/pets`, withKey).catch(() => undefined));
  child.kill('SIGTERM');

  expect((await finished).code).toBe(143);
  expect(existsSync(path)).toBe(false);
});

test('a ready file that cannot be written is an error before the start', async () => {
  const args = ['--port', '0', '--ready-file', '/nowhere/ready.json'];

  const { code, stdout, stderr } = await run(args).finished;

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(
    /^--ready-file: the file \S+ can't be written: ENOENT.*\. Name a file in a folder that exists\.\n$/,
  );
});

test('the ready file of a killed simulator is removed before the next one listens', async () => {
  const path = createPath();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(path, JSON.stringify({ url: 'http://127.0.0.1:1/v1', pid }));

  const { code } = await run(['--host', '192.0.2.1', '--ready-file', path]).finished;

  expect(code).toBe(2);
  expect(existsSync(path)).toBe(false);
});

test('a start that fails keeps the ready file of a running simulator', async () => {
  const path = createPath();
  await start(['--ready-file', path]);

  await run(['--host', '192.0.2.1', '--ready-file', path]).finished;

  expect(existsSync(path)).toBe(true);
});

test('the ready line is JSON with --log-format json', async () => {
  const { ready } = run(['--port', '0', '--log-format', 'json']);

  const { level, ready: facts } = JSON.parse(await ready);

  expect(level).toBe('info');
  expect((await fetch(`${facts.url}/pets`, withKey)).status).toBe(200);
});
