import { expect, test } from 'vitest';
import { behaviour, openFetch } from '../../support/behaviour.js';
import { expectError, expectNothingStored, sendBody } from './refused.js';

const whole = '{"name":"Rex","categoryId":2}';
const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
const [before, after] = ['{"name":"', '","categoryId":2}'];
/** A NewPet whose name is these bytes. */
const named = (...bytes: number[]) =>
  Uint8Array.from([...Buffer.from(before), ...bytes, ...Buffer.from(after)]);

const notJson = [
  '{name:"Rex","categoryId":2}',
  '['.repeat(500_000),
  `{"name":"Rex","categoryId":2,"x":${nested(100)}}`,
];

const wrong: [body: string | Uint8Array<ArrayBuffer>, words: string[]][] = [
  ...notJson.map((body): [string, string[]] => [
    body,
    ["The body can't be read as JSON: ", '(section 4.2)', 'Send a NewPet, such as'],
  ]),
  ['[]', ['The body must be an object; got an array', 'section 4.2']],
  ['42', ['must be an object; got 42 (a number)']],
  ['', ['empty', 'section 4.2']],
  ['\r\n\t ', ['empty']],
  [`\uFEFF${whole}`, ['JSON: it begins with a byte order mark', 'section 4.2']],
  [named(0x52, 0xe9, 0x78), ['UTF-8', 'section 4.2']],
  [Uint8Array.from([0xff, 0xfe, ...Buffer.from(whole, 'utf16le')]), ['UTF-8']],
  ['{"name":"Rex","n\\u0061me":"Max","categoryId":2}', ['the key "name" occurs twice']],
  ['{"name":"Rex","categoryId":2,"__proto__":1,"__proto__":2}', ['"__proto__" occurs twice']],
  ['{}', ['name is required', 'Add "name"', 'section 2']],
  ['{"name":"Rex"}', ['categoryId is required', 'Add "categoryId"']],
  ['{"__proto__":{"name":"Rex","categoryId":2}}', ['name is required']],
  ['{"name":42,"categoryId":2}', ['name must be a string', 'got 42 (a number)', 'section 2']],
  ['{"name":null,"categoryId":2}', ['name must be a string', 'got null']],
  ['{"name":"Rex","categoryId":"2"}', ['categoryId must be an int64', 'got "2" (a string)']],
  ['{"name":"Rex","categoryId":{"isLosslessNumber":true,"value":"2"}}', ['got an object']],
  [
    '{"name":"Rex","categoryId":2,"status":"eaten"}',
    ['status must be one of available, pending, sold', '"eaten"', 'section 2'],
  ],
  ['{"name":"Rex","categoryId":2,"status":null}', ['status must be', 'got null']],
  ['{"name":"Rex","categoryId":2,"status":"toString"}', ['"toString"']],
  [`{"name":"Rex","categoryId":2,"status":"${'a'.repeat(79)}🐈"}`, [`got "${'a'.repeat(79)}…"`]],
];

behaviour('rejects a wrong body with what is wrong, and stores nothing', async (client) => {
  for (const [body, words] of wrong) {
    expectError(await sendBody(client, body), 400, words);
  }
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  expectError(await client.send('/v1/pets', { method: 'POST', headers }), 400, ['empty']);
  await expectNothingStored(client);
});

behaviour('rejects numbers that are no int64', async (client) => {
  const notInt64 = ['1.5', '1e-1', '1e400', '9223372036854775808', '-9223372036854775809'];
  for (const spelling of [...notInt64, '9'.repeat(10_000), `1${'0'.repeat(1_000_000)}1`]) {
    const got = spelling.slice(0, 20);
    const answer = await sendBody(client, `{"name":"Rex","categoryId":${spelling}}`);
    expectError(answer, 400, ['categoryId must be an int64 integer (section 2)', `got ${got}`]);
  }
  await expectNothingStored(client);
});

const formats: [headers: Record<string, string>, got: string][] = [
  [{ 'Content-Type': 'text/plain' }, '"text/plain"'],
  [{ 'Content-Type': 'application/vnd.api+json' }, '"application/vnd.api+json"'],
  [{ 'Content-Type': 'application/jsonp' }, '"application/jsonp"'],
  [{ 'Content-Type': '; charset=utf-8' }, '"; charset=utf-8"'],
  [{ 'Content-Encoding': 'gzip' }, '"gzip"'],
];

behaviour('rejects a body that is not sent as JSON', async (client) => {
  for (const [headers, got] of formats) {
    const words = ['application/json', 'section 4.2', got, 'open point media-type=reject'];
    expectError(await client.post('/pets', whole, headers), 400, words);
  }
  // Bytes, as text would get a media type from the client.
  const body = Uint8Array.from(Buffer.from(whole));
  const headers = { Authorization: 'Bearer test-key' };
  const answer = await client.send('/v1/pets', { method: 'POST', headers, body });
  expectError(answer, 400, ['got no media type']);
  await expectNothingStored(client);
});

test('rejects a body beyond the limit in bytes with 413, and stores nothing', async () => {
  const client = await openFetch({ maxBody: 1024 });
  const words = ['The body is larger', 'section 8', 'max-body'];
  expectError(await sendBody(client, whole.padEnd(1025)), 413, words);
  expect((await client.post('/pets', { name: '🐈'.repeat(255), categoryId: 2 })).status).toBe(413);
  expect((await sendBody(client, whole.padEnd(1024))).json.id).toBe(51);
});

test('keeps the last value of a key, if a service of your own does, and notes it once', async () => {
  const client = await openFetch({ accepts: ['repeated-key'] });
  const { json, headers } = await sendBody(
    client,
    '{"name":1,"name":"B","name":"C","categoryId":2}',
  );
  expect(json).toMatchObject({ name: 'C' });
  expect(headers.get('simulator-notes')?.match(/violation|accepts=[^"]+/g)).toEqual([
    'violation',
    'accepts=repeated-key',
  ]);
});

behaviour('accepts what looks wrong and is right', async (client) => {
  const extra = (value: string) => `{"name":"\uFEFFRex","categoryId":2,"x":${value}}`;
  const quoted = JSON.stringify(`"${'['.repeat(200)}`);
  for (const one of [nested(99), quoted, '{"__proto__":{"status":"sold"}}']) {
    const { json } = await sendBody(client, extra(one));
    expect(json).toEqual({ id: expect.any(Number), name: '\uFEFFRex', categoryId: 2 });
  }
  const encoded = await client.post('/pets', whole, { 'Content-Encoding': 'Identity' });
  expect([encoded.status, Object.hasOwn(Object.prototype, 'status')]).toEqual([201, false]);
});
