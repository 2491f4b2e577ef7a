import { expect, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';

test('prints the URL, that of the console, and a curl command with the key', async () => {
  const { child, url, finished } = await start();

  expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
  child.kill('SIGTERM');

  expect((await finished).stdout.split('\n')).toEqual([
    `Animal Store simulator is ready at ${url}`,
    `  console: ${new URL(url).origin}/`,
    `  try: curl -H 'Authorization: Bearer test-key' ${url}/pets`,
    '',
  ]);
});

test('does not print a key other than the default', async () => {
  const { child, url, finished } = await start([
    ...['--api-key', 'one-of-mine', '--api-key', 'test-key'],
  ]);

  child.kill('SIGTERM');

  expect(await finished).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`try: curl -H 'Authorization: Bearer <key>' ${url}/pets\n`),
    stderr: '',
  });
});

test('the ready line is JSON with --log-format json', async () => {
  const { child, ready } = run(['--port', '0', '--log-format', 'json']);

  const { level, ready: facts } = JSON.parse(await ready);

  const headers = { Authorization: `Bearer ${facts.apiKey}` };
  expect((await fetch(`${facts.url}/pets`, { headers })).status).toBe(200);
  expect({ level, pid: facts.pid, origin: facts.origin }).toEqual({
    level: 'info',
    pid: child.pid,
    origin: `http://127.0.0.1:${facts.port}`,
  });
});

test('lets open requests end though a closed terminal sends SIGHUP twice', async () => {
  const { child, url, finished } = await start();
  const headers = { ...withKey.headers, Prefer: 'delay=600' };
  const response = fetch(`${url}/pets`, { headers });
  await fetch(`${url}/pets`, withKey);

  child.kill('SIGHUP');
  while (await fetch(`${url}/pets`, withKey).catch(() => undefined));
  child.kill('SIGHUP');

  expect((await response).status).toBe(200);
  expect((await finished).code).toBe(0);
});
