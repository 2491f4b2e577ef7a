import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run, start, withKey } from '../../support/command.js';
import { createFolder } from '../../support/files.js';

const flags = ['--pact', 'contracts/shop.json', '--consumer', 'shop'];

/** Runs `start` while these paths are requested, and returns what it prints at its end. */
async function recordWithStart(
  folder: string,
  paths: readonly string[],
  ...more: readonly string[]
) {
  const { url, child, finished } = await start([...flags, ...more], { folder });
  for (const path of paths) {
    await fetch(`${url}${path}`, withKey);
  }
  child.kill('SIGTERM');
  const { code, stderr } = await finished;
  return { code, stderr };
}

test('start adds its uses to the contract, and reports those that are gone', async () => {
  const folder = createFolder();
  await recordWithStart(folder, ['/pets?limit=1', '/pets?limit=2']);

  const { code, stderr } = await recordWithStart(folder, ['/pets?limit=2', '/pets?limit=0']);

  expect(code).toBe(0);
  expect(stderr).toContain(
    [
      'The contract contracts/shop.json has 2 interactions of shop.',
      'Requests that are not in the contract:',
      '  the document is silent on a limit under 1 (section 7, limit-too-small): GET /v1/pets?limit=0',
      '1 interaction of it did not occur in this run. To drop what is no longer used, delete the file and run all tests:',
      '  a page with limit 1 has at most 1 pet\n',
    ].join('\n'),
  );
});

test('a run without requests writes no contract, and says so', async () => {
  const folder = createFolder();

  const { code, stderr } = await recordWithStart(folder, []);

  expect(code).toBe(0);
  expect(stderr).toContain(
    'The contract contracts/shop.json is not written, because no request of shop got into it.\n',
  );
  await expect(readFile(join(folder, 'contracts/shop.json'))).rejects.toThrow('ENOENT');
});

test('exec does not run its command with a contract of another consumer', async () => {
  const folder = createFolder();
  await recordWithStart(folder, ['/pets']);

  const { code, stdout, stderr } = await run(
    ['exec', '--pact', 'contracts/shop.json', '--consumer', 'web', '--', 'echo', 'ran'],
    { folder },
  ).finished;

  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toContain('was not recorded for the consumer "web"');
});
