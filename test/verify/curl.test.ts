import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { formatCurl } from '../../src/verify/evidence.js';
import type { RawRequest } from '../../src/verify/send/client.js';
import { createFolder } from '../support/files.js';
import { needPosix } from '../support/posix.js';

const key = `kEy-12$3\`4"5'6`;
const url = 'http://127.0.0.1:1/v1';

const format = (request: Partial<RawRequest>, added: readonly string[] = []) =>
  formatCurl(url, { method: 'GET', path: '/pets', headers: {}, ...request }, key, added);

/** Runs a line in a shell whose curl shows its arguments. */
async function runLine(line: string | undefined): Promise<string[]> {
  needPosix();
  const folder = createFolder();
  const script = `#!/bin/sh
printf '%s\\0' "$@" | od -An -v -tx1
`;
  await writeFile(join(folder, 'curl'), script);
  await chmod(join(folder, 'curl'), 0o755);
  const { stdout } = await promisify(execFile)('sh', ['-c', line ?? 'false'], {
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

test('a line is short for a plain request', () => {
  expect(format({ headers: { Authorization: `Bearer ${key}` } })).toBe(
    `curl -i 'http://127.0.0.1:1/v1/pets' -H 'Authorization: Bearer '"$ANIMAL_STORE_API_KEY"`,
  );
});

test.each([
  ['bytes', { method: 'POST', body: Buffer.from('{}') }],
  ['a body that a terminal does not show', { method: 'POST', body: 'a\u001b[31m\u202e' }],
  ['a body of many kilobytes', { method: 'POST', body: 'x'.repeat(5_000) }],
])('there is no line for %s', (_what, request) => {
  expect(format(request)).toBeUndefined();
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
  const args = await runLine(format({ method: 'POST', body }));

  expect(args.slice(-2)).toEqual(['--data-raw', body]);
});

test.each(['', `Bearer ${key}`, `Token ${key}`, key])(
  'a request with the header Authorization: %s has nothing of the key in its line, and sends it',
  async (value) => {
    const line = format({ headers: { Authorization: value } });
    expect(line?.toLowerCase()).not.toContain('12$3');
    const args = (await runLine(line)).filter((arg) => !/^-|^http:/.test(arg));
    expect(args.map((arg) => arg.replace(/;$/, ': '))).toEqual([`Authorization: ${value}`]);
  },
);

test('a variable stands for the value of an added header', async () => {
  const args = await runLine(format({}, ['X-Tenant']));

  expect(args.at(-1)).toBe('X-Tenant: of "the" user');
});

test('a body without a type is sent without one', () => {
  expect(format({ method: 'POST', body: '{}' })).toContain(" -H 'Content-Type:' --data-raw '{}'");
  expect(
    format({ method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }),
  ).not.toContain('Content-Type:');
});
