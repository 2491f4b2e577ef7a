import { request as httpRequest } from 'node:http';
import { expect, test } from 'vitest';
import type { RunningSimulator } from '../../src/index.js';
import { askOnce, close, key, openWire, readAnswers, request, start } from './wire.js';

const target = 'GET /v1/pets?limit=3';
const headersFor = (fault: string) => ({
  Authorization: 'Bearer test-key',
  Prefer: `fault=${fault}`,
});

async function wireWith(fault: string) {
  const { port } = await start();
  const wire = openWire(port);
  wire.write(request(target, [key, `Prefer: fault=${fault}`]));
  return wire.closed;
}

/** What a request of node:http comes to: an answer read to its end, or the error's code. */
function askNode({ url }: RunningSimulator, fault: string): Promise<string> {
  return new Promise((resolve) => {
    const fail = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    httpRequest(`${url}/pets`, { headers: headersFor(fault), agent: false }, (answer) => {
      answer.on('error', fail).on('end', () => resolve('an answer'));
      answer.resume();
    })
      .on('error', fail)
      .end();
  });
}

test('fault=reset resets the connection before a byte is sent', async () => {
  expect(await wireWith('reset')).toEqual({ text: '', brokenBy: 'ECONNRESET' });
});

test('fault=empty ends the connection before a byte is sent', async () => {
  expect(await wireWith('empty')).toEqual({ text: '', brokenBy: undefined });
});

test('fault=truncate sends half of the body that was announced', async () => {
  const { port } = await start();
  const whole = await askOnce(port, request(target, [key, close]));

  const { text } = await wireWith('truncate');

  const [answer] = readAnswers(text);
  const length = Number(answer?.headers.get('content-length'));
  expect([answer?.status, length]).toEqual([200, whole.body.length]);
  expect(answer?.body).toBe(whole.body.slice(0, length / 2));
});

test('fault=garbage sends a whole body that is not JSON, under the media type of JSON', async () => {
  const { port } = await start();
  const answer = await askOnce(port, request(target, [key, 'Prefer: fault=garbage', close]));
  const type = answer.headers.get('content-type');
  const length = Number(answer.headers.get('content-length'));
  expect([answer.status, type]).toEqual([200, 'application/json']);
  expect(Buffer.byteLength(answer.body)).toBe(length);
  expect(() => JSON.parse(answer.body)).toThrow(SyntaxError);
});

for (const [fault, code] of [
  ['reset', 'ECONNRESET'],
  ['empty', 'ECONNRESET'],
  ['truncate', 'ECONNRESET'],
  ['garbage', 'an answer'],
] as const) {
  test(`node:http sees fault=${fault} as ${code}`, async () => {
    expect(await askNode(await start(), fault)).toBe(code);
  });
}

for (const fault of ['reset', 'empty']) {
  test(`fetch rejects with a TypeError at fault=${fault}`, async () => {
    const { url } = await start();
    await expect(fetch(`${url}/pets`, { headers: headersFor(fault) })).rejects.toThrow(TypeError);
  });
}

test('fetch reads the head at fault=truncate and fails in the body', async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/pets`, { headers: headersFor('truncate') });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow(TypeError);
});

test('fetch reads fault=garbage, and its JSON fails', async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/pets`, { headers: headersFor('garbage') });
  await expect(answer.json()).rejects.toThrow(SyntaxError);
});

for (const fault of ['reset', 'empty', 'truncate', 'garbage']) {
  test(`fault=${fault} concerns its own request and no other`, async () => {
    const simulator = await start();
    const untouched = fetch(`${simulator.url}/pets`, {
      headers: { Authorization: 'Bearer test-key' },
    });
    await askNode(simulator, fault);
    const next = await askOnce(simulator.port, request(target, [key, close]));
    expect([(await untouched).status, next.status]).toEqual([200, 200]);
  });
}
