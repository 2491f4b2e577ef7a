import { expect, test } from 'vitest';
import { createRedactor } from '../../src/log/redaction.js';

const redactor = createRedactor({
  apiKey: ['first-key', 'first-key/more', 'abc'],
  adminToken: 'token-1',
});

test.each([
  ['a key', 'see first-key here', 'see *** here'],
  ['a key that begins with another', 'first-key/more', '***'],
  ['an encoded key', 'first-key%2Fmore', '***'],
  ['the admin token', 'it is token-1', 'it is ***'],
])('redacts %s', (_what, text, shown) => {
  expect(redactor.text(text)).toBe(shown);
});

test.each([
  ['as it is', 'api_key=other&limit=1', 'api_key=***&limit=1'],
  ['percent-encoded', '%6Bey=other', '%6Bey=***'],
  ['broken', '%6key=other', '%6key=***'],
  ['without a value', 'token', 'token'],
])('redacts the parameter of a key %s', (_what, query, shown) => {
  expect(redactor.query(query)).toBe(shown);
});

test('shows words that contain a short key', () => {
  expect(redactor.text('abcde')).toBe('abcde');
});

test('shows Idempotency-Key', () => {
  expect(redactor.isSecret('Idempotency-Key')).toBe(false);
});

test('keeps the path of a target', () => {
  expect(redactor.target('/v1/pets?token=other&limit=1')).toBe('/v1/pets?token=***&limit=1');
});
