import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { connect, createSimulator, startSimulator } from '../../src/index.js';

const limit = 64 * 1024;

async function open() {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  return simulator;
}

interface Answer {
  readonly status: number | undefined;
  readonly body: unknown;
}

/** Begins a call and lets the test write its body; resolves with the answer, however much was written. */
function begin(url: string, method: string, headers: Record<string, string | number>) {
  let sending: ClientRequest | undefined;
  const answer = new Promise<Answer>((resolve, reject) => {
    const onResponse = async (response: IncomingMessage) =>
      resolve({ status: response.statusCode, body: await json(response) });
    sending = httpRequest(url, { method, headers }, onResponse).on('error', reject);
  });
  onTestFinished(() => void sending?.destroy());
  return { sending: sending as ClientRequest, answer };
}

const tooLarge = {
  status: 413,
  body: {
    code: 'payload_too_large',
    message: `The body of this call must be at most ${limit} bytes. Send a smaller one.`,
    status: 413,
  },
};

const calls = [
  ['POST', '/reset'],
  ['POST', '/rules'],
  ['POST', '/requests/count'],
  ['PUT', '/settings'],
  ['PUT', '/clock'],
  ['POST', '/pets'],
  ['POST', '/provider-states'],
  ['DELETE', '/rules'],
] as const;

test.for(calls)(
  '%s %s refuses a declared body over 64 KiB before it arrives',
  async ([method, path]) => {
    const { origin } = await open();
    const { sending, answer } = begin(`${origin}/__admin${path}`, method, {
      'Content-Length': limit + 1,
    });
    sending.flushHeaders();

    expect(await answer).toEqual(tooLarge);
  },
);

test.for(calls)('%s %s refuses a chunked body once it is over 64 KiB', async ([method, path]) => {
  const { origin } = await open();
  const { sending, answer } = begin(`${origin}/__admin${path}`, method, {
    'Transfer-Encoding': 'chunked',
  });
  sending.write(' '.repeat(limit));
  sending.write(' ');

  expect(await answer).toEqual(tooLarge);
});

test('a refused client that goes on sending loses no answer', async () => {
  const { origin } = await open();
  const { sending, answer } = begin(`${origin}/__admin/reset`, 'POST', {
    'Transfer-Encoding': 'chunked',
  });
  for (let piece = 0; piece < 200; piece += 1) {
    sending.write(' '.repeat(limit));
    await setImmediate();
  }
  sending.end();

  expect(await answer).toEqual(tooLarge);
  expect((await fetch(`${origin}/__admin/settings`)).status).toBe(200);
});

test('accepts a body of 64 KiB', async () => {
  const { origin } = await open();
  const body = '{"pets":3}'.padEnd(limit);

  const response = await fetch(`${origin}/__admin/reset`, { method: 'POST', body });

  expect(await response.json()).toMatchObject({ pets: 3 });
});

test('accepts a larger snapshot', async () => {
  const { origin } = await open();
  const snapshot = await (await fetch(`${origin}/__admin/state`)).text();

  const body = snapshot.padEnd(3 * limit);
  const response = await fetch(`${origin}/__admin/state`, { method: 'PUT', body });

  expect(response.status).toBe(200);
});

test.for(['in this process', 'elsewhere'])(
  'a handle on a simulator %s has the same limit',
  async (where) => {
    const { sandbox } = where === 'elsewhere' ? connect((await open()).url) : createSimulator();
    const name = 'R'.repeat(limit);

    await expect(sandbox().pets.add({ name, categoryId: 1 })).rejects.toMatchObject({
      code: 'payload_too_large',
      status: 413,
    });
  },
);
