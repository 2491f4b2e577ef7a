import { assert, constant, dictionary, jsonValue, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { repeatedKey } from '../../src/engine/interface/json.js';
import { behaviour } from '../support/behaviour.js';

const anyObject = dictionary(string({ unit: 'binary' }), jsonValue(), { minKeys: 1, maxKeys: 8 });

test('no object that JavaScript writes has a key twice', () => {
  assert(
    property(anyObject, constant(2), (object, indent) => {
      expect(repeatedKey(JSON.stringify(object))).toBeUndefined();
      expect(repeatedKey(JSON.stringify(object, null, indent))).toBeUndefined();
    }),
  );
});

test('a key that is said once more is found, whatever stands between', () => {
  assert(
    property(anyObject, (object) => {
      const [key = ''] = Object.keys(object);
      const text = `${JSON.stringify(object).slice(0, -1)}, ${JSON.stringify(key)} : null}`;

      expect(repeatedKey(text)).toBe(key);
    }),
  );
});

for (const body of [
  '{"name":"Rex","name":"Rex","categoryId":1}',
  '{"name":"Rex","categoryId":1,"categoryId":1}',
  '{"name":"Rex","n\\u0061me":"Rex","categoryId":1}',
  '{"name":"Rex","categoryId":1,"colour":"red","colour":"red"}',
]) {
  behaviour(`a key that comes twice with the same value is refused: ${body}`, async (open) => {
    const client = await open();

    const answer = await client.post('/pets', body);

    expect(answer.status).toBe(400);
    expect(answer.json.message).toMatch(/the key "\w+" comes twice \(section 4\.2\)/);
    expect((await client.post('/pets', { name: 'Rex', categoryId: 1 })).json.id).toBe(51);
  });
}

behaviour('the same key in an inner object is another key', async (open) => {
  const client = await open();
  const body = '{"name":"Rex","categoryId":1,"owner":{"name":"Ann","keys":["name","name"]}}';

  expect((await client.post('/pets', body)).status).toBe(201);
});
