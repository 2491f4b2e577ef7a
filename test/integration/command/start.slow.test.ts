import { expect, test } from 'vitest';
import { openRequest, run, start, withKey } from '../../support/command.js';

test('prints the URL, that of the console, and a curl command with the key', async () => {
  const { child, url, finished } = await start();
  const headers = { Authorization: 'Bearer test-key' };

  expect((await fetch(`${url}/pets`, { headers })).status).toBe(200);
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

  expect((await finished).stdout).toMatch(
    `try: curl -H 'Authorization: Bearer <key>' ${url}/pets\n`,
  );
});

test.for([
  ['a path without /v1', '/pets', {}, '"/pets" is not a path of this server.'],
  ['an unknown pet', '/v1/pets/999', {}, 'No animal has the identifier 999 '],
  ['a refusal', '/v1/pets', { Prefer: 'code=302' }, 'listPets has no response 302.'],
  ['a wrong call of the admin interface', '/__admin/none', {}, 'GET "/__admin/none" is not a call'],
] as const)('the log says why: %s', async ([, path, prefer, reason]) => {
  const { child, url, finished } = await start(['--log-format', 'json']);

  await fetch(new URL(path, url), { headers: { ...withKey.headers, ...prefer } });
  child.kill('SIGTERM');

  const { stderr } = await finished;
  const [line = ''] = stderr.split('\n').filter((one) => one.includes(`"path":"${path}"`));
  expect(JSON.parse(line).message).toContain(reason);
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

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  test(`stops with exit code 0 on ${signal}`, async () => {
    const { child, finished } = await start();

    child.kill(signal);

    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });
}

test('ends at once on a second signal', async () => {
  const { child, url, finished } = await start();
  await openRequest(url);

  child.kill('SIGTERM');
  // Two signals at once count as one: the first has arrived when connections are refused.
  while (await fetch(`${url}/pets`, withKey).catch(() => undefined));
  child.kill('SIGTERM');

  expect((await finished).code).toBe(143);
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
