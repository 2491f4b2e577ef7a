import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';
import { expectError } from './refused.js';

/** The petId as it is sent, and what the message quotes. */
const malformed: [petId: string, got: string][] = [
  ['abc', '"abc"'],
  ['1.0', '"1.0"'],
  ['1e0', '"1e0"'],
  ['+1', '"+1"'],
  ['01', '"01"'],
  ['0x1', '"0x1"'],
  ['%201', '" 1"'],
  ['1%20', '"1 "'],
  ['1%0A', '"1\\n"'],
  ['%00', '"\\u0000"'],
  ['1%2F2', '"1/2"'],
  ['1%3Flimit=1', '"1?limit=1"'],
  ['%2531', '"%31"'],
  ['%zz', '"%zz"'],
  ['%E0%A4%A', '"%E0%A4%A"'],
  ['%EF%BC%91', '"１"'],
  ['%F0%9F%90%88', '"🐈"'],
  ['null', '"null"'],
  ['__proto__', '"__proto__"'],
  ['constructor', '"constructor"'],
  ['1,2', '"1,2"'],
  ['1;v=2', '"1;v=2"'],
  ['9223372036854775808', '"9223372036854775808"'],
  ['-9223372036854775809', '"-9223372036854775809"'],
  ['1'.padEnd(31, '0'), `"${'1'.padEnd(31, '0')}"`],
  ['9'.repeat(10_000), `"${'9'.repeat(80)}…"`],
];

for (const [petId, got] of malformed) {
  const shown = petId.slice(0, 40);
  behaviour(`does not find the petId ${shown} by default`, async (open) => {
    const client = await open();
    const answer = await client.get(`/pets/${petId}`);
    expectError(answer, 404, ['identifier', got, 'section 4.3']);
    expect(answer.headers.get('simulator-notes')).toContain('violation;section="4.3"');
  });

  behaviour(`rejects the petId ${shown} under malformed-pet-id=reject`, async (open) => {
    const client = await open({ choose: { 'malformed-pet-id': 'reject' } });

    const answer = await client.get(`/pets/${petId}`);
    const next = await client.get('/pets/1');

    expectError(answer, 400, ['petId must be an integer (int64, section 4.3)', `got ${got}`]);
    expect(answer.json.message.length).toBeLessThan(400);
    expect(next.status).toBe(200);
  });
}

/** Spellings of int64 integers that no pet has. */
for (const petId of ['0', '-0', '-1', '51', '9223372036854775807', '-9223372036854775808']) {
  behaviour(`does not find the int64 ${petId}`, async (open) => {
    const client = await open({ choose: { 'malformed-pet-id': 'reject' } });
    const answer = await client.get(`/pets/${petId}`);
    expectError(answer, 404, [`identifier ${BigInt(petId)} `, 'section 4.3']);
  });
}

for (const petId of ['1', '%31', '1?', '1?limit=5']) {
  behaviour(`finds the first pet by ${petId}`, async (open) => {
    const client = await open();
    const answer = await client.get(`/pets/${petId}`);
    expect([answer.status, answer.json.id]).toEqual([200, 1]);
  });
}

/** Paths beside the ones that the document has. */
for (const path of ['/', '//1', '/1/', '/1/2', '/1//']) {
  behaviour(`responds 404 to /pets${path}`, async (open) => {
    const client = await open();
    const answer = await client.get(`/pets${path}`);
    expectError(answer, 404, [`got "/v1/pets${path}"`, '/v1/pets/{petId}', 'section 4']);
  });
}
