import { assert, constant, dictionary, jsonValue, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { shorten } from '../../../src/document/format.js';
import { parseJsonObject } from '../../../src/document/json.js';
import { behaviour } from '../../support/behaviour.js';

const read = (text: string) => parseJsonObject(text, '');
const anyObject = dictionary(string({ unit: 'binary' }), jsonValue(), { minKeys: 1, maxKeys: 8 });

test('accepts every object that JSON.stringify writes', () => {
  assert(
    property(anyObject, constant(2), (object, indent) => {
      expect(read(JSON.stringify(object))).toBeTypeOf('object');
      expect(read(JSON.stringify(object, null, indent))).toBeTypeOf('object');
    }),
  );
});

test('finds a repeated key, whatever stands between', () => {
  assert(
    property(anyObject, (object) => {
      const [key = ''] = Object.keys(object);
      const text = `${JSON.stringify(object).slice(0, -1)}, ${JSON.stringify(key)} : ${JSON.stringify(object[key])}}`;

      expect(() => read(text)).toThrow(`the key ${JSON.stringify(shorten(key))} occurs twice`);
      expect(() => read(`{"inner":[${text}]}`)).toThrow('occurs twice');
    }),
  );
});

for (const [name, body] of [
  ['name', '{"name":"Rex","name":"Rex","categoryId":1}'],
  ['categoryId', '{"name":"Rex","categoryId":1,"categoryId":1}'],
  ['an escaped name', '{"name":"Rex","n\\u0061me":"Rex","categoryId":1}'],
  ['an unknown field', '{"name":"Rex","categoryId":1,"colour":"red","colour":"red"}'],
] as const) {
  behaviour(`rejects a repeated key with equal values: ${name}`, async (open) => {
    const client = await open();

    const answer = await client.post('/pets', body);

    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/the key "\w+" occurs twice \(section 4\.2\)/);
    expect((await client.post('/pets', { name: 'Rex', categoryId: 1 })).json.id).toBe(51);
  });
}

behaviour('accepts the same key in an inner object', async (open) => {
  const client = await open();
  const body = '{"name":"Rex","categoryId":1,"owner":{"name":"Ann","keys":["name","name"]}}';

  expect((await client.post('/pets', body)).status).toBe(201);
});
