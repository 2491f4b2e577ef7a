import { expect, test } from 'vitest';
import { behaviour, openFetch } from '../../support/behaviour.js';
import { expectError } from './refused.js';

/** The query as it is sent, and what the message quotes. */
const malformedLimits: [query: string, got: string][] = [
  ['limit=', '""'],
  ['limit', '""'],
  ['limit=5&l%69mit=6', '"5" and "6"'],
  ['limit=+5', '" 5"'],
  ['limit=5.0', '"5.0"'],
  ['limit=05', '"05"'],
  ['limit=5%00', '"5\\u0000"'],
  ['limit=%D9%A5', '"٥"'],
  ['limit=%zz', '"%zz"'],
  ['limit=%FF', '"\uFFFD"'],
  ['limit=5;limit=6', '"5;limit=6"'],
];
const limitsOutOfRange = ['0', '-0', '-1', '101', '9007199254740993', '9'.repeat(30)];
const wrongStatuses: [query: string, got: string][] = [
  ['status=eaten', '"eaten"'],
  ['status=', '""'],
  ['status=sold,pending', '"sold,pending"'],
  ['status=sold&status=sold', '"sold" and "sold"'],
  ['status=__proto__', '"__proto__"'],
];
const limit = 'limit must be an integer from 1 to 100';
const status = 'status must be one of available, pending, sold';
/** A missing value, one with a decimal point, and several are open points of their own. */
const pointOf = (got: string, empty: string, other: string) => {
  if (got.includes(' and ')) return 'repeated-query';
  if (got === '""') return empty;
  return /\.0+"$/.test(got) ? 'limit-decimal' : other;
};
const pointOfRange = (text: string) =>
  text.startsWith('-') || text === '0' ? 'limit-too-small' : 'limit-too-large';
const wrongQueries = [
  ...malformedLimits.map(
    ([query, got]) => [query, limit, got, pointOf(got, 'empty-limit', 'limit-malformed')] as const,
  ),
  ...limitsOutOfRange.map(
    (text) => [`limit=${text}`, limit, `"${text}"`, pointOfRange(text)] as const,
  ),
  ...wrongStatuses.map(
    ([query, got]) =>
      [query, status, got, pointOf(got, 'empty-status-filter', 'unknown-status-filter')] as const,
  ),
];

behaviour('rejects a wrong query with what is wrong', async (client) => {
  for (const [query, expected, got, point] of wrongQueries) {
    const answer = await client.get(`/pets?${query}`);
    expectError(answer, 400, [expected, 'section 4.1', `got ${got}`, `open point ${point}=reject`]);
    expect(answer.headers.get('simulator-notes')).toContain(`point=${point}`);
  }
});

behaviour('lists pets with odd queries that are right', async (client) => {
  for (const [query, length] of [
    ['limit=%35', 5],
    ['%6Cimit=%31%30', 10],
    ['LIMIT=5', 20],
    ['limit[]=5', 20],
    ['&&limit=5&&', 5],
    ['constructor=1&hasOwnProperty=2&toString=3', 20],
  ] as const) {
    const { json } = await client.get(`/pets?${query}`);
    expect([query, json.length]).toEqual([query, length]);
  }
});

const thousand = (parameter: (n: number) => string) =>
  Array.from({ length: 1000 }, (_, n) => parameter(n)).join('&');

behaviour('notes a thousand unknown query parameters once', async (client) => {
  const answer = await client.get(`/pets/1?${thousand((n) => `a${n}=${n}`)}`);
  const notes = answer.headers.get('simulator-notes') ?? '';
  expect(notes.match(/unknown-query/g)).toHaveLength(1);
});

test('shortens a message about very many or very long values', async () => {
  const client = await openFetch({ choices: { 'unknown-query': 'reject' } });
  const send = (query: string) => client.get(`/pets?${query}`);
  expectError(await send(thousand((n) => `a${n}=${n}`)), 400, [
    'listPets has no query parameter "a0"',
  ]);
  expectError(await send(thousand((n) => `status=${n}`)), 400, ['"0" and "1"', 'and more']);
  expectError(await send(`limit=${'9'.repeat(10_000)}`), 400, ['99999…']);
  expectError(await client.get('/pets/1?limit=3'), 400, ['getPet has no query parameter']);
});

for (const query of ['__proto__=1', '__', '__foo=404', '__CODE=404', '__code[]=404']) {
  behaviour(`refuses ?${query} with 501`, async (client) => {
    const answer = await client.get(`/pets?${query}`);
    expectError(answer, 501, ['must be one of', 'Allowed: ', 'code=404', '__code, __example']);
    expect(answer.json.code).toBe('simulator_bad_preference');
  });
}

/** The petId as it is sent, and what the message quotes. */
const malformedIds: [petId: string, got: string][] = [
  ['abc', '"abc"'],
  ['1.0', '"1.0"'],
  ['1%0A', '"1\\n"'],
  ['1%2F2', '"1/2"'],
  ['%2531', '"%31"'],
  ['%zz', '"%zz"'],
  ['%EF%BC%91', '"１"'],
  ['__proto__', '"__proto__"'],
  ['9223372036854775808', '"9223372036854775808"'],
  ['9'.repeat(10_000), `"${'9'.repeat(80)}…"`],
];

test('answers a malformed petId by the choice for it', async () => {
  const lenient = await openFetch();
  const strict = await openFetch({ choices: { 'malformed-pet-id': 'reject' } });
  for (const [petId, got] of malformedIds) {
    const missing = await lenient.get(`/pets/${petId}`);
    expectError(missing, 404, ['identifier', got, 'section 4.3']);
    expect(missing.headers.get('simulator-notes')).toContain('violation;section="4.3"');
    const words = ['petId must be an integer (int64, section 4.3)', `got ${got}`];
    expectError(await strict.get(`/pets/${petId}`), 400, words);
  }
});

test('finds pets by int64, however it is encoded, and by nothing else', async () => {
  const client = await openFetch({ choices: { 'malformed-pet-id': 'reject' } });
  for (const petId of ['1', '%31', '1?', '1?limit=5']) {
    expect((await client.get(`/pets/${petId}`)).json.id).toBe(1);
  }
  for (const petId of ['0', '-0', '51', '9223372036854775807', '-9223372036854775808']) {
    const words = [`identifier ${BigInt(petId)} `, 'section 4.3'];
    expectError(await client.get(`/pets/${petId}`), 404, words);
  }
  for (const path of ['/', '//1', '/1/', '/1/2']) {
    const words = [`got "/v1/pets${path}"`, '/v1/pets/{petId}', 'section 4'];
    expectError(await client.get(`/pets${path}`), 404, words);
  }
});
