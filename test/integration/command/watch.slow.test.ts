import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start, withKey } from '../../support/command.js';

function createFixture(): string {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const fixture = join(folder, 'my-pets.json');
  writeFileSync(fixture, '[{"id":1,"name":"Ann","categoryId":2}]');
  return fixture;
}

test('start --watch keeps the pets while the fixture is half-written, and takes the whole one', async () => {
  const fixture = createFixture();
  const { child, url, finished } = await start(['--fixture', fixture, '--watch']);
  const list = async () => (await fetch(`${url}/pets`, withKey)).json();
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });

  const whole = '[{"id":1,"name":"Rex","categoryId":2}]';
  const writeHalf = () => {
    // Again and again: the watcher may not have had its first look at the file.
    writeFileSync(fixture, whole.slice(0, 20));
    return log;
  };
  const often = { timeout: 20_000, interval: 1_000 };
  await expect.poll(writeHalf, often).toMatch(/it is not JSON.* keeps the pets that it has\./);
  expect(await list()).toMatchObject([{ name: 'Ann' }]);
  writeFileSync(fixture, whole);
  await expect.poll(() => log, { timeout: 20_000 }).toContain('was read again. Number of pets: 1.');

  expect(await list()).toMatchObject([{ name: 'Rex' }]);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});
