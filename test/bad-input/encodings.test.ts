import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';
import { expectRefused, sendBody } from './refused.js';

const whole = '{"name":"Rex","categoryId":2}';

/** A whole NewPet whose name is these bytes. */
function named(...bytes: number[]): Uint8Array<ArrayBuffer> {
  const [before, after] = ['{"name":"', '","categoryId":2}'];
  return Uint8Array.from([...Buffer.from(before), ...bytes, ...Buffer.from(after)]);
}

const notUtf8: [name: string, body: Uint8Array<ArrayBuffer>][] = [
  ['a byte that UTF-8 never has', named(0xff)],
  ['Latin-1', named(0x52, 0xe9, 0x78)],
  ['a continuation byte alone', named(0x80)],
  ['a sequence that breaks off', named(0xe2, 0x82)],
  ['an overlong NUL', named(0xc0, 0x80)],
  ['an overlong quotation mark', named(0xc0, 0xa2)],
  ['a surrogate as three bytes', named(0xed, 0xa0, 0x80)],
  ['a code point beyond U+10FFFF', named(0xf4, 0x90, 0x80, 0x80)],
  [
    'UTF-16 with a byte order mark',
    Uint8Array.from([0xff, 0xfe, ...Buffer.from(whole, 'utf16le')]),
  ],
];

for (const [name, body] of notUtf8) {
  behaviour(`rejects a body with ${name}, as it is not UTF-8`, async (open) => {
    const client = await open();
    const words = ['The body', 'UTF-8', 'section 4.2', 'Send a NewPet'];
    await expectRefused(client, () => sendBody(client, body), words);
  });
}

behaviour('rejects a body in UTF-16 without a byte order mark', async (open) => {
  const client = await open();
  const body = Uint8Array.from(Buffer.from(whole, 'utf16le'));
  await expectRefused(client, () => sendBody(client, body), [
    'The body',
    "can't be read as JSON",
    'section 4.2',
  ]);
});

behaviour('rejects a body that begins with a byte order mark', async (open) => {
  const client = await open();
  const words = ['The body', 'byte order mark', 'section 4.2', 'Send a NewPet'];
  await expectRefused(client, () => sendBody(client, `\uFEFF${whole}`), words);
});

behaviour('keeps a byte order mark within a name', async (open) => {
  const client = await open();
  const answer = await client.post('/pets', { name: '\uFEFFRex', categoryId: 2 });
  expect([answer.status, answer.json.name]).toEqual([201, '\uFEFFRex']);
});

/** Media types that aren't application/json, and content codings. */
const formats: [name: string, headers: Record<string, string>, got: string][] = [
  ['text/plain', { 'Content-Type': 'text/plain' }, '"text/plain"'],
  ['text/json', { 'Content-Type': 'text/json' }, '"text/json"'],
  ['a suffix type', { 'Content-Type': 'application/vnd.api+json' }, '"application/vnd.api+json"'],
  ['a longer type', { 'Content-Type': 'application/jsonp' }, '"application/jsonp"'],
  ['two types', { 'Content-Type': 'application/json, application/json' }, 'application/json, '],
  ['only a parameter', { 'Content-Type': '; charset=utf-8' }, '"; charset=utf-8"'],
  ['gzip', { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, '"gzip"'],
];

for (const [name, headers, got] of formats) {
  behaviour(`rejects a body sent as ${name}`, async (open) => {
    const client = await open();
    const words = ['application/json', 'section 4.2', got, 'open point media-type=reject'];
    await expectRefused(client, () => client.post('/pets', whole, headers), words);
  });
}

behaviour('rejects a body without a media type', async (open) => {
  const client = await open();
  // Bytes, as text would get a media type from the client.
  const body = Uint8Array.from(Buffer.from(whole));
  const headers = { Authorization: 'Bearer test-key' };
  const send = () => client.send('/v1/pets', { method: 'POST', headers, body });
  await expectRefused(client, send, ['application/json', 'section 4.2', 'got no media type']);
});

behaviour('accepts Content-Encoding: identity', async (open) => {
  const client = await open();
  const answer = await client.post('/pets', JSON.parse(whole), { 'Content-Encoding': 'Identity' });
  expect(answer.status).toBe(201);
});
