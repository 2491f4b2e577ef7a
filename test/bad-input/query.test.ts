import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';
import { expectError } from './refused.js';

const expected = ['status must be one of available, pending, sold', 'section 4.1'];

const refused: [query: string, got: string][] = [
  ['status=eaten', '"eaten"'],
  ['status=', '""'],
  ['status', '""'],
  ['status=Sold', '"Sold"'],
  ['status=sold%20', '"sold "'],
  ['status=sold%00', '"sold\\u0000"'],
  ['status=sold,pending', '"sold,pending"'],
  ['status=sold&status=pending', '"sold" and "pending"'],
  ['status=sold&status=sold', '"sold" and "sold"'],
  ['status=null', '"null"'],
  ['status=__proto__', '"__proto__"'],
  ['status=%FF', '"\uFFFD"'],
];

for (const [query, got] of refused) {
  behaviour(`rejects ?${query} under unknown-status-filter=reject`, async (open) => {
    const client = await open();

    const answer = await client.get(`/pets?${query}`);
    const next = await client.get('/pets?status=sold');

    expectError(answer, 400, [...expected, `got ${got}`, 'unknown-status-filter=reject']);
    expect(next.status).toBe(200);
  });
}

const thousand = (parameter: (n: number) => string) =>
  Array.from({ length: 1000 }, (_, n) => parameter(n)).join('&');

behaviour('ignores a thousand unknown query parameters by default', async (open) => {
  const client = await open();
  const answer = await client.get(`/pets?${thousand((n) => `a${n}=${n}`)}&limit=3`);
  expect([answer.status, answer.json.length]).toEqual([200, 3]);
});

behaviour('notes a thousand unknown query parameters once', async (open) => {
  const client = await open();
  const answer = await client.get(`/pets/1?${thousand((n) => `a${n}=${n}`)}`);
  const notes = answer.headers.get('simulator-notes') ?? '';
  expect(notes.match(/unknown-query/g)).toHaveLength(1);
});

behaviour('names the first of a thousand under unknown-query=reject', async (open) => {
  const client = await open({ choose: { 'unknown-query': 'reject' } });
  const answer = await client.get(`/pets?limit=3&${thousand((n) => `a${n}=${n}`)}`);
  expectError(answer, 400, ['listPets has the query parameters limit', 'section 4.1', 'got "a0"']);
});

behaviour('says that getPet has no query parameters under unknown-query=reject', async (open) => {
  const client = await open({ choose: { 'unknown-query': 'reject' } });
  const answer = await client.get('/pets/1?limit=3');
  expectError(answer, 400, ['getPet has no query parameters', 'section 4.3', 'got "limit"']);
});

for (const name of ['limit', 'status']) {
  behaviour(`rejects ${name} a thousand times with a short message`, async (open) => {
    const client = await open();
    const answer = await client.get(`/pets?${thousand((n) => `${name}=${n}`)}`);
    expectError(answer, 400, [`${name} must be`, 'section 4.1', '"0" and "1"', 'and more']);
    expect(answer.json.message.length).toBeLessThan(400);
  });
}

for (const query of ['__proto__=1', '__', '__foo=404', '__CODE=404', '__code[]=404']) {
  behaviour(`refuses ?${query} with 501`, async (open) => {
    const client = await open();

    const answer = await client.get(`/pets?${query}`);
    const next = await client.get('/pets');

    expectError(answer, 501, ['Query parameters', 'Allowed: ', 'code=404', '__code, __example']);
    expect(answer.json.code).toBe('simulator_bad_preference');
    expect(next.status).toBe(200);
  });
}

behaviour('treats a query parameter named constructor as unknown', async (open) => {
  const client = await open();
  const answer = await client.get('/pets?constructor=1&hasOwnProperty=2&toString=3');
  expect([answer.status, answer.json.length]).toEqual([200, 20]);
});
