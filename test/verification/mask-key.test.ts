import { expect, test } from 'vitest';
import { createMasker } from '../../src/verification/provider/masking.js';

const key = 'key-0123456789-"of"-the-provider';
const hex = (text: string) => Buffer.from(text).toString('hex');
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
  ['in upper case', key.toUpperCase(), '***'],
  ['in hexadecimal', hex(key), '(the key in hexadecimal)'],
  ['in upper-case hexadecimal', hex(key).toUpperCase(), '(the key in hexadecimal)'],
  ['in Base64 for URLs', Buffer.from(key).toString('base64url'), '(the key in Base64)'],
  ['within a longer value in Base64', base64(`{"auth":"Bearer ${key}"}`), '(the key in Base64)'],
  ['with every character percent-encoded', hex(key).replace(/../g, '%$&'), '***'],
  ['with every character escaped', hex(key).replace(/../g, '\\u00$&'), '***'],
  ['with some characters escaped', key.replace('y', '\\u0079'), '***'],
  ['in HTML', key.replaceAll('"', '&quot;').replace('k', '&#107;').replace('e', '&#x65;'), '***'],
  ['in a URL in JSON', JSON.stringify(encodeURIComponent(`"${key}"`)), '"%22***%22"'],
  ['without its last character', key.slice(0, -1), '(the beginning of the key)'],
  ['with another first character', `#${key.slice(1)}`, '#(the rest of the key)'],
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

test.each([
  ['the beginning of the key', key.slice(0, 8)],
  ['all of the key but the last character', key.slice(0, -1)],
  ['backslashes', '\\'],
  ['percent signs', '%25'],
  ['HTML escapes', '&amp;'],
  ['the beginning of the key in Base64', base64(key).slice(0, 8)],
])('hides keys in a million characters of %s', (_, part) => {
  const masked = createMasker(key)(part.repeat(1_000_000 / part.length) + key);

  expect(masked).not.toContain(key);
});
