import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start, withKey } from '../../support/command.js';

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

  const writeWrong = () => {
    // Again and again: the watcher may not have had its first look at the file.
    writeFileSync(fixture, '[7]');
    return log;
  };
  const often = { timeout: 20_000, interval: 1_000 };
  await expect.poll(writeWrong, often).toContain('keeps the pets that it has.');
  writeFileSync(fixture, '[{"id":1,"name":"Rex","categoryId":2}]');
  await expect.poll(() => log, { timeout: 20_000 }).toContain('was read again. Number of pets: 1.');

  expect(await (await fetch(`${url}/pets`, withKey)).json()).toMatchObject([{ name: 'Rex' }]);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});
