import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { behaviour } from '../support/behaviour.js';
import { key, openWire, request, start } from './wire.js';

const target = 'GET /v1/pets?limit=3';

/** A connection whose request gets a slow reply. */
async function openSlow(prefer: string) {
  const simulator = await start();
  const wire = openWire(simulator.port);
  wire.write(request(target, [key, `Prefer: ${prefer}`]));
  return { simulator, wire };
}

/** Waits until the journal has an exchange, so that its reply has begun. */
const whenBegun = ({ sandbox }: Awaited<ReturnType<typeof start>>) =>
  sandbox('default').requests({ wait: 1 });

test('fault=hang sends nothing and resets the connection after its delay', async () => {
  const { wire } = await openSlow('fault=hang, delay=50');

  expect(await wire.closed).toEqual({ text: '', brokenBy: 'ECONNRESET' });
});

test('a client that ends its side ends fault=hang at once', async () => {
  const { simulator, wire } = await openSlow('fault=hang');
  await whenBegun(simulator);

  wire.end();

  expect((await wire.closed).text).toBe('');
});

test('stopping ends fault=hang at once', async () => {
  const { simulator, wire } = await openSlow('fault=hang');
  await whenBegun(simulator);

  await simulator.close();

  expect((await wire.closed).text).toBe('');
});

test('fault=dribble sends the body in ten chunks', async () => {
  const { wire } = await openSlow('fault=dribble, delay=20');
  await wire.waitFor('\r\n0\r\n\r\n');
  wire.destroy();

  const { text } = await wire.closed;

  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  expect(head).toContain('Transfer-Encoding: chunked');
  expect(body.match(/^[0-9a-f]+\r$/gm)).toHaveLength(11);
});

test('stopping sends the rest of fault=dribble at once', async () => {
  const { simulator, wire } = await openSlow('fault=dribble, delay=60000');
  await wire.waitFor('\r\n\r\n');

  await simulator.close();

  expect((await wire.closed).text).toMatch(/\r\n0\r\n\r\n$/);
});

test('a client that ends its side gets the rest of fault=dribble at once', async () => {
  const { wire } = await openSlow('fault=dribble, delay=60000');
  await wire.waitFor('\r\n\r\n');

  wire.end();

  expect((await wire.closed).text).toMatch(/\r\n0\r\n\r\n$/);
});

behaviour('fault=dribble changes nothing in the body', async (open) => {
  const client = await open();
  const whole = await client.get('/pets');

  const slow = await client.get('/pets', { Prefer: 'fault=dribble, delay=9' });

  expect([slow.status, slow.text]).toEqual([200, whole.text]);
  expect(slow.headers.get('preference-applied')).toBe('fault=dribble, delay=9');
  expect(slow.headers.get('simulator-notes')).toContain('scenario;applied="fault=dribble";beyond');
});

behaviour('fault=dribble is a usual response without a body', async (open) => {
  const client = await open();
  const headers = { Authorization: 'Bearer test-key', Prefer: 'fault=dribble' };

  const answer = await client.send('/v1/pets', { method: 'HEAD', headers });

  expect([answer.status, answer.text]).toEqual([200, '']);
});

const askWithin = (prefer: string, signal?: AbortSignal) =>
  createSimulator().fetch('http://localhost/v1/pets', {
    headers: { Authorization: 'Bearer test-key', Prefer: prefer },
    ...(signal && { signal }),
  });

test('fault=hang rejects with a TypeError after its delay, without a network', async () => {
  await expect(askWithin('fault=hang, delay=20')).rejects.toThrow(TypeError);
});

test('an aborted request leaves fault=hang with the reason, without a network', async () => {
  const signal = AbortSignal.timeout(20);
  await expect(askWithin('fault=hang', signal)).rejects.toThrow(/timeout/);
});

test('an aborted request breaks off fault=dribble, without a network', async () => {
  const controller = new AbortController();
  const answer = await askWithin('fault=dribble', controller.signal);

  controller.abort();

  await expect(answer.text()).rejects.toThrow(/aborted/);
});

test('a body that nobody reads stops fault=dribble, without a network', async () => {
  const answer = await askWithin('fault=dribble');

  await expect(answer.body?.cancel()).resolves.toBeUndefined();
});
