import { expect, test } from 'vitest';
import type { SentCall } from './calls.js';
import { openServer } from './open.js';
import { wrongCalls } from './wrong-calls.js';

async function send(origin: string, { method, path, body, headers = {} }: SentCall) {
  const init = { method, headers, ...(body === undefined ? {} : { body }) };
  return fetch(`${origin}/__admin${path}`, init);
}

const cases = wrongCalls.map(([call, status, message]) => ({ call, status, message }));

test.for(cases)('answers $status: $message', async ({ call, status, message }) => {
  const { origin } = await openServer();
  const before = await (await fetch(`${origin}/__admin/state`)).json();

  const response = await send(origin, call);

  const error = await response.json();
  expect(error).toEqual({ code: expect.any(String), message: expect.any(String), status });
  expect(error.message).toContain(message);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/json');
  const { clock, ...after } = await (await fetch(`${origin}/__admin/state`)).json();
  expect({ ...after, clock: { ...clock, now: before.clock.now } }).toEqual(before);
});
