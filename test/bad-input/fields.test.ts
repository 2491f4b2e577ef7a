import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';
import { expectRefused, sendBody } from './refused.js';

const int64 = 'must be an int64 integer (section 2)';
const statuses = 'status must be one of available, pending, sold';

/** The body, and the parts of the message: the field with its rule, the received value, the section. */
const wrong: [name: string, body: string, expected: string, got: string, section: string][] = [
  ['an empty object', '{}', 'name is required', 'Add "name"', 'section 2'],
  ['a body without name', '{"categoryId":2}', 'name is required', 'Add "name"', 'section 2'],
  [
    'a body without categoryId',
    '{"name":"Rex"}',
    'categoryId is required',
    'Add "categoryId"',
    'section 2',
  ],
  [
    'a name in upper case',
    '{"Name":"Rex","categoryId":2}',
    'name is required',
    'Add "name"',
    'section 2',
  ],
  [
    'a numeric name',
    '{"name":42,"categoryId":2}',
    'name must be a string',
    'got 42 (a number)',
    'section 2',
  ],
  ['a null name', '{"name":null,"categoryId":2}', 'name must be a string', 'got null', 'section 2'],
  [
    'a boolean name',
    '{"name":true,"categoryId":2}',
    'name must be a string',
    'got true (a boolean)',
    'section 2',
  ],
  [
    'an array as name',
    '{"name":["Rex"],"categoryId":2}',
    'name must be a string',
    'got an array',
    'section 2',
  ],
  [
    'an object as name',
    '{"name":{"a":1},"categoryId":2}',
    'name must be a string',
    'got an object',
    'section 2',
  ],
  [
    'a categoryId in quotes',
    '{"name":"Rex","categoryId":"2"}',
    `categoryId ${int64}`,
    'got "2" (a string)',
    'section 2',
  ],
  [
    'an empty categoryId',
    '{"name":"Rex","categoryId":""}',
    `categoryId ${int64}`,
    'got "" (a string)',
    'section 2',
  ],
  [
    'a null categoryId',
    '{"name":"Rex","categoryId":null}',
    `categoryId ${int64}`,
    'got null',
    'section 2',
  ],
  [
    'a boolean categoryId',
    '{"name":"Rex","categoryId":true}',
    `categoryId ${int64}`,
    'got true (a boolean)',
    'section 2',
  ],
  [
    'an array as categoryId',
    '{"name":"Rex","categoryId":[2]}',
    `categoryId ${int64}`,
    'got an array',
    'section 2',
  ],
  [
    'an object as categoryId',
    '{"name":"Rex","categoryId":{}}',
    `categoryId ${int64}`,
    'got an object',
    'section 2',
  ],
  [
    'an object like a number as categoryId',
    '{"name":"Rex","categoryId":{"isLosslessNumber":true,"value":"2"}}',
    `categoryId ${int64}`,
    'got an object',
    'section 2',
  ],
  [
    'an unknown status',
    '{"name":"Rex","categoryId":2,"status":"eaten"}',
    statuses,
    '"eaten"',
    'section 2',
  ],
  [
    'a status in upper case',
    '{"name":"Rex","categoryId":2,"status":"Sold"}',
    statuses,
    '"Sold"',
    'section 2',
  ],
  ['an empty status', '{"name":"Rex","categoryId":2,"status":""}', statuses, '""', 'section 2'],
  [
    'a null status',
    '{"name":"Rex","categoryId":2,"status":null}',
    statuses,
    'got null',
    'section 2',
  ],
  [
    'a numeric status',
    '{"name":"Rex","categoryId":2,"status":0}',
    statuses,
    '0 (a number)',
    'section 2',
  ],
  [
    'an array as status',
    '{"name":"Rex","categoryId":2,"status":["sold"]}',
    statuses,
    'an array',
    'section 2',
  ],
  [
    'a status named like a method',
    '{"name":"Rex","categoryId":2,"status":"toString"}',
    statuses,
    '"toString"',
    'section 2',
  ],
];

for (const [name, body, expected, got, section] of wrong) {
  behaviour(`rejects ${name}`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [expected, got, section]);
  });
}

/** Members that would be fields if the object inherited from them. */
const prototypes = [
  ['__proto__', '{"__proto__":{"name":"Rex","categoryId":2}}'],
  ['constructor', '{"constructor":{"prototype":{"name":"Rex"}},"categoryId":2}'],
  ['an escaped __proto__', '{"\\u005f_proto__":{"name":"Rex"},"categoryId":2}'],
] as const;

for (const [name, body] of prototypes) {
  behaviour(`reads no name from ${name}`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), ['name is required', 'section 2']);
  });
}

behaviour('keeps later bodies intact after a key __proto__', async (open) => {
  const client = await open();
  await sendBody(client, '{"name":"Rex","categoryId":2,"__proto__":{"status":"sold"}}');

  const answer = await client.get('/pets/51');
  const next = await client.post('/pets', { name: 'Max', categoryId: 3 });

  expect(answer.json).toEqual({ id: 51, name: 'Rex', categoryId: 2 });
  expect(next.json).toEqual({ id: 52, name: 'Max', categoryId: 3 });
  expect(Object.hasOwn(Object.prototype, 'status')).toBe(false);
});

/** Choices under which a body is refused that the default choices accept. */
const choices = [
  ['empty-name', '{"name":"","categoryId":2}', ['name is the empty string', 'section 2']],
  ['unknown-field', '{"name":"Rex","categoryId":2,"id":7}', ['got "id" too', 'section 2']],
  ['unknown-category', '{"name":"Rex","categoryId":99}', ['categoryId 99', 'section 2']],
] as const;

for (const [point, body, words] of choices) {
  behaviour(`rejects a body under ${point}=reject`, async (open) => {
    const client = await open({ choose: { [point]: 'reject' } });
    const expected = [...words, `open point ${point}=reject`];
    await expectRefused(client, () => sendBody(client, body), expected);
  });
}
