import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';

function createFixture(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fixture = join(folder, 'my-pets.json');
  writeFileSync(fixture, '[]');
  return fixture;
}

test('start --watch reports a wrong fixture, and reads it again when it is right', async () => {
  const fixture = createFixture();
  const { child, url, finished } = await start(['--fixture', fixture, '--watch']);
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });

  writeFileSync(fixture, '[7]');
  await expect.poll(() => log, { timeout: 20_000 }).toContain('keeps the pets that it has.');
  writeFileSync(fixture, '[{"id":1,"name":"Rex","categoryId":2}]');
  await expect.poll(() => log, { timeout: 20_000 }).toContain('was read again. Number of pets: 1.');

  expect(await (await fetch(`${url}/pets`, withKey)).json()).toMatchObject([{ name: 'Rex' }]);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});

test('exec --watch ends with its command', async () => {
  const args = ['exec', '--fixture', createFixture(), '--watch'];

  const { finished } = run([...args, '--', process.execPath, '-e', '']);

  expect((await finished).code).toBe(0);
});

test('--watch without a file is wrong usage', async () => {
  const { finished } = run(['start', '--port', '0', '--watch']);

  const { code, stderr } = await finished;

  expect(code).toBe(2);
  expect(stderr).toContain('--watch requires a file of pets. Set --fixture (fixture) to');
});
