import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';
import { expectRefused, sendBody } from './refused.js';

const int64 = 'must be an int64 integer (section 2)';
const statuses = 'status must be one of available, pending, sold';

/** The body, and what the message says: the field with what was expected, what was received, the section. */
const wrong: [body: string, expected: string, got: string, section: string][] = [
  ['{}', 'name is required', 'Add "name"', 'section 2'],
  ['{"categoryId":2}', 'name is required', 'Add "name"', 'section 2'],
  ['{"name":"Rex"}', 'categoryId is required', 'Add "categoryId"', 'section 2'],
  ['{"Name":"Rex","categoryId":2}', 'name is required', 'Add "name"', 'section 2'],
  ['{"name":42,"categoryId":2}', 'name must be a string', 'got 42 (a number)', 'section 2'],
  ['{"name":null,"categoryId":2}', 'name must be a string', 'got null', 'section 2'],
  ['{"name":true,"categoryId":2}', 'name must be a string', 'got true (a boolean)', 'section 2'],
  ['{"name":["Rex"],"categoryId":2}', 'name must be a string', 'got an array', 'section 2'],
  ['{"name":{"a":1},"categoryId":2}', 'name must be a string', 'got an object', 'section 2'],
  ['{"name":"Rex","categoryId":"2"}', `categoryId ${int64}`, 'got "2" (a string)', 'section 2'],
  ['{"name":"Rex","categoryId":""}', `categoryId ${int64}`, 'got "" (a string)', 'section 2'],
  ['{"name":"Rex","categoryId":null}', `categoryId ${int64}`, 'got null', 'section 2'],
  ['{"name":"Rex","categoryId":true}', `categoryId ${int64}`, 'got true (a boolean)', 'section 2'],
  ['{"name":"Rex","categoryId":[2]}', `categoryId ${int64}`, 'got an array', 'section 2'],
  ['{"name":"Rex","categoryId":{}}', `categoryId ${int64}`, 'got an object', 'section 2'],
  [
    '{"name":"Rex","categoryId":{"isLosslessNumber":true,"value":"2"}}',
    `categoryId ${int64}`,
    'got an object',
    'section 2',
  ],
  ['{"name":"Rex","categoryId":2,"status":"eaten"}', statuses, '"eaten"', 'section 2'],
  ['{"name":"Rex","categoryId":2,"status":"Sold"}', statuses, '"Sold"', 'section 2'],
  ['{"name":"Rex","categoryId":2,"status":""}', statuses, '""', 'section 2'],
  ['{"name":"Rex","categoryId":2,"status":null}', statuses, 'got null', 'section 2'],
  ['{"name":"Rex","categoryId":2,"status":0}', statuses, '0 (a number)', 'section 2'],
  ['{"name":"Rex","categoryId":2,"status":["sold"]}', statuses, 'an array', 'section 2'],
  ['{"name":"Rex","categoryId":2,"status":"toString"}', statuses, '"toString"', 'section 2'],
];

for (const [body, expected, got, section] of wrong) {
  behaviour(`the body ${body} is refused, and the message says why`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [expected, got, section]);
  });
}

/** Members that would be fields if the object inherited from them. */
const prototypes = [
  '{"__proto__":{"name":"Rex","categoryId":2}}',
  '{"constructor":{"prototype":{"name":"Rex"}},"categoryId":2}',
  '{"\\u005f_proto__":{"name":"Rex"},"categoryId":2}',
];

for (const body of prototypes) {
  behaviour(`the body ${body} has no name`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), ['name is required', 'section 2']);
  });
}

behaviour('a body with a key __proto__ leaves later bodies as they are', async (open) => {
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
  behaviour(`under ${point}=reject, ${body} is refused by choice`, async (open) => {
    const client = await open({ choose: { [point]: 'reject' } });
    const said = [...words, `open point ${point}=reject`];
    await expectRefused(client, () => sendBody(client, body), said);
  });
}
