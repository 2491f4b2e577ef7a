import { expect, test } from 'vitest';
import { createRedactor } from '../../src/log/redaction.js';

const redactor = createRedactor({
  apiKey: ['first-key', 'first-key/more', 'abc'],
  adminToken: 'token-1',
});

test.each([
  ['a key', 'see first-key here', 'see *** here'],
  ['a key that begins like another', 'first-key/more', '***'],
  ['a key in an address', 'first-key%2Fmore', '***'],
  ['the token of the control', 'it is token-1', 'it is ***'],
  ['no key that is part of many a word', 'abcde', 'abcde'],
])('hidden is %s', (_what, text, shown) => {
  expect(redactor.text(text)).toBe(shown);
});

test.each([
  ['as it is', 'api_key=other&limit=1', 'api_key=***&limit=1'],
  ['percent-encoded', '%6Bey=other', '%6Bey=***'],
  ['broken', '%6key=other', '%6key=***'],
  ['without a value', 'token', 'token'],
])('what a parameter is called like a key has is hidden: %s', (_what, query, shown) => {
  expect(redactor.query(query)).toBe(shown);
});

test('a key of idempotence is none', () => {
  expect(redactor.isSecret('Idempotency-Key')).toBe(false);
});

test('a target keeps its path', () => {
  expect(redactor.target('/v1/pets?token=other&limit=1')).toBe('/v1/pets?token=***&limit=1');
});
