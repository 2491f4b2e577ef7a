import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/index.js';
import { behaviour, type Client, openFetch } from '../support/behaviour.js';

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

behaviour('answers a preflight without a key and allows the headers of an app', async (open) => {
  const client = await open();

  const answer = await preflight(client, '/v1/pets');

  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, HEAD, OPTIONS');
  const allowed = answer.headers.get('access-control-allow-headers');
  for (const name of ['Authorization', 'Content-Type', 'Prefer', 'x-request-id']) {
    expect(allowed).toContain(name);
  }
  expect(answer.headers.get('access-control-max-age')).toBe('600');
});

behaviour('answers a preflight in a sandbox and for a pet', async (open) => {
  const client = await open();

  expect((await preflight(client, '/sandboxes/a/v1/pets')).status).toBe(204);
  expect((await preflight(client, '/v1/pets/1')).status).toBe(204);
});

behaviour(
  'allows wrong requests in a preflight, so that an app can read their errors',
  async (open) => {
    const client = await open();

    const unknown = await preflight(client, '/v1/owners');
    const wrong = await preflight(client, '/v1/pets', {
      'Access-Control-Request-Method': 'DELETE',
    });

    expect(unknown.headers.get('access-control-allow-methods')).toContain('POST');
    expect(unknown.headers.has('allow')).toBe(false);
    expect(wrong.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(wrong.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
  },
);

behaviour('answers a preflight that asks for no headers', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets', {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
  });

  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
});

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
