import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';
import { expectError } from './refused.js';

const expected = ['limit must be an integer from 1 to 100', 'section 4.1'];
const googol = '1'.padEnd(31, '0');

/** The query as it is sent, and what the message quotes. */
const malformed: [query: string, got: string][] = [
  ['limit=', '""'],
  ['limit', '""'],
  ['limit=5&limit=6', '"5" and "6"'],
  ['limit=5&limit=5', '"5" and "5"'],
  ['limit=5&limit=', '"5" and ""'],
  ['limit=5&l%69mit=6', '"5" and "6"'],
  ['limit=+5', '" 5"'],
  ['limit=%2B5', '"+5"'],
  ['limit=5%20', '"5 "'],
  ['limit=5.0', '"5.0"'],
  ['limit=5,0', '"5,0"'],
  ['limit=5e0', '"5e0"'],
  ['limit=05', '"05"'],
  ['limit=0x5', '"0x5"'],
  ['limit=%225%22', '"\\"5\\""'],
  ['limit=5%00', '"5\\u0000"'],
  ['limit=%D9%A5', '"٥"'],
  ['limit=five', '"five"'],
  ['limit=null', '"null"'],
  ['limit=NaN', '"NaN"'],
  ['limit=Infinity', '"Infinity"'],
  ['limit=%zz', '"%zz"'],
  ['limit=%FF', '"\uFFFD"'],
  ['limit=5;limit=6', '"5;limit=6"'],
];
const outOfRange: [query: string, got: string][] = [
  ['limit=0', '"0"'],
  ['limit=-0', '"-0"'],
  ['limit=-1', '"-1"'],
  ['limit=101', '"101"'],
  ['limit=2147483648', '"2147483648"'],
  ['limit=9007199254740993', '"9007199254740993"'],
  [`limit=${googol}`, `"${googol}"`],
  [`limit=-${googol}`, `"-${googol}"`],
];
const refused = [
  ...malformed.map(([query, got]) => [query, got, 'limit-malformed'] as const),
  ...outOfRange.map(([query, got]) => [query, got, 'limit-out-of-range'] as const),
];

for (const [query, got, point] of refused) {
  behaviour(`rejects ?${query} under ${point}=reject`, async (open) => {
    const client = await open();

    const answer = await client.get(`/pets?${query}`);
    const next = await client.get('/pets');

    expectError(answer, 400, [...expected, `got ${got}`, `open point ${point}=reject`]);
    expect(answer.headers.get('simulator-notes')).toContain(`point=${point}`);
    expect([next.status, next.json.length]).toEqual([200, 20]);
  });
}

const accepted: [query: string, length: number][] = [
  ['limit=1', 1],
  ['limit=100', 50],
  ['limit=%35', 5],
  ['%6Cimit=%31%30', 10],
  ['LIMIT=5', 20],
  ['limit[]=5', 20],
  ['limit%00=5', 20],
  ['&&limit=5&&', 5],
];

for (const [query, length] of accepted) {
  behaviour(`?${query} lists ${length} pets`, async (open) => {
    const client = await open();
    const answer = await client.get(`/pets?${query}`);
    expect([answer.status, answer.json.length]).toEqual([200, length]);
  });
}

behaviour('quotes only the beginning of a long limit', async (open) => {
  const client = await open();
  const answer = await client.get(`/pets?limit=${'9'.repeat(10_000)}`);
  expectError(answer, 400, [...expected, '99999…']);
  expect(answer.json.message.length).toBeLessThan(400);
});
