import { expect, test } from 'vitest';
import type { SimulatorOptions } from '../../src/index.js';
import { type Client, openFetch } from '../support/behaviour.js';
import { openServer } from '../support/control.js';

const origin = 'http://localhost:3000';
const appHeaders = 'authorization,content-type,prefer,x-request-id';

const preflight = (client: Client, path: string, headers = {}) =>
  client.send(path, {
    method: 'OPTIONS',
    headers: {
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': appHeaders,
      ...headers,
    },
  });

// An app must be able to read the errors of wrong requests, too.
test.for([
  ['/v1/pets', 'POST', 'GET, POST, HEAD, OPTIONS'],
  ['/sandboxes/a/v1/pets', 'POST', 'GET, POST, HEAD, OPTIONS'],
  ['/v1/pets/1', 'POST', 'GET, HEAD, OPTIONS'],
  ['/v1/owners', 'POST', null],
  ['/v1/pets', 'DELETE', 'GET, POST, HEAD, OPTIONS'],
] as const)(
  'answers a preflight of %s without a key, and allows an app to send %s and its headers',
  async ([path, method, allow]) => {
    const { status, headers } = await preflight(await openFetch(), path, {
      'Access-Control-Request-Method': method,
    });

    expect([status, headers.get('allow')]).toEqual([204, allow]);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe(method);
    expect(headers.get('access-control-allow-headers')).toBe(appHeaders);
    expect(headers.get('access-control-max-age')).toBe('600');
  },
);

test.for(['/pets', '//v1/pets', '/api/v1/pets', '/openapi.json', '/health'])(
  'a page that sends its key to %s can read the response, over HTTP and without',
  async (path) => {
    for (const options of [{}, { corsOrigin: origin, corsCredentials: true }]) {
      const server = await openServer(options);
      const offline = await openFetch(options);
      const send: Client['send'] = async (target, init) =>
        (await fetch(server.origin + target, init as RequestInit)) as never;

      for (const client of path.includes('pets') ? [{ send }, offline] : [{ send }]) {
        const known = await preflight(client as Client, '/v1/owners');
        const unknown = await preflight(client as Client, path);
        const read = await client.send(path, { headers: { Origin: origin } });

        const listCors = ({ headers }: { headers: Headers }) =>
          [...headers].filter(([name]) => /^access-control|^vary/.test(name));
        expect([unknown.status, listCors(unknown)]).toEqual([204, listCors(known)]);
        const allowed = options.corsOrigin ?? '*';
        expect(read.headers.get('access-control-allow-origin')).toBe(allowed);
      }
      // Only what follows a preflight is a finding.
      const { notes } = server.summary();
      expect(notes.map(({ example }) => example)).toEqual(
        path.includes('pets') ? [`GET ${path}`] : [],
      );
    }
  },
);

test('a preflight belongs to the sandbox of its path', async () => {
  const { sandbox, origin: server } = await openServer();
  const send: Client['send'] = (path, init) => fetch(server + path, init as RequestInit) as never;

  await preflight({ send } as Client, '/sandboxes/a/v1/pets');
  const invalid = await preflight({ send } as Client, '/sandboxes/a.b/v1/pets');

  expect(await sandbox('a').requests()).toMatchObject([{ method: 'OPTIONS' }]);
  // So that a page can read the error of the request itself.
  expect(invalid.status).toBe(204);
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
