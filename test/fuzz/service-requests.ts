import fc from 'fast-check';
import { serviceBody, validPet } from './bodies.js';
import type { FuzzRequest } from './session.js';
import { type Framing, framing, write } from './write.js';

/** How a request selects its sandbox; `none`, `contradiction` and `illegal` select no certain one. */
const selections = [
  'key',
  'path',
  'header',
  'key and path',
  'none',
  'contradiction',
  'illegal',
] as const;
type Selection = (typeof selections)[number];

const someSelection = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...selections.slice(0, 4)) },
  fc.constantFrom(...selections.slice(4)),
);

const ascii = fc.string({ unit: 'grapheme-ascii', maxLength: 12 });
const percent = fc.constantFrom('%', '%zz', '%2F', '%00', '%C3%28', '%e2%82%ac', '%2e%2e', '%25');
const urlText = fc
  .array(fc.oneof(ascii, percent), { maxLength: 4 })
  .map((parts) => parts.join('').replace(/[\s#?]/g, ''));

const path = fc.oneof(
  { weight: 5, arbitrary: fc.constant('/pets') },
  fc.oneof(fc.bigInt(), fc.integer({ min: -2, max: 60 })).map((id) => `/pets/${id}`),
  urlText.map((text) => `/pets/${text}`),
  urlText.map((text) => `/${text}`),
  fc.constantFrom('', '/', '/pets/', '//pets', '/PETS', '/pets/1/2', '/store/orders', '/pets/../x'),
  fc.constantFrom(100, 6_000).map((length) => `/pets/${'1'.repeat(length)}`),
);

const parameter = fc.oneof(
  fc.integer({ min: -1, max: 102 }).map((limit) => `limit=${limit}`),
  fc.constantFrom('status=sold', 'status=eaten', 'status=', 'limit=', 'limit=1e1', 'limit=%31'),
  fc.constantFrom('__code=404', '__code=503', '__example=no-such-pet', '__delay=5', '__x=1'),
  fc.tuple(urlText, urlText).map(([name, value]) => `${name}=${value}`),
  urlText,
);
const query = fc
  .array(parameter, { maxLength: 4 })
  .map((all) => (all.length === 0 ? '' : `?${all.join('&')}`));

/** Preferences that leave the connection whole. */
const preference = fc.oneof(
  fc.constantFrom(200, 201, 400, 401, 404, 429, 500, 502, 503, 504, 418).map((n) => `code=${n}`),
  fc.constantFrom('missing-name', 'no-such-pet', 'expired-key', 'none').map((n) => `example=${n}`),
  fc.integer({ min: 0, max: 20 }).map((delay) => `delay=${delay}`),
  fc.constantFrom(
    'fault=none',
    'code="404"',
    'code=404;x="',
    'return=minimal',
    'code',
    ',,',
    'a=b',
  ),
  fc.array(ascii, { maxLength: 3 }).map((parts) => parts.join(',')),
);

const headerName = fc.constantFrom(
  'Accept',
  'Accept-Encoding',
  'Access-Control-Request-Headers',
  'Access-Control-Request-Method',
  'Authorization',
  'Content-Encoding',
  'Content-Type',
  'Cookie',
  'If-None-Match',
  'Origin',
  'Prefer',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'User-Agent',
  'X-API-Key',
  'X-HTTP-Method-Override',
);
const headerText = fc.oneof(
  ascii,
  // Every byte that a value may have, beyond ASCII too.
  fc
    .array(fc.integer({ min: 0x80, max: 0xff }), { maxLength: 8 })
    .map((codes) => String.fromCharCode(...codes)),
  fc.constantFrom(500, 1_500).map((length) => 'h'.repeat(length)),
);
const prefer = preference.map((value) => `Prefer: ${value}`);
const header = fc.oneof(
  { weight: 2, arbitrary: prefer },
  fc.tuple(headerName, headerText).map(([name, value]) => `${name}: ${value}`),
  fc.constantFrom('Content-Type: text/plain', 'Content-Encoding: gzip', 'X-Y:', 'x-y:\t1\t'),
);
export const headers = fc.oneof(
  fc.constant([] as string[]),
  fc.array(header, { maxLength: 5 }),
  fc.tuple(header, fc.integer({ min: 2, max: 60 })).map(([line, times]) => {
    const room = Math.floor(9_000 / (line.length + 2));
    return Array<string>(Math.max(1, Math.min(times, room))).fill(line);
  }),
);

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant('POST') },
  { weight: 4, arbitrary: fc.constant('GET') },
  fc.constantFrom('HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND', 'M-SEARCH'),
);

const credentials = fc.oneof(
  { weight: 6, arbitrary: fc.constant('Bearer test-key') },
  fc.constantFrom('', 'Bearer', 'bearer  test-key', 'Basic dGVzdA==', 'Bearer nobody', 'test-key'),
);

/** The target's prefix and the headers that select a sandbox. */
function select(selection: Selection, sandbox: string, authorization: string) {
  const key = `Authorization: Bearer test-key.${sandbox}`;
  const plain = `Authorization: ${authorization}`;
  switch (selection) {
    case 'key':
      return { prefix: '/v1', lines: [key] };
    case 'path':
      return { prefix: `/sandboxes/${sandbox}/v1`, lines: [plain] };
    case 'header':
      return { prefix: '/v1', lines: [plain, `Simulator-Sandbox: ${sandbox}`] };
    case 'key and path':
      return { prefix: `/sandboxes/${sandbox}/v1`, lines: [key] };
    case 'none':
      return { prefix: '/v1', lines: [plain] };
    case 'contradiction':
      return { prefix: '/sandboxes/other/v1', lines: [key] };
    case 'illegal':
      return { prefix: '/v1', lines: [plain, 'Simulator-Sandbox: a.b'] };
  }
}

const isCertain = (selection: Selection) => selections.indexOf(selection) < 4;

/** A request of the service, without the sandbox that its place in the session gives it. */
export type Draft = (sandbox: string) => FuzzRequest;

const targetForm = fc.constantFrom('', '', '', 'http://localhost', 'https://x:1');

/** Any request whose framing is right: it has exactly one response. */
export const anyServiceRequest: fc.Arbitrary<Draft> = fc
  .record({ method, path, query, headers, body: serviceBody, framing, credentials, targetForm })
  .chain((parts) => fc.tuple(fc.constant(parts), someSelection))
  .map(([parts, selection]) => (sandbox) => {
    const { prefix, lines } = select(selection, sandbox, parts.credentials);
    const json = 'Content-Type: application/json';
    const isPost = parts.method === 'POST';
    return {
      bytes: write({
        method: parts.method,
        target: `${parts.targetForm}${prefix}${parts.path}${parts.query}`,
        headers: [...lines, ...(isPost ? [json] : []), ...parts.headers],
        body: parts.body,
        framing: isPost ? parts.framing : 'none',
      }),
      method: parts.method,
      mayCreate: isPost,
      sandbox: isCertain(selection) ? sandbox : undefined,
    };
  });

interface Valid {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly framing: Framing;
  readonly status: number;
}

const read = { method: 'GET', body: '', framing: 'none' as const };
const page = fc.record({
  limit: fc.integer({ min: 1, max: 100 }),
  status: fc.constantFrom('available', 'pending', 'sold'),
});

/** Requests whose status is the same under all profiles. */
const valid: fc.Arbitrary<Valid> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ ...read, path: '/pets', status: 200 }) },
  page.map(({ limit, status }) => ({
    ...read,
    path: `/pets?limit=${limit}&status=${status}`,
    status: 200,
  })),
  fc.tuple(validPet, framing).map(([body, sent]) => ({
    method: 'POST',
    path: '/pets',
    body,
    framing: sent,
    status: 201,
  })),
  fc.constant({ ...read, path: '/pets/0', status: 404 }),
  fc.constant({ ...read, path: '/nothing', status: 404 }),
  fc.constant({ ...read, method: 'PUT', path: '/pets', status: 405 }),
  fc.tuple(framing).map(([sent]) => ({
    method: 'POST',
    path: '/pets',
    body: '{"name":"Rex"}',
    framing: sent,
    status: 400,
  })),
);

export const validServiceRequest: fc.Arbitrary<Draft> = fc
  .tuple(valid, fc.constantFrom(...selections.slice(0, 4)))
  .map(([{ method: verb, path: at, body, framing: sent, status }, selection]) => (sandbox) => {
    const { prefix, lines } = select(selection, sandbox, 'Bearer test-key');
    const own = verb === 'POST' ? ['Content-Type: application/json'] : [];
    const all = [...lines, ...own];
    return {
      bytes: write({ method: verb, target: prefix + at, headers: all, body, framing: sent }),
      method: verb,
      status,
      sandbox,
      mayCreate: status === 201,
    };
  });
