import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { run, start, withKey } from '../support/command.js';

test('the ready line has the address, the key and a curl to paste', async () => {
  const { line, url } = await start();

  const [, authorization, address] = /curl -H '([^']+)' (\S+)$/.exec(line) ?? [];
  const [name = '', value = ''] = authorization?.split(': ') ?? [];
  const response = await fetch(address ?? '', { headers: { [name]: value } });

  expect(line).toContain(`ready at ${url} with the key test-key`);
  expect(response.status).toBe(200);
  expect(await response.json()).toHaveLength(20);
});

test('nothing but the ready line goes to standard output', async () => {
  const { child, url, finished } = await start();
  await fetch(`${url}/pets`, withKey);

  child.kill('SIGTERM');

  expect((await finished).stdout.split('\n')).toHaveLength(2);
});

test('start is the default command', async () => {
  const { ready } = run(['--port', '0']);

  expect(await ready).toContain('ready at http://127.0.0.1:');
});

test('there are 50 seeded pets', async () => {
  const { url } = await start();

  const response = await fetch(`${url}/pets?limit=100`, withKey);

  expect(await response.json()).toHaveLength(50);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} stops it with exit code 0`, async () => {
    const { child, finished } = await start();

    child.kill(signal);

    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });
}

test('an open request is finished before it stops', async () => {
  const { child, url, finished } = await start();
  const headers = { ...withKey.headers, Prefer: 'delay=300' };
  const answer = fetch(`${url}/pets`, { headers });
  // The request is on its way once a second one, sent after it, was answered.
  await fetch(`${url}/pets`, withKey);

  child.kill('SIGTERM');

  expect((await answer).status).toBe(200);
  expect((await finished).code).toBe(0);
});

test('a second signal ends it at once', async () => {
  const { child, url, finished } = await start();
  const headers = { ...withKey.headers, Prefer: 'delay=60000' };
  const answer = fetch(`${url}/pets`, { headers }).catch((error) => error);
  await fetch(`${url}/pets`, withKey);

  child.kill('SIGTERM');
  // Two signals at once are one: the first has arrived when nobody is let in any more.
  while (await fetch(`${url}/pets`, withKey).catch(() => undefined));
  child.kill('SIGTERM');

  expect((await finished).code).toBe(143);
  expect(await answer).toBeInstanceOf(Error);
});

test('a port in use is one sentence, and exit code 2', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;

  const { code, stderr } = await run(['--port', String(port)]).finished;

  expect(code).toBe(2);
  expect(stderr).toBe(
    `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or choose another port (0 picks a free one).\n`,
  );
});

test('a host that is no host is one sentence, and exit code 2', async () => {
  const { code, stderr } = await run(['--port', '0', '--host', 'a'.repeat(300)]).finished;

  expect(code).toBe(2);
  expect(stderr.trim().split('\n')).toHaveLength(1);
  expect(stderr).toContain('Choose');
});

test('everything that is answered is logged, what is no exchange of the service too', async () => {
  const { child, url, finished } = await start();
  await fetch(url.replace('/v1', '/pets'));
  await fetch(url.replace('/v1', '/health'));

  child.kill('SIGTERM');

  const lines = (await finished).stderr
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  expect(lines.map(({ path, status }) => [path, status])).toEqual([
    ['/pets', 404],
    ['/health', 200],
  ]);
});

test('a host that is not this machine is one sentence, and exit code 2', async () => {
  const { code, stderr } = await run(['--port', '0', '--host', '192.0.2.1']).finished;

  expect(code).toBe(2);
  expect(stderr).toContain(
    'must be an address of this machine, such as 127.0.0.1; got "192.0.2.1"',
  );
});

test('listening on all addresses gives an address that can be called', async () => {
  const { url } = await start(['--host', '0.0.0.0']);

  expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
});
