import { describe, expect, test } from 'vitest';
import { Inconclusive } from '../../src/verify/result.js';
import { NoResponse } from '../../src/verify/send/client.js';
import { fetchOverHttp } from '../../src/verify/send/http.js';
import { createClient } from './check-context.js';
import { openHttp } from './open-provider.js';

const request = { method: 'GET', path: '/pets', headers: {} };

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

describe('a response', () => {
  test('is read whole up to the limit, in whatever chunks it comes', async () => {
    const { fetch } = inChunks(Buffer.from('x'), 100_000);
    const client = createClient(fetch, { maxResponse: 100_000 });

    const { bytes } = await client.send(request);

    expect(Buffer.from(bytes).equals(Buffer.alloc(100_000, 'x'))).toBe(true);
  });

  test('is not read beyond the limit', async () => {
    const { fetch, read } = inChunks(Buffer.alloc(1_000), Number.POSITIVE_INFINITY);
    const client = createClient(fetch, { maxResponse: 10_000 });

    const error = await client.send(request).catch((reason) => reason);

    expect(error).toBeInstanceOf(NoResponse);
    expect(error.message).toBe(
      'status 200 and 10000 bytes of the body came; the response has more than 10000 bytes, the limit of maxResponse; the rest was not read',
    );
    expect(read.chunks).toBeLessThan(15);
  });

  const partial = 'status 200 and 4 of the 10 bytes that Content-Length announces came; ';
  const closed = 'the connection was closed before the response was complete';

  test.each([
    ['shorter than Content-Length', { 'Content-Length': 10 }, `${partial}${closed}`],
    ['that breaks off', {}, `status 200 and 4 bytes of the body came; ${closed}`],
  ])('%s is described by what came', async (_, headers, message) => {
    const url = await openHttp((_request, response) => {
      response.writeHead(200, headers).write('[1,2');
      setImmediate(() => response.destroy());
    });

    const error = await createClient(fetchOverHttp, { url })
      .send(request)
      .catch((reason) => reason);

    expect(error).toBeInstanceOf(NoResponse);
    expect(error).toMatchObject({
      message,
      lost: expect.stringMatching(/part|short/),
      waited: undefined,
    });
  });

  test('that stops before Content-Length is described by what came', async () => {
    const headers = { 'Content-Length': '10' };
    const fetch = async (_url: string, { signal }: RequestInit) => {
      const body = new ReadableStream({
        start(stream) {
          stream.enqueue(Buffer.from('[1,2'));
          signal?.addEventListener('abort', () => stream.error(signal.reason));
        },
      });
      return new Response(body, { headers });
    };

    const error = await createClient(fetch, { timeout: 50 })
      .send(request)
      .catch((reason) => reason);

    expect(error).toMatchObject({ message: `${partial}the rest did not within 50 ms`, waited: 50 });
  });

  test('may be empty', async () => {
    const client = createClient(async () => new Response(null, { status: 204 }));

    expect((await client.send(request)).bytes).toHaveLength(0);
  });
});

describe('a stopped verification', () => {
  const stopped = new Inconclusive('stopped by the test');

  test('ends the request that is under way', async () => {
    const controller = new AbortController();
    const fetch = async (_url: string, { signal }: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        controller.abort(stopped);
      });
    const client = createClient(fetch, { stop: controller.signal });

    await expect(client.send(request)).rejects.toBe(stopped);
  });

  test('ends the wait for a rate limit', async () => {
    const controller = new AbortController();
    const fetch = async () => {
      setImmediate(() => controller.abort(stopped));
      return new Response('', { status: 429, headers: { 'Retry-After': '15' } });
    };
    const client = createClient(fetch, { stop: controller.signal });

    await expect(client.send(request)).rejects.toBe(stopped);
  });

  test('sends no more requests', async () => {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      return new Response('[]');
    };
    const client = createClient(fetch, { stop: AbortSignal.abort(stopped) });

    await expect(client.send(request)).rejects.toBe(stopped);
    expect(calls).toBe(0);
  });
});
