import { connect } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from '../../../src/index.js';
import { readAnswers, request, type WireAnswer } from '../../support/wire.js';

const key = 'Authorization: Bearer test-key';
const json = 'Content-Type: application/json';
/** Delays and hanging responses would only make the test wait. */
const scenarios = ['code=404', 'code=503', 'code=', 'fault=truncate', 'fault=garbage', 'delay=1'];

/** Nearly a NewPet, nearly a call of the admin interface, or any other JSON. */
const bodies = fc.oneof(
  fc.constantFrom(
    '{"name":"Rex","categoryId":2,"status":"sold"}',
    '{"name":"Rex","categoryId":9223372036854775808}',
    '{"code":503,"operation":"createPet","times":2}',
    '{"profile":"hostile","choose":{"list-order":"shuffled"},"latency":"0-2"}',
    '{"pets":3,"seed":9}',
    '{"mode":"frozen","now":"2030-12-06T00:00:00Z","advance":86400000}',
    '{"state":"a pet exists","params":{"status":"sold"},"action":"setup"}',
    `{"name":${'['.repeat(3_000)}${']'.repeat(3_000)}}`,
    '__proto__',
  ),
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.stringify(value)),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);

const targets = fc.constantFrom(
  ...['GET /v1/pets', 'GET /v1/pets?limit=0&status=sold', 'GET /v1/pets/1', 'POST /v1/pets'],
  ...['HEAD /v1/pets', 'OPTIONS /v1/pets/1', 'DELETE /v1/pets/1', 'GET /v1/store/orders'],
  ...['POST /sandboxes/a/v1/pets', 'GET /sandboxes/a.b/v1/pets', 'GET /v1/pets/%zz', 'GET /%'],
  ...['GET /v1/pets?__code=503', 'GET /v1/pets?__code=x', 'GET /health', 'GET /openapi.json'],
  ...['POST /__admin/rules', 'DELETE /__admin/rules', 'PUT /__admin/settings'],
  ...['PUT /__admin/clock', 'POST /__admin/reset', 'PUT /__admin/state', 'POST /__admin/pets'],
  ...['PATCH /__admin/pets/1', 'POST /__admin/provider-states', 'POST /__admin/requests/count'],
  ...['GET /__admin/requests?limit=2&note=open', 'GET /__admin/state', 'GET /__admin/changes'],
  ...['GET /sandboxes/a/__admin/pets?limit=0', 'DELETE /__admin/sandboxes/a', 'PATCH /__admin/x'],
);

const headers = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(key) },
    fc.constantFrom(...scenarios).map((preference) => `Prefer: ${preference}`),
    fc.constantFrom('Authorization: Bearer test-key.b', 'Origin: http://a.test', 'Cookie: a=b'),
    fc.constantFrom('Content-Encoding: gzip', 'Content-Type: text/plain', 'If-None-Match: *'),
    fc.stringMatching(/^X-[A-Za-z]{1,8}: [ -~]{0,20}$/),
  ),
  { maxLength: 4 },
);

/** A request whose framing is right. */
const whole = fc.record({ target: targets, headers, body: bodies }).map(({ target, ...parts }) => {
  const hasBody = /^(POST|PUT|PATCH)/.test(target);
  const lines = hasBody ? [json, `Content-Length: ${parts.body.length}`] : [];
  return request(target, [...parts.headers, ...lines], hasBody ? parts.body : '');
});

/** The same with bytes lost, doubled or replaced. */
const broken = fc
  .tuple(
    whole,
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.nat(3),
    fc.constantFrom('\r\n', '\n', ':', ' ', '\u0000', '\u00ff', '%', 'HTTP/1.0', '\r\n\r\n', ''),
  )
  .map(([bytes, place, lost, put]) => {
    const at = Math.floor(place * bytes.length);
    return (bytes.slice(0, at) + put + bytes.slice(at + lost)).replace(/delay|hang/g, 'x');
  });

const sessions = fc.record({
  requests: fc.array(whole, { maxLength: 6 }),
  last: fc.option(broken, { nil: undefined }),
  /** Whether the client leaves before it has read anything. */
  leaves: fc.integer({ min: 1, max: 10 }).map((one) => one === 10),
});

/** Sends bytes, ends its side, and resolves with all that came until the server closed the connection. */
function play(port: number, bytes: string, leaves: boolean): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    socket.setEncoding('latin1').setTimeout(30_000, () => {
      socket.destroy();
      reject(new Error(`The connection hangs after ${JSON.stringify(text.slice(-200))}.`));
    });
    socket.on('data', (chunk) => {
      text += chunk;
    });
    // A reset is a fault that was asked for, and shows as a missing response.
    socket.on('error', () => {});
    socket.on('close', () => resolve(text));
    socket.on('connect', () => {
      socket.end(bytes, 'latin1');
      if (leaves) {
        socket.destroy();
      }
    });
    socket.on('end', () => socket.end());
  });
}

/** Checks that an error has the Error shape, and that nothing but what was asked for fails. */
function checkAnswer({ status, headers: fields, body }: WireAnswer): void {
  const notes = fields.get('simulator-notes') ?? '';
  const isForced = /applied="(?:code|fault)=/.test(notes);
  if (status >= 400 && body !== '' && !isForced && fields.get('content-length') !== null) {
    const error = JSON.parse(body);
    expect(error).toEqual({ code: expect.any(String), message: expect.any(String), status });
    const isRefused = status === 501 && error.code.startsWith('simulator_');
    expect([error, status < 500 || status === 505 || isRefused]).toEqual([error, true]);
  }
}

/** The whole responses of a connection: a fault, or a client that broke off, may have cut the last one. */
function readWhole(text: string): WireAnswer[] {
  const heads = [...text.matchAll(/HTTP\/1\.1 [1-5]\d\d /g)].map(({ index }) => index);
  return heads.flatMap((from, place) => {
    const part = text.slice(from, heads[place + 1]);
    return part.includes('\r\n\r\n') ? readAnswers(part).slice(0, 1) : [];
  });
}

async function readIds({ url, apiKey }: RunningSimulator): Promise<string[]> {
  const authorization = { Authorization: `Bearer ${apiKey}.untouched` };
  const body = '{"name":"Rex","categoryId":9007199254740993}';
  const init = {
    method: 'POST',
    headers: { ...authorization, 'Content-Type': 'application/json' },
  };
  const created = await (await fetch(`${url}/pets`, { ...init, body })).text();
  const read = await fetch(`${url}/pets/51`, { headers: authorization });
  expect(created).toContain('"categoryId":9007199254740993');
  return [created, await read.text()].map((text) => /"id":(\d+)/.exec(text)?.[1] ?? text);
}

test('answers or ends any connection, fails only as asked, and serves on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(sessions, { minLength: 1, maxLength: 8 }), async (all) => {
      await using simulator = await startSimulator({ maxSandboxes: 3, maxBody: 8_192 });
      const texts = await Promise.all(
        all.map(({ requests, last = '', leaves }) =>
          play(simulator.port, requests.join('') + last, leaves),
        ),
      );
      for (const text of texts) {
        readWhole(text).forEach(checkAnswer);
      }
      expect(await readIds(simulator)).toEqual(['51', '51']);
    }),
    { numRuns: 150 },
  );
});
