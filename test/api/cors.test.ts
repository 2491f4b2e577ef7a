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

behaviour('a preflight needs no key and lets an app’s headers through', async (open) => {
  const client = await open();

  const answer = await preflight(client, '/v1/pets');

  expect(answer.status).toBe(204);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('access-control-allow-methods')).toBe('GET, POST, HEAD, OPTIONS');
  const allowed = answer.headers.get('access-control-allow-headers');
  for (const name of ['Authorization', 'Prefer', 'Simulator-Sandbox', 'x-request-id']) {
    expect(allowed).toContain(name);
  }
});

behaviour('a preflight works in a sandbox and for a pet', async (open) => {
  const client = await open();

  expect((await preflight(client, '/sandboxes/a/v1/pets')).status).toBe(204);
  expect((await preflight(client, '/v1/pets/1')).status).toBe(204);
});

behaviour(
  'a preflight lets wrong calls through too, so that an app can read their errors',
  async (open) => {
    const client = await open();

    const unknown = await preflight(client, '/v1/owners');
    const wrong = await preflight(client, '/v1/pets', {
      'Access-Control-Request-Method': 'DELETE',
    });

    expect(unknown.headers.get('access-control-allow-methods')).toContain('POST');
    expect(wrong.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(wrong.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
  },
);

behaviour('an answer lets an app read the simulator’s headers', async (open) => {
  const client = await open();

  const { headers } = await client.get('/pets', { Origin: origin });

  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-expose-headers')).toContain('Simulator-Notes');
  expect(headers.get('access-control-expose-headers')).toContain('Preference-Applied');
});

behaviour('errors can be read by an app too', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets', { headers: { Origin: origin } });

  expect(answer.status).toBe(401);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
});

behaviour('a request that is no browser’s gets no CORS headers', async (open) => {
  const client = await open();

  const { headers } = await client.get('/pets');

  expect(headers.has('access-control-allow-origin')).toBe(false);
});

behaviour('only the origins that were named are let in', async (open) => {
  const client = await open({ corsOrigin: [origin, 'https://app.example'] });

  const named = await client.get('/pets', { Origin: origin });
  const other = await client.get('/pets', { Origin: 'http://evil.example' });

  expect(named.headers.get('access-control-allow-origin')).toBe(origin);
  expect(named.headers.get('vary')).toBe('Origin');
  expect(other.headers.has('access-control-allow-origin')).toBe(false);
  expect((await preflight(client, '/v1/pets')).headers.has('access-control-allow-methods')).toBe(
    true,
  );
});

behaviour('with none, no browser app is let in', async (open) => {
  const client = await open({ corsOrigin: 'none' });

  const answer = await preflight(client, '/v1/pets');

  expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  expect(answer.headers.has('access-control-allow-methods')).toBe(false);
});

behaviour('a page of a public address may call a local simulator', async (open) => {
  const client = await open();

  const answer = await preflight(client, '/v1/pets', {
    'Access-Control-Request-Private-Network': 'true',
  });

  expect(answer.headers.get('access-control-allow-private-network')).toBe('true');
});

behaviour('OPTIONS without a preflight says what is allowed', async (open) => {
  const client = await open();

  const answer = await client.send('/v1/pets/1', { method: 'OPTIONS' });

  expect(answer.status).toBe(204);
  expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  expect(answer.headers.has('access-control-allow-methods')).toBe(false);
});
