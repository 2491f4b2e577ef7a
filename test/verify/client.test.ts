import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Inconclusive } from '../../src/verify/result.js';
import type { FetchInit } from '../../src/verify/send/client.js';
import { fakeTime } from '../support/fake-time.js';
import { createClient, hang } from './reach.js';

const request = { method: 'GET', path: '/pets', headers: {} };

const sendMany = (count: number, client: ReturnType<typeof createClient>) =>
  Promise.allSettled(Array.from({ length: count }, () => client.send(request)));

const wait = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

describe('a response', () => {
  /** Responds with chunks, and counts those that are read. */
  function inChunks(chunk: Uint8Array, count: number) {
    const read = { chunks: 0 };
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (read.chunks === count) {
            controller.close();
          } else {
            read.chunks += 1;
            controller.enqueue(chunk);
          }
        },
      });
    return { read, fetch: async () => new Response(body()) };
  }

  test('is read whole up to the limit, in whatever chunks it comes', async () => {
    const { fetch } = inChunks(Buffer.from('x'), 100_000);

    const { bytes } = await createClient(fetch).send(request);

    expect(Buffer.from(bytes).equals(Buffer.alloc(100_000, 'x'))).toBe(true);
  });

  test('is not read beyond the limit', async () => {
    const { fetch, read } = inChunks(Buffer.alloc(2 ** 20), Number.POSITIVE_INFINITY);

    expect(await createClient(fetch).send(request)).toMatchObject({
      status: 0,
      message: 'it has more than 2097152 bytes',
    });
    expect(read.chunks).toBeLessThan(5);
  });

  test('that stops before Content-Length is incomplete', async () => {
    const fetch = async (_url: string, { signal }: FetchInit) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(Buffer.from('[1,2'));
          signal.addEventListener('abort', () => stream.error(signal.reason));
        },
      });
      return new Response(body, { headers: { 'Content-Length': '10' } });
    };

    expect(await createClient(fetch, { timeout: 50 }).send(request)).toMatchObject({
      message: 'nothing more within 50 ms (--timeout)',
    });
  });
});

describe('a stopped verification', () => {
  const stopped = new Error('stopped by the test');
  const reason = 'it was stopped (stopped by the test)';

  test.each([
    ['ends the request that is under way', hang],
    [
      'ends the wait for a rate limit',
      async () => new Response('', { status: 429, headers: { 'Retry-After': '15' } }),
    ],
  ])('%s', async (_, fetch) => {
    const controller = new AbortController();
    const client = createClient(fetch, {}, controller.signal);
    setImmediate(() => controller.abort(stopped));

    await expect(client.send(request)).rejects.toThrow(reason);
  });

  test('sends no more requests', async () => {
    const fetch = vi.fn(async () => new Response('[]'));
    const client = createClient(fetch, {}, AbortSignal.abort(stopped));

    await expect(client.send(request)).rejects.toThrow(reason);
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('over time', () => {
  beforeEach(() => {
    fakeTime({ now: new Date('2026-01-01T00:00:00Z') });
  });

  /** Responds after 100 ms, to all requests at once, and records how many there are. */
  function inParallel() {
    const flight = { now: 0, max: 0 };
    const fetch = async () => {
      flight.now += 1;
      flight.max = Math.max(flight.max, flight.now);
      await wait(100);
      flight.now -= 1;
      return new Response('[]');
    };
    return { flight, fetch };
  }

  test('sends at most 20 requests at once', async () => {
    const { flight, fetch } = inParallel();

    const received = sendMany(50, createClient(fetch));
    await vi.runAllTimersAsync();

    expect((await received).filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(flight.max).toBe(20);
  });

  test('a lower limit holds for the requests that wait', async () => {
    const { flight, fetch } = inParallel();
    const client = createClient(fetch);

    const received = sendMany(30, client);
    client.limit = 2;
    await vi.advanceTimersByTimeAsync(100);
    flight.max = 0;
    await vi.runAllTimersAsync();
    await received;

    expect(flight.max).toBe(2);
  });

  describe('a rate limit', () => {
    /** Rejects the first requests. */
    function limited(calls: number, retryAfter?: string, status = 429) {
      const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter };
      const fetch = vi.fn(async () =>
        fetch.mock.calls.length <= calls
          ? new Response('', { status, headers })
          : new Response('[]'),
      );
      return { fetch, client: createClient(fetch) };
    }

    test.each([
      ['429 with Retry-After in seconds', 429, '7', 2, [200, 14]],
      ['429 with Retry-After as a date', 429, 'Thu, 01 Jan 2026 00:00:15 GMT', 1, [200, 15]],
      ['429 without Retry-After', 429, undefined, 10, [200, 10]],
      ['429 with Retry-After 0', 429, '0', 10, [200, 10]],
      ['503 with Retry-After', 503, '7', 1, [200, 7]],
      ['503 without Retry-After', 503, undefined, 0, [503, 0]],
    ] as const)('of %s', async (_how, status, retryAfter, waits, [expected, seconds]) => {
      const { fetch, client } = limited(Math.max(waits, 1), retryAfter, status);
      const start = Date.now();

      const response = client.send(request).then((one) => [one.status, Date.now() - start]);
      await vi.runAllTimersAsync();

      expect(await response).toEqual([expected, seconds * 1_000]);
      expect(fetch).toHaveBeenCalledTimes(waits + 1);
      expect(client.limitReason).toBe(waits === 0 ? '' : `a rate limit (${status})`);
    });

    test.each(['61', '1', undefined])(
      'is waited for a minute at most (Retry-After: %s)',
      async (retryAfter) => {
        const start = Date.now();
        const { fetch, client } = limited(Number.POSITIVE_INFINITY, retryAfter);

        const refused = expect(client.send(request)).rejects.toThrow('(429) lasts too long');
        const ended = refused.then(() => Date.now() - start);
        await vi.runAllTimersAsync();

        expect(await ended).toBeLessThanOrEqual(60_000);
        fetch.mockClear();
        await expect(client.send(request)).rejects.toThrow(Inconclusive);
        expect(fetch).not.toHaveBeenCalled();
      },
    );

    test('delays concurrent requests, loses none, and sends one at a time', async () => {
      const { client } = limited(8);

      const received = sendMany(60, client);
      await vi.runAllTimersAsync();

      expect((await received).filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(client.limit).toBe(1);
    });
  });
});

test('a provider may answer one request after another', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const fetch = (_url: string, { signal }: FetchInit) => {
    last = last.then(() => wait(400));
    const response = last.then(() => new Response('[]'));
    return Promise.race([response, hang('', { signal } as FetchInit)]);
  };
  fakeTime({ toFake: ['setTimeout', 'clearTimeout'] });
  const sent = sendMany(5, createClient(fetch, { timeout: 1_000 }));
  await vi.advanceTimersByTimeAsync(2_000);
  const value = expect.objectContaining({ status: 200 });
  expect(await sent).toEqual(Array(5).fill({ status: 'fulfilled', value }));
});
