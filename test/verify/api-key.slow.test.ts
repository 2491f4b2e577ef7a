import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openHttp, openProvider, openService, variantNamed } from './open-provider.js';
import { brokenVariants } from './providers/broken.js';
import type { Call } from './providers/call.js';
import { Service } from './providers/service.js';
import { flagsOf, type Target, verifyByCommand } from './verifying.js';

/** Collects the whole output of a verification. */
async function collectOutput(target: Target): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'animal-store-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = ['report.json', 'report.xml'].map((name) => join(folder, name));
  const [jsonFile = '', junitFile = ''] = files;
  const { stdout, stderr } = await verifyByCommand([
    ...flagsOf(target),
    '--json',
    jsonFile,
    '--junit',
    junitFile,
  ]);
  const written = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return [stdout, stderr, ...written].join('\n');
}

const linesWith = (text: string, part: string) =>
  text.split('\n').filter((line) => line.includes(part));

/** Repeats the header of a request wherever it can. */
class Echoing extends Service {
  override readonly apiKey: string = 'key-0123456789-of-the-provider';

  protected override shownError(...[refusal, call]: Parameters<Service['shownError']>) {
    return {
      ...super.shownError(refusal, call),
      message: `You sent ${call.headers.authorization}`,
    };
  }

  protected override shownPage(_page: unknown, call: Call) {
    return [{ id: call.headers.authorization, name: 'Rex', categoryId: 1 }];
  }

  protected override shown(...[pet, call]: Parameters<Service['shown']>) {
    return { ...super.shown(pet, call), status: call.headers.authorization };
  }
}

const withKey = (key: string) =>
  class extends Echoing {
    override readonly apiKey = key;
  };

describe('hides the key that a provider repeats', () => {
  test.each([
    ['an ordinary one', 'key-0123456789-of-the-provider'],
    ['a long one', `key-${'0123456789'.repeat(20)}`],
    ['one with quotes', 'key-"0123456789"-of-the-provider'],
    ['one with backslashes', 'key-\\0123456789\\-of-the-provider'],
    ['one with what XML escapes', "key-<0123456789>&'of-the-provider'"],
  ])('%s', async (_, key) => {
    const provider = await openService(withKey(key));

    const output = await collectOutput(provider);

    expect(linesWith(output, '0123456789')).toEqual([]);
    expect(output).toContain('***');
  });
});

describe('hides the keys that a provider accepts wrongly', () => {
  test.each([
    'any-authorization-will-do',
    'key-as-basic-password',
    'last-character-not-compared',
    'key-turned-round-accepted',
    'key-in-another-header',
    'scheme-not-needed',
  ])('%s', async (name) => {
    const provider = await openProvider(variantNamed(brokenVariants, name));
    const { apiKey } = provider;

    const output = await collectOutput(provider);

    expect(linesWith(output, apiKey.slice(0, -2))).toEqual([]);
    expect(linesWith(output, [...apiKey].reverse().join('').slice(2))).toEqual([]);
    expect(linesWith(output, Buffer.from(apiKey).toString('base64').slice(0, -4))).toEqual([]);
  });
});

test('hides the key of a provider that cannot be verified', async () => {
  const url = await openHttp(({ headers }, response) => {
    response.writeHead(401, { 'Content-Type': 'text/plain' }).end(`no: ${headers.authorization}`);
  });

  const output = await collectOutput({ url, apiKey: 'key-0123456789' });

  expect(output).toContain('401 no: Bearer ***');
  expect(linesWith(output, '0123456789')).toEqual([]);
});

test('hides the key in a redirect', async () => {
  const url = await openHttp(({ headers }, response) => {
    const key = headers.authorization?.replace('Bearer ', '');
    response.writeHead(302, { Location: `http://127.0.0.2:9/?key=${key}` }).end();
  });

  const output = await collectOutput({ url, apiKey: 'key-0123456789' });

  expect(linesWith(output, '0123456789')).toEqual([]);
});
