import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/index.js';
import { type Client, openFetch } from '../support/behaviour.js';

const origin = 'http://localhost:3000';

const preflight = (client: Client, path: string, headers = {}) =>
  client.send(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,prefer,x-request-id',
      ...headers,
    },
  });

// An app must be able to read the errors of wrong requests, too.
test.for([
  ['/v1/pets', {}, 'GET, POST, HEAD, OPTIONS', 'GET, POST, HEAD, OPTIONS'],
  ['/sandboxes/a/v1/pets', {}, 'GET, POST, HEAD, OPTIONS', 'GET, POST, HEAD, OPTIONS'],
  ['/v1/pets/1', {}, 'GET, HEAD, OPTIONS', 'GET, HEAD, OPTIONS, POST'],
  ['/v1/owners', {}, null, 'POST'],
  [
    '/v1/pets',
    { 'Access-Control-Request-Method': 'DELETE', 'Access-Control-Request-Headers': '' },
    'GET, POST, HEAD, OPTIONS',
    'GET, POST, HEAD, OPTIONS, DELETE',
  ],
] as const)(
  'answers a preflight of %s without a key, and allows the headers of an app: %j',
  async ([path, changed, allow, methods]) => {
    const { status, headers } = await preflight(await openFetch(), path, changed);

    expect([status, headers.get('allow')]).toEqual([204, allow]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe(methods);
    expect(headers.get('access-control-max-age')).toBe('600');
    const allowed = headers.get('access-control-allow-headers');
    const asked = 'Access-Control-Request-Headers' in changed ? [] : ['x-request-id'];
    for (const name of ['Authorization', 'Content-Type', 'Prefer', ...asked]) {
      expect(allowed).toContain(name);
    }
  },
);

const settings: readonly SimulatorOptions[] = [
  {},
  { corsOrigin: 'none' },
  { corsOrigin: [origin, 'https://app.example'] },
  { corsOrigin: origin, corsCredentials: true },
];
const origins = [undefined, origin, 'http://evil.example'];

test.for(settings.flatMap((options) => origins.map((from) => [options, from] as const)))(
  'with %j, a page of %s reads what it may, in every response',
  async ([options, from]) => {
    const { corsOrigin = '*', corsCredentials = false } = options;
    const isAllowed =
      from !== undefined && (corsOrigin === '*' || [corsOrigin].flat().includes(from));
    const client = await openFetch(options);
    const own = { ...(from && { Origin: from }) };
    const listed = await client.get('/pets', own);
    const refused = await client.send('/v1/pets', { headers: own });
    const asked = from === undefined ? refused : await preflight(client, '/v1/pets', own);

    expect([listed.status, refused.status]).toEqual([200, 401]);
    for (const { headers } of [listed, refused, asked]) {
      const allowed = corsOrigin === '*' ? '*' : from;
      expect(headers.get('access-control-allow-origin')).toBe(isAllowed ? allowed : null);
      const credentials = isAllowed && corsCredentials ? 'true' : null;
      expect(headers.get('access-control-allow-credentials')).toBe(credentials);
      // A cache must not give one origin the response to another.
      expect(headers.get('vary')).toBe(/^(?:\*|none)$/.test(`${corsOrigin}`) ? null : 'Origin');
      const exposed = headers.get('access-control-expose-headers')?.split(', ') ?? [];
      for (const name of ['Simulator-Notes', 'Preference-Applied', 'Sunset', 'Retry-After']) {
        expect(exposed.includes(name)).toBe(isAllowed);
      }
    }
    expect(asked.headers.has('access-control-allow-methods')).toBe(isAllowed);
  },
);
