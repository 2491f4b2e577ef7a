import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { start } from '../../support/simulator.js';
import { openService } from '../../support/upstream.js';

const text = fc.oneof(
  fc.constant(''),
  fc.constant('[{"id":9223372036854775807,"name":"Žofie 🐾","categoryId":9007199254740993}]'),
  fc.json(),
  fc.string({ unit: 'grapheme' }),
);
const bytes = fc.oneof(
  text.map((value) => Buffer.from(value)),
  fc.uint8Array({ maxLength: 64 }).map((value) => Buffer.from(value)),
);
const headers = fc.dictionary(
  fc.constantFrom('X-Request-Id', 'ETag', 'X-Empty', 'Accept', 'Cookie', 'Location'),
  fc.constantFrom('', 'a', 'a, b', '"x"; q=1', 'caf\u00e9'),
);

const exchange = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'),
  target: fc.constantFrom(
    ...['/pets', '/pets?limit=%35&a=b&a=', '/pets/1', '/pets/%C5%BD?', '', '/store/orders'],
  ),
  sent: bytes,
  sentHeaders: headers,
  status: fc.constantFrom(200, 201, 204, 301, 304, 400, 401, 404, 418, 500),
  returned: bytes,
  returnedHeaders: headers,
  type: fc.constantFrom('application/json', 'text/html; charset=utf-8', 'application/json;a=b'),
  isZipped: fc.boolean(),
  isChunked: fc.boolean(),
  cookies: fc.array(fc.constantFrom('a=1', 'b=2; Path=/'), { maxLength: 2 }),
});
type Exchange = typeof exchange extends fc.Arbitrary<infer Value> ? Value : never;

/** Headers of one connection, and those with the time or a note. */
const ofHop = /^(?:connection|date|host|keep-alive|simulator-notes|transfer-encoding)$/i;

/** @param isFramed false where chunks may become a length */
function listHeaders(raw: readonly string[], isFramed: boolean): string[] {
  const isOwn = (name: string) => ofHop.test(name) || (!isFramed && /^content-length$/i.test(name));
  const pairs = raw.flatMap((name, index) =>
    index % 2 === 0 && !isOwn(name) ? [`${name.toLowerCase()}: ${raw[index + 1]}`] : [],
  );
  return pairs.sort();
}

test('passes on the bytes of requests and responses', async () => {
  let current: Exchange | undefined;
  const { url: upstream, received } = await openService((_request, response) => {
    const { status, returned, returnedHeaders, type, isZipped, isChunked, cookies } =
      current as Exchange;
    const body = isZipped ? gzipSync(returned) : returned;
    response.writeHead(status, {
      ...returnedHeaders,
      'Content-Type': type,
      ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
      ...(isZipped && { 'Content-Encoding': 'gzip' }),
      ...(!isChunked && { 'Content-Length': body.length }),
    });
    response.end(body);
  });
  const { url } = await start({ upstream, logLevel: 'silent' });
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const send = async (base: string, { method, target, sent, sentHeaders }: Exchange) => {
    received.length = 0;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const hasBody = method !== 'GET' && method !== 'HEAD' && sent.length > 0;
      const length = hasBody ? { 'Content-Length': sent.length } : {};
      request(base + target, { method, agent, headers: { ...sentHeaders, ...length } })
        .on('response', resolve)
        .on('error', reject)
        .end(hasBody ? sent : undefined);
    });
    const body = await buffer(response);
    const { statusCode, rawHeaders } = response;
    // They have the length of a body that doesn't come.
    const isFramed = method === 'HEAD' || statusCode === 304;
    const [{ headers: got, ...request_ } = { headers: {} }] = received;
    return {
      requests: received.length,
      request: { ...request_, headers: listHeaders(Object.entries(got).flat() as string[], false) },
      response: {
        statusCode,
        headers: listHeaders(rawHeaders, isFramed),
        body: body.toString('latin1'),
      },
    };
  };

  await fc.assert(
    fc.asyncProperty(exchange, async (one) => {
      current = one;
      const direct = await send(upstream, one);
      expect(await send(url, one)).toEqual(direct);
    }),
    { numRuns: 100 },
  );
});
