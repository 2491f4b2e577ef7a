import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';

const notes = (headers: Headers) => headers.get('simulator-notes')?.split(', ') ?? [];

behaviour('adds no note to a response that is promised entirely', async (open) => {
  const client = await open({ pets: 1 });

  const answer = await client.get('/pets');

  expect(answer.headers.has('simulator-notes')).toBe(false);
});

behaviour('adds no header of its own but those that begin with Simulator-', async (open) => {
  const client = await open();
  for (const answer of [
    await client.get('/pets?limit=5'),
    await client.post('/pets', { name: 'Rex', categoryId: 1 }),
  ]) {
    const http = ['connection', 'date', 'keep-alive', 'content-length'];
    const names = [...answer.headers.keys()].filter((name) => !http.includes(name));
    expect(names).toEqual(['content-type', 'simulator-notes']);
    expect(answer.headers.get('content-type')).toBe('application/json');
  }
});

behaviour('notes the order for a page of one pet among several', async (open) => {
  const client = await open();

  const answer = await client.get('/pets?limit=1');

  expect(notes(answer.headers)).toEqual([
    'open;point=list-order;choice=oldest-first;section="4.1"',
  ]);
});

behaviour('notes a violation with its section', async (open) => {
  const client = await open();

  const answer = await client.get('/pets?limit=0');

  expect(notes(answer.headers)).toEqual([
    'violation;section="4.1"',
    'open;point=limit-too-small;choice=reject;section="7"',
    'open;point=error-codes;choice=words;section="7"',
  ]);
});

behaviour('notes a missing key as a violation of section 5', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets');

  expect(notes(answer.headers)).toContain('violation;section="5"');
});

behaviour('notes a refusal of the simulator with its code', async (open) => {
  const client = await open();

  const answer = await client.get('/pets?__code=999');

  expect(answer.status).toBe(501);
  expect(notes(answer.headers)).toEqual(['refused;code=simulator_bad_preference']);
});

behaviour('lists each note once', async (open) => {
  const client = await open({ pets: 1 });

  const answer = await client.get('/pets?a=1&b=2&c=3');

  expect(notes(answer.headers)).toEqual(['open;point=unknown-query;choice=ignore;section="4.1"']);
});

behaviour('notes two violations of a section once', async (open) => {
  const choices = { 'limit-too-small': 'clamp', 'unknown-status-filter': 'ignore' } as const;
  const client = await open({ choices });

  const answer = await client.get('/pets?limit=0&status=gone');

  expect(notes(answer.headers).filter((note) => note.startsWith('violation'))).toEqual([
    'violation;section="4.1"',
  ]);
});

behaviour('notes an unknown path and a wrong method as violations of section 4', async (open) => {
  const client = await open();

  const unknown = await client.get('/stores');
  const wrong = await client.send('/v1/pets', {
    method: 'DELETE',
    headers: { Authorization: `Bearer ${client.apiKey}` },
  });

  expect(notes(unknown.headers)).toContain('violation;section="4"');
  expect(notes(wrong.headers)).toContain('violation;section="4"');
});
