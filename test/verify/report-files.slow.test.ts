import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolder } from '../support/files.js';
import { openHttp } from './open-provider.js';
import { flagsOf, verifyByCommand } from './verifying.js';

describe.each(['--json', '--junit'])('%s with an unwritable path', (flag) => {
  test('fails before the first request', async () => {
    let calls = 0;
    const url = await openHttp((_request, response) => {
      calls += 1;
      response.end();
    });
    const file = join(createFolder(), 'no', 'folder', 'report');

    const { code, stdout, stderr } = await verifyByCommand([
      ...flagsOf({ url, apiKey: 'key' }),
      flag,
      file,
    ]);

    expect(code).toBe(3);
    expect(stdout).toBe('');
    expect(stderr.trim()).toMatch(
      new RegExp(`^${flag}: the report can't be written: ENOENT.*\\. Name a file in a folder`),
    );
    expect(calls).toBe(0);
  });
});

test('in GitHub Actions, findings are annotations', async () => {
  const url = await openHttp((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('[{"id":"1"}]');
  });

  const { code, stdout } = await verifyByCommand(
    [...flagsOf({ url, apiKey: 'key' }), '--read-only', '--only', '4.1'],
    { environment: { GITHUB_ACTIONS: 'true' } },
  );

  expect(code).toBe(1);
  expect(stdout).toMatch(/^::error title=id of the Pet must be an int64 integer[^:]*::request /m);
});
