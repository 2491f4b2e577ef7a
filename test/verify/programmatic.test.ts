import { expect, test } from 'vitest';
import { UsageError, type VerifyOptions, verify } from '../../src/index.js';
import { start } from '../support/simulator.js';
import { resolveOptions } from './providers/in-process.js';

const url = 'http://127.0.0.1:9/v1';
const good: VerifyOptions = { url, apiKey: 'key' };

const wrong: [string, unknown, string][] = [
  ['no options', undefined, 'The options must be an object with properties such as url and'],
  ['no url', { apiKey: 'key' }, 'The option url is required. Set it to a URL such as'],
  ['an undefined key', { url, apiKey: undefined }, 'The option apiKey is required.'],
  ['another scheme', { ...good, url: 'ftp://a/v1' }, 'The option url must be a URL such as'],
  ['an unknown option', { ...good, readonly: true }, 'The option readonly is unknown. Use url,'],
  ['a category beyond int64', { ...good, categoryId: 2n ** 63n }, 'got 9223372036854775808.'],
  ['a category that may have rounded', { ...good, categoryId: 2 ** 53 }, 'got 9007199254740992.'],
  ['a word for readOnly', { ...good, readOnly: 'yes' }, 'readOnly must be true or false'],
  ['a timeout of 0', { ...good, timeout: 0 }, 'must be a whole number of milliseconds'],
];

test.each(wrong)('%s: a UsageError that says what is allowed', async (_, options, sentence) => {
  const error = await verify(options as VerifyOptions).catch((reason: unknown) => reason);

  expect(error).toBeInstanceOf(UsageError);
  expect((error as UsageError).message).toContain(sentence);
});

test('ignores an undefined option', () => {
  const options: object = { ...good, timeout: undefined };

  expect(resolveOptions(options as VerifyOptions)).toEqual(resolveOptions(good));
});

test.each([
  ['a bigint', 1n],
  ['a number', 1],
  ['a string of digits', '1'],
] as const)('accepts a category as %s', (_, categoryId) => {
  expect(resolveOptions({ ...good, categoryId }).categoryId).toBe(1n);
});

test('two concurrent verifications do not affect each other', async () => {
  const { url, apiKey } = await start();
  const target = { url, apiKey, only: '4.3', rereadAfter: 0, timeout: 60_000 };

  const reports = await Promise.all([verify(target), verify(target)]);

  expect(reports.map(({ outcome }) => outcome)).toEqual(['passed', 'passed']);
  const ids = reports.flatMap(({ created }) => created.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(1);
  expect(new Set(ids).size).toBe(ids.length);
});
