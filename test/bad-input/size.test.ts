import { expect, test } from 'vitest';
import { readJsonInt64 } from '../../src/engine/interface/int64.js';
import { ending } from '../properties/ending.js';
import { behaviour } from '../support/behaviour.js';
import { expectError, expectRefused, sendBody } from './refused.js';

const nested = (levels: number, opening: string, closing: string) =>
  `{"name":"Rex","categoryId":2,"x":${opening.repeat(levels)}1${closing.repeat(levels)}}`;

const tooDeep: [name: string, body: string][] = [
  ['arrays', nested(150, '[', ']')],
  ['objects', nested(150, '{"a":', '}')],
  ['100,000 arrays', nested(100_000, '[', ']')],
  ['100,000 objects', nested(100_000, '{"a":', '}')],
  ['arrays that never close', '['.repeat(500_000)],
  ['objects that never close', '{"a":'.repeat(150_000)],
];

for (const [name, body] of tooDeep) {
  behaviour(`rejects deeply nested ${name}`, async (open) => {
    const client = await open();
    const words = [
      "The body can't be read as JSON: it is nested deeper than 100 levels",
      'section 4.2',
      'Send a NewPet',
    ];
    await expectRefused(client, () => sendBody(client, body), words);
  });
}

behaviour('accepts a slightly nested body and ignores its fields', async (open) => {
  const client = await open();
  const answer = await sendBody(client, nested(20, '[{"a":', '}]'));
  expect([answer.status, answer.json]).toEqual([201, { id: 51, name: 'Rex', categoryId: 2 }]);
});

behaviour('accepts a body of 100 levels and rejects one of 101', async (open) => {
  const client = await open();
  expect((await sendBody(client, nested(99, '[', ']'))).status).toBe(201);
  expect((await sendBody(client, nested(100, '[', ']'))).status).toBe(400);
});

behaviour('quotes no half of a surrogate pair', async (open) => {
  const client = await open();
  const status = `${'a'.repeat(79)}🐈`;
  const answer = await client.post('/pets', { name: 'Rex', categoryId: 2, status });
  expectError(answer, 400, [`got "${'a'.repeat(79)}…"`]);
});

/** A body with as many values: itself, two fields, and others. */
const withValues = (count: number) => {
  const fields = Array.from({ length: count - 3 }, (_, index) => `"${index}":0`);
  return `{"name":"Rex","categoryId":2,${fields.join(',')}}`;
};

behaviour('rejects a body with very many unknown fields', async (open) => {
  const client = await open({ profile: 'strict' });
  const words = ['got "0" and "1" and "2" and more'];
  await expectRefused(client, () => sendBody(client, withValues(10_000)), words);
});

behaviour('accepts a body of 10,000 values', async (open) => {
  const client = await open();
  expect((await sendBody(client, withValues(10_000))).status).toBe(201);
});

behaviour('rejects a body of 10,001 values', async (open) => {
  const client = await open();
  const words = ["The body can't be read as JSON: it has more than 10000 values (section 4.2)"];
  await expectRefused(client, () => sendBody(client, withValues(10_001)), words);
});

behaviour('counts the values within others', async (open) => {
  const client = await open();
  const inner = Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 0));
  const body = JSON.stringify({ name: 'Rex', categoryId: 2, inner });
  await expectRefused(client, () => sendBody(client, body), ['more than 10000 values']);
});

behaviour('rejects a body beyond the limit with 413 and stores nothing', async (open) => {
  const client = await open({ maxBody: 1024 });

  const answer = await client.post('/pets', { name: 'R'.repeat(1024), categoryId: 2 });
  const next = await client.post('/pets', { name: 'Rex', categoryId: 2 });

  expectError(answer, 413, ['The body is larger', 'section 8', 'max-body']);
  expect(next.json).toEqual({ id: 51, name: 'Rex', categoryId: 2 });
});

behaviour('accepts a body of exactly the limit', async (open) => {
  const client = await open({ maxBody: 1024 });
  const body = '{"name":"Rex","categoryId":2}'.padEnd(1024);
  expect((await sendBody(client, body)).status).toBe(201);
  expect((await sendBody(client, `${body} `)).status).toBe(413);
});

behaviour('counts the limit of a body in bytes', async (open) => {
  const client = await open({ maxBody: 1024 });
  const answer = await client.post('/pets', { name: '🐈'.repeat(255), categoryId: 2 });
  expect(answer.status).toBe(413);
});

behaviour('quotes only the beginning of a long value', async (open) => {
  const client = await open();
  const status = 'x'.repeat(100_000);
  const answer = await client.post('/pets', { name: 'Rex', categoryId: 2, status });
  expectError(answer, 400, ['status must be one of', 'xxxxx…', 'section 2']);
  expect(answer.json.message.length).toBeLessThan(400);
});

/** Numbers as long as a body may be: reading one must cost no more than its length. */
const zeros = '0'.repeat(1_000_000);
const longNumbers: [name: string, spelling: string, value: bigint | undefined][] = [
  ['zeros before the last digit', `1${zeros}1`, undefined],
  ['zeros in the fraction', `1.${zeros}1`, undefined],
  ['zeros at both ends of a fraction', `0.${zeros}1${zeros}`, undefined],
  ['zeros that an exponent takes away', `1${zeros}e-1000000`, 1n],
  ['runs of zeros', '10'.repeat(500_000), undefined],
];

for (const [name, spelling, value] of longNumbers) {
  test(`reads a number with a million ${name} in linear time`, () => {
    expect(ending(() => readJsonInt64(spelling))).toBe(value);
  });
}
