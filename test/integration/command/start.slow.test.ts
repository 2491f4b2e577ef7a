import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../../package/packed.js';
import { command, run, start, withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';
import { endWithTest } from '../../support/left-behind.js';

test.for([
  ['the default key', [], 'test-key'],
  ['a placeholder for another key', ['--api-key', 'one-of-mine', '--api-key', 'test-key'], '<key>'],
] as const)('prints the URL, that of the console, and a curl command with %s', async (row) => {
  const [, flags, shown] = row;
  const { child, url, finished } = await start(flags);

  expect((await fetch(`${url}/pets`, withKey)).status).toBe(200);
  child.kill('SIGTERM');

  expect((await finished).stdout.split('\n')).toEqual([
    `Animal Store simulator is ready at ${url}`,
    `  console: ${new URL(url).origin}/`,
    `  try: curl -i "${url}/pets" -H "Authorization: Bearer ${shown}"`,
    '',
  ]);
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

test.skipIf(process.platform === 'win32')('outlives npm scripts that start it', async () => {
  const folder = createFolder();
  const started = `"${process.execPath}" "${command}" --port 0 --log-format json > log 2>&1 &`;
  const scripts = { pretest: `${started} until grep ready log; do sleep 0.1; done`, test: 'true' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts }));

  await runProgram(folder, 'npm', ['test']);

  const { ready } = JSON.parse(readFileSync(join(folder, 'log'), 'utf8'));
  endWithTest(ready.pid);
  // A watch for the parent would act within this delay.
  const headers = { ...withKey.headers, Prefer: 'delay=600' };
  await fetch(`${ready.url}/pets`, { headers });
  expect((await fetch(`${ready.url}/pets`, withKey)).status).toBe(200);
});
