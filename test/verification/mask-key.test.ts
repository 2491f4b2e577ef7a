import { expect, test } from 'vitest';
import { maskerOf } from '../../src/verification/provider/mask-key.js';

const key = 'key-0123456789-"of"-the-provider';
const base64 = (text: string) => Buffer.from(text).toString('base64');

test.each([
  ['as it is', key, '***'],
  ['twice', `${key} ${key}`, '*** ***'],
  ['with more behind it', `${key}xx`, '***xx'],
  ['inside JSON', JSON.stringify({ key }), '{"key":"***"}'],
  ['inside JSON that is quoted', JSON.stringify(JSON.stringify(key)), '"\\"***\\""'],
  ['in an address', encodeURIComponent(key), '***'],
  ['turned round', [...key].reverse().join(''), '(the key reversed)'],
  ['in Base64', base64(key), '(the key in Base64)'],
  ['as the user of Basic', base64(`${key}:`), '(the key in Base64)'],
  ['as the password of Basic', base64(`:${key}`), '(the key in Base64)'],
  ['without its last character', key.slice(0, -1), '(the beginning of the key)'],
  ['shortened', `"${key.slice(0, 11)}…"`, '"(the beginning of the key)…"'],
])('a key is hidden %s', (_, disguised, shown) => {
  expect(maskerOf(key)(`Bearer ${disguised} came`)).toBe(`Bearer ${shown} came`);
});

test('a text that has little in common with the key is left as it is', () => {
  const text = 'the key-012 is no monkey-business; 9876543210';

  expect(maskerOf(key)(text)).toBe(text);
});

test('of a short key, no part is taken for it', () => {
  expect(maskerOf('test-key')('a test-key in a test-kettle')).toBe('a *** in a test-kettle');
});

test('a key that is part of many a word is left as it is', () => {
  expect(maskerOf('a')('a banana')).toBe('a banana');
});
