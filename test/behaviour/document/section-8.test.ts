import { expect } from 'vitest';
import { notesOf, openPoint } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour } = sectionTests('8');

behaviour('Page size `limit` | `GET /pets` | minimum 1, maximum 100, default 20', async (open) => {
  const client = await open({ pets: 150 });
  for (const [query, length] of Object.entries({ '': 20, '?limit=1': 1, '?limit=100': 100 })) {
    expect((await client.get(`/pets${query}`)).json, query).toHaveLength(length);
  }
  for (const limit of [-1, 0, 101]) {
    const beyond = await client.get(`/pets?limit=${limit}`);
    expect(notesOf(beyond)).toContain(openPoint('limit-out-of-range', 'reject', '7'));
  }
  const elsewhere = await client.get('/pets/1?limit=0');
  expect(elsewhere.status).toBe(200);
  expect(notesOf(elsewhere)).toContain(openPoint('unknown-query', 'ignore', '4.1'));
});

behaviour('Rate limits and size limits of fields: not shown.', async (open) => {
  const client = await open();
  const name = 'x'.repeat(100_000);

  const created = await client.post('/pets', { name, categoryId: 1 });
  const many = await Promise.all(Array.from({ length: 200 }, () => client.get('/pets/1')));

  expect([created.status, created.json.name]).toEqual([201, name]);
  expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
  const headers = many.flatMap((answer) => [...answer.headers.keys()]);
  expect(headers.filter((header) => /rate-?limit|retry-after/.test(header))).toEqual([]);
  expect(Object.keys(readSpec().components.schemas.NewPet.properties.name)).not.toContain(
    'maxLength',
  );
});
