import { expect, test } from 'vitest';
import { createMasker } from '../../src/verification/provider/credentials.js';

const key = 'key-0123456789-"of"-the-provider';
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', key, '***'],
  ['twice', `${key} ${key}`, '*** ***'],
  ['followed by more', `${key}xx`, '***xx'],
  ['inside JSON', JSON.stringify({ key }), '{"key":"***"}'],
  ['inside JSON that is quoted', JSON.stringify(JSON.stringify(key)), '"\\"***\\""'],
  ['in a URL', encodeURIComponent(key), '***'],
  ['reversed', [...key].reverse().join(''), '(the key reversed)'],
  ['in Base64', base64(key), '(the key in Base64)'],
  ['as the user of Basic', base64(`${key}:`), '(the key in Base64)'],
  ['as the password of Basic', base64(`:${key}`), '(the key in Base64)'],
  ['without its last character', key.slice(0, -1), '(the beginning of the key)'],
  ['shortened', `"${key.slice(0, 11)}…"`, '"(the beginning of the key)…"'],
])('hides a key %s', (_, disguised, shown) => {
  expect(createMasker(key)(`Bearer ${disguised} sent`)).toBe(`Bearer ${shown} sent`);
});

test('keeps a text that shares little with the key', () => {
  const text = 'the key-012 is no monkey-business; 9876543210';

  expect(createMasker(key)(text)).toBe(text);
});

test('does not hide parts of a short key', () => {
  expect(createMasker('test-key')('a test-key in a test-kettle')).toBe('a *** in a test-kettle');
});

test('does not hide a key that is part of many words', () => {
  expect(createMasker('a')('a banana')).toBe('a banana');
});
