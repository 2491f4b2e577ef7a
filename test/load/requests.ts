import type { LoadRequest } from './client.js';

const sandboxes = ['default', 's1', 's2', 's3', 's4', 's5', 's6', 's7'];

interface Kind {
  readonly weight: number;
  readonly status: number;
  readonly method: string;
  readonly target: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly creates?: boolean;
}

const pet = (name: string) => `{"name":"${name}","categoryId":2,"status":"sold"}`;
const create = { method: 'POST', target: '/v1/pets' };
const prefer = (preference: string) => [`Prefer: ${preference}`];

/** What the clients send. `full` is a sandbox whose journal is full of large bodies. */
const kinds: readonly Kind[] = [
  { weight: 300, status: 200, method: 'GET', target: '/v1/pets' },
  { weight: 50, status: 200, method: 'GET', target: '/v1/pets?limit=3&status=sold' },
  { weight: 200, status: 200, method: 'GET', target: '/v1/pets/7' },
  { weight: 200, status: 201, ...create, body: pet('Rex'), creates: true },
  { weight: 5, status: 201, ...create, body: pet('x'.repeat(20_000)), creates: true },
  { weight: 40, status: 400, ...create, body: '{"name":"Rex"}' },
  { weight: 40, status: 400, ...create, body: '{"name":' },
  { weight: 40, status: 404, method: 'GET', target: '/v1/pets/0' },
  { weight: 20, status: 405, method: 'DELETE', target: '/v1/pets' },
  { weight: 20, status: 503, method: 'GET', target: '/v1/pets', headers: prefer('code=503') },
  { weight: 20, status: 200, method: 'GET', target: '/v1/pets', headers: prefer('delay=20') },
  { weight: 20, status: 501, method: 'GET', target: '/v1/pets', headers: prefer('code=418') },
  { weight: 20, status: 200, method: 'HEAD', target: '/v1/pets' },
  { weight: 10, status: 200, method: 'GET', target: '/health' },
  { weight: 5, status: 200, method: 'GET', target: '/__admin/rules' },
  { weight: 5, status: 200, method: 'GET', target: '/__admin/sandboxes' },
  {
    weight: 3,
    status: 201,
    method: 'POST',
    target: '/__admin/rules?sandbox=r',
    body: '{"code":503}',
  },
  { weight: 3, status: 204, method: 'DELETE', target: '/__admin/rules?sandbox=r' },
  { weight: 1, status: 200, method: 'GET', target: '/__admin/requests?wait=9&timeout=5&sandbox=w' },
];

/** Reads that take long: the answer has several MiB. */
export const largeRead: LoadRequest = {
  bytes: 'GET /__admin/requests?sandbox=full HTTP/1.1\r\nHost: localhost\r\n\r\n',
  method: 'GET',
  status: 200,
  creates: false,
};

function write({ method, target, headers = [], body, status, creates }: Kind, sandbox: string) {
  const isAdmin = target.startsWith('/__admin');
  const sent = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const json = body === undefined ? [] : ['Content-Type: application/json'];
  const select = isAdmin || sandbox === 'default' ? [] : [`Simulator-Sandbox: ${sandbox}`];
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    'Authorization: Bearer test-key',
    ...select,
    ...headers,
    ...json,
    ...sent,
  ];
  const bytes = `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
  return { bytes, method, status, creates: creates === true };
}

const byWeight = kinds.flatMap((kind) => Array<Kind>(kind.weight).fill(kind));
/** Each kind in each sandbox. */
const written = new Map(
  kinds.map((kind) => [kind, sandboxes.map((sandbox) => write(kind, sandbox))]),
);

/** The request of a number: any two numbers in a row have different ones. */
export function requestAt(number: number): LoadRequest {
  const kind = byWeight[(number * 619) % byWeight.length] as Kind;
  return written.get(kind)?.[number % sandboxes.length] as LoadRequest;
}

/** Fills the journal of a sandbox that no client writes to. */
export const fillers: readonly LoadRequest[] = Array.from({ length: 500 }, () =>
  write({ ...create, weight: 0, status: 201, body: pet('y'.repeat(4_000)) }, 'full'),
);
