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

test('resets the connection before any byte at fault=reset', async () => {
  expect(await wireWith('reset')).toEqual({ text: '', brokenBy: 'ECONNRESET' });
});

test('ends the connection before any byte at fault=empty', async () => {
  expect(await wireWith('empty')).toEqual({ text: '', brokenBy: undefined });
});

test('sends half of the body at fault=truncate', async () => {
  const { port } = await start();
  const whole = await askOnce(port, request(target, [key, close]));

  const { text } = await wireWith('truncate');

  const [answer] = readAnswers(text);
  const length = Number(answer?.headers.get('content-length'));
  expect([answer?.status, length]).toEqual([200, whole.body.length]);
  expect(answer?.body).toBe(whole.body.slice(0, length / 2));
});

test('sends a body that is not JSON at fault=garbage', async () => {
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
  test(`looks like ${code} to node:http at fault=${fault}`, async () => {
    expect(await askNode(await start(), fault)).toBe(code);
  });
}

for (const fault of ['reset', 'empty']) {
  test(`makes fetch reject with a TypeError at fault=${fault}`, async () => {
    const { url } = await start();
    await expect(fetch(`${url}/pets`, { headers: headersFor(fault) })).rejects.toThrow(TypeError);
  });
}

test('lets fetch read the head at fault=truncate, not the body', async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/pets`, { headers: headersFor('truncate') });
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow(TypeError);
});

test('lets fetch read the body at fault=garbage, not its JSON', async () => {
  const { url } = await start();
  const answer = await fetch(`${url}/pets`, { headers: headersFor('garbage') });
  await expect(answer.json()).rejects.toThrow(SyntaxError);
});

for (const fault of ['reset', 'empty', 'truncate', 'garbage']) {
  test(`breaks only its own request at fault=${fault}`, async () => {
    const simulator = await start();
    const untouched = fetch(`${simulator.url}/pets`, {
      headers: { Authorization: 'Bearer test-key' },
    });
    await askNode(simulator, fault);
    const next = await askOnce(simulator.port, request(target, [key, close]));
    expect([(await untouched).status, next.status]).toEqual([200, 200]);
  });
}
