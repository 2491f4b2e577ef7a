import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';

const notes = (headers: Headers) => headers.get('simulator-notes')?.split(', ') ?? [];

behaviour('an answer that is all promise has no note', async (open) => {
  const client = await open({ pets: 1 });

  const answer = await client.get('/pets');

  expect(answer.headers.has('simulator-notes')).toBe(false);
});

behaviour('a page of one pet owes it to the order, when there are more', async (open) => {
  const client = await open();

  const answer = await client.get('/pets?limit=1');

  expect(notes(answer.headers)).toEqual([
    'open;point=list-order;choice=oldest-first;section="4.1"',
  ]);
});

behaviour('a list of several pets notes that their order is a choice', async (open) => {
  const client = await open();

  const answer = await client.get('/pets?limit=2');

  expect(notes(answer.headers)).toEqual([
    'open;point=list-order;choice=oldest-first;section="4.1"',
  ]);
});

behaviour('a request against the document is noted, with the section', async (open) => {
  const client = await open();

  const answer = await client.get('/pets?limit=0');

  expect(notes(answer.headers)).toEqual([
    'violation;section="4.1"',
    'open;point=limit-out-of-range;choice=reject;section="7"',
    'open;point=error-codes;choice=words;section="7"',
  ]);
});

behaviour('a missing key is noted as a violation of section 5', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets');

  expect(notes(answer.headers)).toContain('violation;section="5"');
});

behaviour('a note is said once, however often its point came up', async (open) => {
  const client = await open({ pets: 1 });

  const answer = await client.get('/pets?a=1&b=2&c=3');

  expect(notes(answer.headers)).toEqual(['open;point=unknown-query;choice=ignore;section="4.1"']);
});

behaviour('an answer carries nothing that could be taken for a promise', async (open) => {
  const client = await open();

  const created = await client.post('/pets', { name: 'Rex', categoryId: 2, status: 'sold' });
  const transport = /^(connection|content-length|content-type|date|keep-alive)$/;
  const names = [...created.headers.keys()].filter((name) => !transport.test(name));

  expect(names).toEqual(['simulator-notes']);
  expect(Object.keys(created.json)).toEqual(['id', 'name', 'categoryId', 'status']);
});
