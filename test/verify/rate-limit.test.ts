import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Inconclusive } from '../../src/verify/result.js';
import { createClient } from './check-context.js';

const request = { method: 'GET', path: '/pets', headers: { 'user-agent': 'Pact' } };

/** Creates a provider that rejects the first requests with 429. */
function limited(retryAfter: string | undefined, calls: number) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) =>
    fetch.mock.calls.length <= calls
      ? new Response('', {
          status: 429,
          headers: retryAfter === undefined ? {} : { 'Retry-After': retryAfter },
        })
      : new Response('[]'),
  );
  return { fetch, client: createClient(fetch) };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['in seconds', '7', 2],
  ['as a date', 'Thu, 01 Jan 2026 00:00:15 GMT', 1],
  ['absent', undefined, 10],
  ['0', '0', 10],
])('waits for a rate limit with Retry-After %s', async (_how, retryAfter, calls) => {
  const { fetch, client } = limited(retryAfter, calls);

  const response = client.send(request);
  await vi.runAllTimersAsync();

  expect((await response).status).toBe(200);
  expect(fetch).toHaveBeenCalledTimes(calls + 1);
});

test.each(['21', '6', undefined])(
  'waits at most 20 s for a request (Retry-After: %s)',
  async (retryAfter) => {
    const start = Date.now();
    const { client } = limited(retryAfter, Number.POSITIVE_INFINITY);

    const refused = expect(client.send(request)).rejects.toThrow(Inconclusive);
    await vi.runAllTimersAsync();

    await refused;
    expect(Date.now() - start).toBeLessThanOrEqual(20_000);
  },
);

test('does not wait again once a wait was in vain', async () => {
  const { fetch, client } = limited('1', Number.POSITIVE_INFINITY);
  const refused = expect(client.send(request)).rejects.toThrow(Inconclusive);
  await vi.runAllTimersAsync();
  await refused;
  fetch.mockClear();

  await expect(client.send(request)).rejects.toThrow(Inconclusive);
  expect(fetch).toHaveBeenCalledOnce();
});

test('waits at most a minute for all requests together', async () => {
  const start = Date.now();
  let calls = 0;
  const fetch = async () => {
    calls += 1;
    return new Response('[]', {
      status: calls % 2 === 0 ? 429 : 200,
      headers: { 'Retry-After': '1' },
    });
  };
  const client = createClient(fetch);

  let refusals = 0;
  const callOften = async () => {
    for (let call = 0; call < 200; call += 1) {
      await client.send(request).catch((error) => {
        expect(error).toBeInstanceOf(Inconclusive);
        refusals += 1;
      });
    }
  };
  const finished = callOften();
  await vi.runAllTimersAsync();
  await finished;

  expect(Date.now() - start).toBe(60_000);
  expect(refusals).toBeGreaterThan(0);
});
