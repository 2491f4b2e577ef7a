import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FetchInit } from '../../src/verify/send/http.js';
import { createClient } from './check-context.js';

const request = { method: 'GET', path: '/pets', headers: {} };

const responses = (count: number, client: ReturnType<typeof createClient>) =>
  Promise.allSettled(Array.from({ length: count }, () => client.send(request)));

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Responds after 100 ms, to all requests at once, and records how many there are. */
function inParallel() {
  const flight = { now: 0, max: 0 };
  const fetch = async () => {
    flight.now += 1;
    flight.max = Math.max(flight.max, flight.now);
    await new Promise((resolve) => setTimeout(resolve, 100));
    flight.now -= 1;
    return new Response('[]');
  };
  return { flight, fetch };
}

test.each([1, 3, 20])('sends at most %i requests at once', async (limit) => {
  const { flight, fetch } = inParallel();
  const client = createClient(fetch, { maxConcurrency: limit });

  const received = responses(50, client);
  await vi.runAllTimersAsync();

  expect((await received).filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
  expect(flight.max).toBe(limit);
});

test('a lower limit holds for the requests that wait', async () => {
  const { flight, fetch } = inParallel();
  const client = createClient(fetch);

  const received = responses(30, client);
  client.limitTo(2);
  await vi.advanceTimersByTimeAsync(100);
  flight.max = 0;
  await vi.runAllTimersAsync();
  await received;

  expect(flight.max).toBe(2);
});

describe('a provider that handles one request after another', () => {
  /** Responds to each request so many milliseconds after the one before. */
  function inSequence(milliseconds: number) {
    let last = Promise.resolve();
    return async (_url: string, { signal }: FetchInit) => {
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
      await last;
      signal?.throwIfAborted();
      return new Response('[]');
    };
  }

  test('has the timeout for each of them', async () => {
    const client = createClient(inSequence(900), { timeout: 1_000 });

    const received = responses(40, client);
    await vi.runAllTimersAsync();

    expect((await received).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  test('does not keep verify waiting for a request without a response', async () => {
    const start = performance.now();
    const others = inSequence(10);
    const fetch = (url: string, init: FetchInit) =>
      url.endsWith('/lost')
        ? new Promise<Response>((_resolve, reject) => {
            init.signal.addEventListener('abort', () => reject(init.signal.reason));
          })
        : others(url, init);
    const client = createClient(fetch, { timeout: 1_000 });

    const lost = client.send({ ...request, path: '/lost' }).catch(() => performance.now() - start);
    const received = responses(1_000, client);
    await vi.runAllTimersAsync();
    await received;

    expect(await lost).toBe(1_200);
  });
});

describe('a rate limit', () => {
  /** Rejects what exceeds so many requests per second. */
  function limitedTo(perSecond: number) {
    const seconds = new Map<number, number>();
    const counts = { rejected: 0 };
    const fetch = async () => {
      const second = Math.floor(Date.now() / 1_000);
      const count = (seconds.get(second) ?? 0) + 1;
      seconds.set(second, count);
      if (count > perSecond) {
        counts.rejected += 1;
        return new Response('', { status: 429, headers: { 'Retry-After': '1' } });
      }
      return new Response('[]');
    };
    return { fetch, counts };
  }

  test('delays concurrent requests and loses none', async () => {
    const { fetch, counts } = limitedTo(8);
    const client = createClient(fetch);

    const received = responses(60, client);
    await vi.runAllTimersAsync();

    expect((await received).filter(({ status }) => status === 'rejected')).toEqual([]);
    expect(counts.rejected).toBeGreaterThan(0);
  });

  test('halves the number of requests at once', async () => {
    const client = createClient(limitedTo(15).fetch);

    const received = responses(20, client);
    await vi.runAllTimersAsync();
    await received;

    expect(client.limit).toBe(10);
  });
});
