import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { formatCurl } from '../../../src/base/curl.js';
import { createFolder } from '../../support/files.js';
import { needPosix } from '../../support/posix.js';

const key = `kEy-12$3\`4"5'6`;
const url = 'http://127.0.0.1:1/v1';
const variables = { [key]: 'ANIMAL_STORE_API_KEY', $X_TENANT: 'X_TENANT' };

const format = (headers: readonly (readonly [string, string])[], body?: string, path = '/pets') =>
  formatCurl(
    { method: body === undefined ? 'GET' : 'POST', url: url + path, headers, body },
    variables,
  );

/** Runs a line in a shell whose curl shows its arguments. */
async function runLine(line: string): Promise<string[]> {
  needPosix();
  const folder = createFolder();
  const script = `#!/bin/sh
printf '%s\\0' "$@" | od -An -v -tx1
`;
  await writeFile(join(folder, 'curl'), script);
  await chmod(join(folder, 'curl'), 0o755);
  const { stdout } = await promisify(execFile)('sh', ['-c', line], {
    cwd: folder,
    env: {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      ANIMAL_STORE_API_KEY: key,
      X_TENANT: 'of "the" user',
    },
  });
  const args = Buffer.from(stdout.replace(/\s/g, ''), 'hex');
  return args.toString().split('\0').slice(0, -1);
}

test('a plain request has quotes that the shells of Windows know', () => {
  expect(format([['Authorization', 'Bearer test-key']])).toBe(
    'curl -i "http://127.0.0.1:1/v1/pets" -H "Authorization: Bearer test-key"',
  );
  expect(format([['Content-Type', 'text/plain']], 'a')).toBe(
    'curl -i "http://127.0.0.1:1/v1/pets" -H "Content-Type: text/plain" --data-raw "a"',
  );
  expect(format([['Authorization', `Bearer ${key}`]], undefined, '?a[]=1')).toBe(
    `curl -i --globoff 'http://127.0.0.1:1/v1?a[]=1' -H 'Authorization: Bearer '"$ANIMAL_STORE_API_KEY"`,
  );
});

const hostile = [
  `'; touch hacked; '`,
  '$(touch hacked) `touch hacked` $HOME "!!" \\',
  '@/etc/passwd',
  '',
  '%s %n \\n',
  '{"name":"Zoë 🐕‍🦺"}',
];

test.each(hostile)('a shell passes the body %j unchanged', async (body) => {
  const args = await runLine(format([], body));

  expect(args.slice(-2)).toEqual(['--data-raw', body]);
});

test.each(['', `Bearer ${key}`, `Token ${key}`, key])(
  'a request with the header Authorization: %s has nothing of the key in its line, and sends it',
  async (value) => {
    const line = format([['Authorization', value]]);
    expect(line.toLowerCase()).not.toContain('12$3');
    const args = (await runLine(line)).filter((arg) => !/^-|^http:/.test(arg));
    expect(args.map((arg) => arg.replace(/;$/, ': '))).toEqual([`Authorization: ${value}`]);
  },
);

test('a variable stands for a text', async () => {
  const args = await runLine(format([['X-Tenant', '$X_TENANT']]));

  expect(args.at(-1)).toBe('X-Tenant: of "the" user');
});

test('a variable may begin with another, or have a key in its name', () => {
  const headers = [['X-Api-Key', '$X_API_KEY'] as const];
  const names = { $X_API: 'X_API', $X_API_KEY: 'X_API_KEY', KEY: 'ANIMAL_STORE_API_KEY' };

  expect(formatCurl({ method: 'GET', url, headers }, names)).toBe(
    `curl -i "${url}" -H 'X-Api-Key: '"$X_API_KEY"`,
  );
});

test('a body without a type is sent without one', () => {
  expect(format([], '{}')).toContain(' -H "Content-Type:" --data-raw \'{}\'');
  expect(format([['content-type', 'text/plain']], '{}')).not.toContain('Content-Type:');
});
