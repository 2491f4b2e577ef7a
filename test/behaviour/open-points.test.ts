import { describe, expect, test } from 'vitest';
import { type OpenPoint, openPoints } from '../../src/index.js';
import { type Answer, type Client, openFetch } from '../support/behaviour.js';

const pet = { name: 'Rex', categoryId: 2, status: 'sold' };
const rejected = { status: 400 };
/** What a pet of an unknown category without a status uses. */
const created = ['unknown-category', 'omitted-status'];
const empty = { status: 200, has: /^\[\]$/ };

/** A page of the pets with the first identifiers. */
const first = (count: number) => ({
  status: 200,
  has: new RegExp(`"id":${count},`),
  hasNot: new RegExp(`"id":${count + 1},`),
});

/** What an answer has: in its text, and in its notes beside the point. */
interface RowAnswer {
  readonly status: number;
  readonly has?: RegExp;
  readonly hasNot?: RegExp;
  readonly also?: readonly string[];
}

/** A request that uses each open point, and the response under each of its choices. */
interface Row {
  readonly clock?: string;
  readonly pets?: number;
  readonly ask: (client: Client) => Promise<Answer>;
  /** Under each choice: the status, and what else must be found in the answer. */
  readonly answers: Readonly<Record<string, RowAnswer>>;
}

