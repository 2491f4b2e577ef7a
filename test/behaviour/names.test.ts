import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFetch } from '../support/behaviour.js';

/** Any string there is: beyond U+FFFF, controls, lone surrogates, separators. */
const anyName = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units)),
  fc
    .array(
      fc.constantFrom(
        '\u2028',
        '\u2029',
        '\uD800',
        '\uDC00',
        '\0',
        '"',
        '\\',
        '\uFEFF',
        '</',
        '\x7f',
      ),
    )
    .map((parts) => parts.join('')),
);

test('returns any name from create, get and list', async () => {
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      const client = await openFetch({ fixture: 'empty' });

      const created = await client.post('/pets', { name, categoryId: 2 });
      const read = await client.get('/pets/1');
      const list = await client.get('/pets');

      expect([created.status, created.json.name]).toEqual([201, name]);
      expect(read.text).toBe(created.text);
      expect(list.text).toBe(`[${created.text}]`);
      const length = read.headers.get('content-length');
      expect(length).toBe(String(Buffer.byteLength(read.text)));
    }),
    { numRuns: 100 },
  );
});
