import { expect } from 'vitest';
import { behaviour, type Client } from '../support/behaviour.js';

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

behaviour('lets an app read responses, errors and their headers', async (open) => {
  const client = await open();

  const listed = await client.get('/pets', { Origin: origin });
  const refused = await client.send('/v1/pets', { headers: { Origin: origin } });

  expect([listed.status, refused.status]).toEqual([200, 401]);
  for (const { headers } of [listed, refused]) {
    expect(headers.get('access-control-allow-origin')).toBe('*');
    const exposed = headers.get('access-control-expose-headers')?.split(', ');
    expect(exposed).toEqual(
      expect.arrayContaining(['Simulator-Notes', 'Preference-Applied', 'Sunset', 'Retry-After']),
    );
  }
});

behaviour('sends no CORS headers without an Origin', async (open) => {
  const client = await open();

  const { headers } = await client.get('/pets');

  expect(headers.has('access-control-allow-origin')).toBe(false);
});

behaviour('allows only the configured origins', async (open) => {
  const client = await open({ corsOrigin: [origin, 'https://app.example'] });

  const named = await client.get('/pets', { Origin: origin });
  const other = await client.get('/pets', { Origin: 'http://evil.example' });

  expect(named.headers.get('access-control-allow-origin')).toBe(origin);
  expect(named.headers.get('vary')).toBe('Origin');
  expect(other.headers.has('access-control-allow-origin')).toBe(false);
  // A cache must not give one origin the response to another.
  expect(other.headers.get('vary')).toBe('Origin');
  expect((await preflight(client, '/v1/pets')).headers.has('access-control-allow-methods')).toBe(
    true,
  );
});

behaviour('allows no origin with none', async (open) => {
  const client = await open({ corsOrigin: 'none' });

  const answer = await preflight(client, '/v1/pets');

  expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  expect(answer.headers.has('access-control-allow-methods')).toBe(false);
});

behaviour('answers a preflight that asks for no headers', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets', {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Method': 'GET' },
  });

  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-headers')).toContain('Authorization');
});

behaviour('allows credentials to the configured origins, also in a preflight', async (open) => {
  const client = await open({ corsOrigin: origin, corsCredentials: true });

  for (const { headers } of [
    await preflight(client, '/v1/pets'),
    await client.get('/pets', { Origin: origin }),
  ]) {
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('vary')).toBe('Origin');
  }
});

behaviour('allows no credentials to another origin', async (open) => {
  const client = await open({ corsOrigin: origin, corsCredentials: true });

  const { headers } = await client.get('/pets', { Origin: 'http://evil.example' });

  expect(headers.has('access-control-allow-credentials')).toBe(false);
});

behaviour('allows no credentials unless asked', async (open) => {
  const client = await open({ corsOrigin: origin });

  const { headers } = await client.get('/pets', { Origin: origin });

  expect(headers.has('access-control-allow-credentials')).toBe(false);
});
