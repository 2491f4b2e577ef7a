import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createRedactor } from '../../src/server/log/redactor.js';
import type { RawRequest } from '../../src/verify/send/client.js';
import {
  confusableKeys,
  otherForms,
  resolveCredential,
  similarKeys,
} from '../../src/verify/send/credentials.js';
import { formatCurl } from '../../src/verify/send/curl.js';

const keys = { valid: 'kEy-12$3`4"5', invalid: 'other-key' };
const settings = {
  url: 'http://127.0.0.1:1/v1',
  keys,
  credential: resolveCredential('valid', keys),
  added: [],
  redact: createRedactor([keys.valid]),
};

const format = (request: Partial<RawRequest>) =>
  formatCurl({ method: 'GET', path: '/pets', headers: {}, ...request }, settings);

/** Runs a line in a shell whose curl shows its arguments and its input. */
async function runLine(line: string | undefined): Promise<{ args: string[]; input: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = `#!/bin/sh
printf '%s\\0' "$@" | od -An -v -tx1
echo --
case " $* " in *" @-"*) od -An -v -tx1;; esac
`;
  await writeFile(join(folder, 'curl'), script);
  await chmod(join(folder, 'curl'), 0o755);
  const { stdout } = await promisify(execFile)('sh', ['-c', line ?? 'false'], {
    cwd: folder,
    env: {
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      ANIMAL_STORE_API_KEY: keys.valid,
      INVALID_API_KEY: keys.invalid,
      X_TENANT: 'of "the" user',
    },
  });
  const [args = Buffer.alloc(0), input = Buffer.alloc(0)] = stdout
    .split('--\n')
    .map((hex) => Buffer.from(hex.replace(/\s/g, ''), 'hex'));
  return { args: args.toString('latin1').split('\0').slice(0, -1), input };
}

test('a line is short for a plain request', () => {
  expect(format({ headers: { Authorization: `Bearer ${keys.valid}` } })).toBe(
    `curl -i 'http://127.0.0.1:1/v1/pets' -H "Authorization: Bearer $ANIMAL_STORE_API_KEY"`,
  );
});

test.each([
  ['the query', { path: `/pets?q=${encodeURIComponent(keys.valid)}` }],
  ['the path', { path: `/pets/${encodeURIComponent(keys.valid)}` }],
  ['the body', { method: 'POST', body: JSON.stringify({ name: keys.valid }) }],
  ['bytes of the body', { method: 'POST', body: Buffer.from(`\u00ff${keys.valid}`) }],
])('there is no line for a key in %s', (_where, request) => {
  expect(format(request)).toBeUndefined();
});

const hostile = [
  `'; touch hacked; '`,
  '$(touch hacked) `touch hacked` $HOME "!!" \\',
  '@/etc/passwd',
  '',
  '%s %n \\n',
];

test.each(hostile)('a shell passes the body %j unchanged', async (body) => {
  const { args } = await runLine(format({ method: 'POST', body }));

  expect(args.slice(-2)).toEqual(['--data-raw', body]);
});

const bytes = [`name "Zoë"\n\t\u0000%d\\'\u001b[31m\u202e`, '\u0000', '%\\045\\\\'];

test.each(bytes)('a shell sends the bytes of %j unchanged', async (body) => {
  const text = `é${body}`;
  const { args, input } = await runLine(format({ method: 'POST', body: text }));

  expect(args.slice(-2)).toEqual(['--data-binary', '@-']);
  expect(input.toString()).toBe(text);
});

test.each([...otherForms(keys.valid), ...similarKeys(keys.valid), ...confusableKeys(keys.valid)])(
  'a request $description has nothing of the key in its line, and sends it',
  async (credential) => {
    const { headers } = credential;
    const line = formatCurl({ method: 'GET', path: '/pets', headers }, { ...settings, credential });

    expect(line?.toLowerCase()).not.toContain('12$3');
    const { args } = await runLine(line);
    const sent = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    expect(args.filter((arg) => !/^-|^http:/.test(arg))).toEqual(sent);
  },
);

test('a variable stands for the value of an added header', async () => {
  const request = { method: 'GET', path: '/pets', headers: {} };
  const { args } = await runLine(formatCurl(request, { ...settings, added: ['X-Tenant'] }));

  expect(args.at(-1)).toBe('X-Tenant: of "the" user');
});

test('a body without a type is sent without one', () => {
  expect(format({ method: 'POST', body: '{}' })).toContain(" -H 'Content-Type:' --data-raw '{}'");
  expect(
    format({ method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }),
  ).not.toContain('Content-Type:');
});

test('brackets in a path are no pattern', () => {
  expect(format({ path: '/pets?a[]=1' })).toContain('curl -i -g ');
});

test('there is no line for a body of many kilobytes', () => {
  expect(format({ method: 'POST', body: 'x'.repeat(5_000) })).toBeUndefined();
});