const rows: Record<OpenPoint, Row> = {
  'omitted-status': {
    ask: (client) => client.post('/pets', { name: 'Rex', categoryId: 2 }),
    answers: {
      absent: { status: 201, hasNot: /status/ },
      available: { status: 201, has: /"status":"available"/ },
      null: { status: 201, has: /"status":null/, also: ['omitted-status=null'] },
      empty: { status: 201, has: /"status":""/, also: ['omitted-status=empty'] },
    },
  },
  'list-order': {
    ask: (client) => client.get('/pets?limit=2'),
    answers: {
      'oldest-first': { status: 200, has: /^\[\{"id":1,.*\{"id":2,/ },
      'newest-first': { status: 200, has: /^\[\{"id":50,.*\{"id":49,/ },
      shuffled: { status: 200, hasNot: /"id":(1|50),/ },
    },
  },
  'limit-too-small': {
    ask: (client) => client.get('/pets?limit=0'),
    answers: {
      reject: rejected,
      clamp: { status: 200, has: /^\[\{[^}]+\}\]$/ },
      ignore: first(20),
    },
  },
  'limit-too-large': {
    pets: 110,
    ask: (client) => client.get('/pets?limit=101'),
    answers: { reject: rejected, clamp: first(100), ignore: first(20) },
  },
  'limit-spelling': {
    ask: (client) => client.get('/pets?limit=%2B5'),
    answers: {
      malformed: { status: 400, also: ['limit-malformed'] },
      accept: first(5),
      trim: first(5),
    },
  },
  'limit-malformed': {
    ask: (client) => client.get('/pets?limit=5abc'),
    answers: { reject: rejected, ignore: first(20), prefix: first(5) },
  },
  'unknown-status-filter': {
    ask: (client) => client.get('/pets?status=eaten'),
    answers: { reject: rejected, none: empty, ignore: first(20) },
  },
  'limit-decimal': {
    ask: (client) => client.get('/pets?limit=5.0'),
    answers: { reject: rejected, accept: first(5), ignore: first(20) },
  },
  'empty-limit': {
    ask: (client) => client.get('/pets?limit='),
    answers: { reject: rejected, ignore: first(20) },
  },
  'empty-status-filter': {
    ask: (client) => client.get('/pets?status='),
    answers: { reject: rejected, none: empty, ignore: first(20) },
  },
  'repeated-query': {
    ask: (client) => client.get('/pets?limit=3&limit=4'),
    answers: { reject: rejected, first: first(3), last: first(4) },
  },
  'unknown-query': {
    ask: (client) => client.get('/pets?colour=red'),
    answers: { ignore: { status: 200 }, reject: rejected },
  },
  'unknown-field': {
    ask: (client) => client.post('/pets', { ...pet, colour: { name: 'red' }, age: 4 }),
    answers: {
      ignore: { status: 201, hasNot: /colour/ },
      reject: rejected,
      echo: { status: 201, has: /"colour":\{"name":"red"\},"age":4/ },
    },
  },
  'malformed-pet-id': {
    ask: (client) => client.get('/pets/7rex'),
    answers: {
      'not-found': { status: 404 },
      reject: rejected,
      prefix: { status: 200, has: /^\{"id":7,/ },
    },
  },
  'pet-id-spelling': {
    ask: (client) => client.get('/pets/007'),
    answers: {
      malformed: { status: 404, also: ['malformed-pet-id'] },
      accept: { status: 200, has: /^\{"id":7,/ },
      trim: { status: 200, has: /^\{"id":7,/ },
    },
  },
  'id-scheme': {
    ask: (client) => client.post('/pets', pet),
    answers: {
      sequential: { status: 201, has: /"id":51,/ },
      sparse: { status: 201, has: /"id":51\d{3},/ },
      large: { status: 201, has: /"id":9007199254741095,/ },
    },
  },
  'extra-response-fields': {
    ask: (client) => client.get('/pets?limit=1'),
    answers: {
      none: { status: 200, hasNot: /createdAt/ },
      some: { status: 200, has: /"createdAt"/ },
      custom: { status: 200, has: /"age":4\}\]$/ },
    },
  },
  'unknown-category': {
    ask: (client) => client.post('/pets', { ...pet, categoryId: 999 }),
    answers: { accept: { status: 201 }, reject: rejected },
  },
  'empty-name': {
    ask: (client) => client.post('/pets', { ...pet, name: '' }),
    answers: {
      accept: { status: 201, has: /"name":""/ },
      reject: rejected,
      'reject-blank': rejected,
    },
  },
  'long-name': {
    ask: (client) => client.post('/pets', { ...pet, name: 'n'.repeat(256) }),
    answers: { accept: { status: 201 }, reject: rejected },
  },
  'decimal-integer': {
    ask: (client) => client.post('/pets', '{"name":"Rex","categoryId":1e2}'),
    answers: { accept: { status: 201, has: /"categoryId":100/, also: created }, reject: rejected },
  },
  'null-status': {
    ask: (client) => client.post('/pets', { ...pet, status: null }),
    answers: {
      reject: rejected,
      accept: { status: 201, hasNot: /status/, also: ['omitted-status'] },
    },
  },
  'media-type': {
    ask: (client) => client.post('/pets', pet, { 'Content-Type': 'text/plain' }),
    answers: {
      reject: rejected,
      unsupported: { status: 415 },
      accept: { status: 201 },
    },
  },
  'form-body': {
    ask: (client) =>
      client.post('/pets', 'name=Rex&categoryId=9007199254740993', {
        'Content-Type': 'application/x-www-form-urlencoded',
      }),
    answers: {
      reject: rejected,
      unsupported: { status: 415 },
      accept: { status: 201, has: /"name":"Rex","categoryId":9007199254740993/, also: created },
      json: rejected,
    },
  },
  'keyless-path': {
    ask: (client) => client.get('/owners', { Authorization: '' }),
    answers: { unauthorized: { status: 401 }, 'not-found': { status: 404 } },
  },
  'error-codes': {
    ask: (client) => client.get('/pets/999'),
    answers: {
      words: { status: 404, has: /"code":"not_found"/ },
      opaque: { status: 404, has: /"code":"E1043"/ },
      custom: { status: 404, has: /"code":"not_found"/ },
    },
  },
  'after-sunset': {
    clock: '2030-12-05T00:00:00Z',
    ask: (client) => client.get('/pets/1'),
    answers: {
      gone: { status: 410 },
      'not-found': { status: 404 },
      available: { status: 200, has: /"id":1,/ },
    },
  },
};

test('no category is unknown without seeded pets', async () => {
  const client = await openFetch({ fixture: 'empty', choices: { 'unknown-category': 'reject' } });

  const created = await client.post('/pets', pet);

  expect(created.status).toBe(201);
  expect(created.headers.get('simulator-notes')).not.toContain('unknown-category');
});

describe.each(Object.entries(rows))('the open point %s', (point, { clock, pets, ask, answers }) => {
  test('has an expectation for each of its choices', () => {
    const { choices } = openPoints[point as OpenPoint];
    expect(Object.keys(answers).sort()).toEqual([...choices].sort());
  });

  for (const [choice, { status, has = /(?:)/, hasNot = /$^/, also = [] }] of Object.entries(
    answers,
  )) {
    test(`behaves as chosen, and notes it: ${choice}`, async () => {
      const client = await openFetch({
        choices: { [point]: choice },
        extraFields: { age: 4 },
        ...(clock && { clock }),
        ...(pets && { pets }),
      });

      const answer = await ask(client);

      expect(answer.status).toBe(status);
      expect(answer.text).toMatch(has);
      expect(answer.text).not.toMatch(hasNot);
      // A pet without further fields shows nothing of this choice.
      const silent = point === 'extra-response-fields' && choice === 'none';
      const note = `open;point=${point};choice=${choice};section="`;
      const notes = answer.headers.get('simulator-notes') ?? '';
      expect(notes.includes(note)).toBe(!silent);
      const used = [...notes.matchAll(/(?:point|applied)="?([^;",]+)/g)].map(([, name]) => name);
      const isOwn = (name = '') => !('isUnavoidable' in (openPoints[name as OpenPoint] ?? {}));
      const own = isOwn(point) ? [point] : [];
      expect(used.filter(isOwn)).toEqual([...own, ...also]);
      if (status >= 400 && !/error-codes|spelling|keyless/.test(point)) {
        expect(answer.json.message).toContain(`open point ${point}=${choice}`);
        expect(answer.json.message).toMatch(/section \d/);
      }
    });
  }
});

test('a pet shows both that it has no status and fields of a service', async () => {
  const choices = { 'omitted-status': 'null', 'extra-response-fields': 'custom' } as const;
  const client = await openFetch({ choices, extraFields: { age: 4 } });

  const { json } = await client.post('/pets', { name: 'Rex', categoryId: 2 });

  expect(json).toMatchObject({ status: null, age: 4 });
});

test.for([
  ['custom', { age: 4 }],
  ['some', {}],
] as const)(
  'a pet has a field once that its request and %s extra fields add',
  async ([extra, extraFields]) => {
    const choices = { 'unknown-field': 'echo', 'extra-response-fields': extra } as const;
    const client = await openFetch({ choices, extraFields });

    const sent = { name: 'Rex', categoryId: 2, age: 7, createdAt: 'now' };
    const { text } = await client.post('/pets', { id: 7, ...sent });

    expect(text).toBe(JSON.stringify({ id: 51, ...sent }));
  },
);

test.for([
  ['as a form', 'accept', 'unsupported', 400, 'name is required'],
  ['as JSON where any media type will do', 'accept', 'accept', 201, '"name":"Rex"'],
  ['as JSON where forms are none', 'json', 'unsupported', 201, '"name":"Rex"'],
] as const)('reads JSON that is sent as a form %s', async ([, form, other, expected, words]) => {
  const client = await openFetch({ choices: { 'form-body': form, 'media-type': other } });
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };

  const { status, text } = await client.post('/pets', pet, headers);

  expect(status).toBe(expected);
  expect(text).toContain(words);
});

test.for([
  ['/pets/9223372036854775808', {}],
  ['/pets/99999999999999999999', { 'pet-id-spelling': 'accept', 'malformed-pet-id': 'reject' }],
] as const)(
  'the digits of %s are an unknown id, and no spelling of one: %j',
  async ([path, choices]) => {
    const { status, headers } = await (await openFetch({ choices })).get(path);

    const points = headers.get('simulator-notes')?.match(/(?<=point=)[^;]+/g);
    expect([status, points]).toEqual([404, ['malformed-pet-id', 'error-codes']]);
  },
);
