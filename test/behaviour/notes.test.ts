import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/index.js';
import { behaviour, type Init, openFetch } from '../support/behaviour.js';

const order = 'open;point=list-order;choice=oldest-first;section="4.1"';
const codes = 'open;point=error-codes;choice=words;section="7"';
const tooSmall = 'open;point=limit-too-small;choice=reject;section="7"';
const choices = { 'limit-too-small': 'clamp', 'unknown-status-filter': 'ignore' } as const;
const ignored = 'open;point=unknown-query;choice=ignore;section="4.1"';

test.for<[what: string, path: string, notes: string[], options?: SimulatorOptions, init?: Init]>([
  ['nothing in a response that is promised entirely', '/pets', [], { pets: 1 }],
  ['the order for a page of one pet among several', '/pets?limit=1', [order]],
  ['a violation with its section', '/pets?limit=0', ['violation;section="4.1"', tooSmall, codes]],
  ['a refusal with its code', '/pets?__code=999', ['refused;code=simulator_bad_preference']],
  ['each open point once', '/pets?a=1&b=2&c=3', [ignored], { pets: 1 }],
  [
    'two violations of a section once',
    '/pets?limit=0&status=gone',
    [
      'violation;section="4.1"',
      'open;point=limit-too-small;choice=clamp;section="7"',
      'open;point=unknown-status-filter;choice=ignore;section="7"',
    ],
    { choices, pets: 1 },
  ],
  ['an unknown path', '/stores', ['violation;section="4"', codes]],
  ['a wrong method', '/pets', ['violation;section="4"', codes], {}, { method: 'DELETE' }],
  ['a missing key', '/pets', ['violation;section="5"', codes], {}, { headers: {} }],
])('notes %s', async ([, path, notes, options, init]) => {
  const headers = { Authorization: 'Bearer test-key' };

  const answer = await (await openFetch(options)).send(`/v1${path}`, { headers, ...init });

  expect(answer.headers.get('simulator-notes')?.split(', ') ?? []).toEqual(notes);
});

behaviour('adds no header of its own but those that begin with Simulator-', async (client) => {
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
