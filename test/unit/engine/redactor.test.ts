import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from '../../../src/engine/redactor.js';

const redact = createRedactor(['first-key', 'first-key/more', 'abc', 'token-1', '']);

test.each([
  ['a key', 'see first-key here', 'see *** here'],
  ['a key with a sandbox', 'Bearer first-key.checkout-7', 'Bearer ***.checkout-7'],
  ['a key that begins with another', 'first-key/more', '***'],
  ['an encoded key', '/v1/pets?k=first-key%2Fmore&limit=1', '/v1/pets?k=***&limit=1'],
  ['several keys', 'first-key token-1', '*** ***'],
  ['a short key where it stands alone', '/abc "abc" abcde 1abc', '/*** "***" abcde 1abc'],
])('replaces %s', (_what, text, shown) => {
  expect(redact(text)).toBe(shown);
});

test('keeps everything else', () => {
  const text = '/v1/pets?token=other&apiKey=x {"password":"y"} First-Key';
  expect(redact(text)).toBe(text);
  expect(createRedactor([])(text)).toBe(text);
});

test('replaces a key however its characters are percent-encoded', () => {
  const encode = (character: string, isUpper: boolean) => {
    const digits = Buffer.from(character).toString('hex');
    return (isUpper ? digits.toUpperCase() : digits).replace(/../g, '%$&');
  };
  const anyKey = fc.string({ minLength: 4, maxLength: 12, unit: 'grapheme' });
  const anyForms = fc.infiniteStream(fc.constantFrom('plain', 'upper', 'lower'));
  fc.assert(
    fc.property(anyKey, anyForms, (key, forms) => {
      const sent = [...key].map((character) => {
        const { value } = forms.next();
        return value === 'plain' ? character : encode(character, value === 'upper');
      });
      expect(createRedactor([key])(`/v1/pets?k=${sent.join('')}&a=1`)).toBe('/v1/pets?k=***&a=1');
    }),
  );
});
