import fc from 'fast-check';
import { expect, test } from 'vitest';
import { behaviour, openFetch } from '../support/behaviour.js';

/** Any string there is: beyond U+FFFF, controls, lone surrogates, separators. */
const anyName = fc.oneof(
  fc.string({ unit: 'binary' }),
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
    }),
    { numRuns: 300 },
  );
});

test('sends any name as UTF-8 of the announced length', async () => {
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      const client = await openFetch({ fixture: 'empty' });
      await client.post('/pets', { name, categoryId: 2 });

      const headers = { Authorization: `Bearer ${client.apiKey}` };
      const answer = await client.raw('/v1/pets/1', { headers });
      const bytes = new Uint8Array(await answer.arrayBuffer());

      expect(answer.headers.get('content-length')).toBe(String(bytes.length));
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      expect(JSON.parse(text).name).toBe(name);
    }),
    { numRuns: 200 },
  );
});

const lone = ['\uD800', '\uDFFF', 'a\uD83Db', '\uDC00\uD800'];

for (const name of lone) {
  behaviour(`returns the name ${JSON.stringify(name)} unchanged`, async (open) => {
    const client = await open();
    const created = await client.post('/pets', { name, categoryId: 2 });
    const read = await client.get('/pets/51');
    expect([created.json.name, read.json.name]).toEqual([name, name]);
  });
}
