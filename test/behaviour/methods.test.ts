import { describe, expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';

const headers = { Authorization: 'Bearer test-key' };

/** The paths of the service, and the methods that each allows. */
const paths = [
  ['/v1/pets', 'GET, POST, HEAD, OPTIONS'],
  ['/v1/pets/1', 'GET, HEAD, OPTIONS'],
  ['/sandboxes/a/v1/pets/1', 'GET, HEAD, OPTIONS'],
] as const;

describe.each(paths)('%s', (path, allow) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND']) {
    if (allow.includes(method)) continue;
    behaviour(`allows no ${method}: 405 with Allow`, async (open) => {
      const answer = await (await open()).send(path, { method, headers });

      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow]);
      const { message, ...others } = answer.json;
      expect(others).toEqual({ code: 'method_not_allowed', status: 405 });
      expect(message).toMatch(new RegExp(`"${method}".*section 4|section 4.*"${method}"`));
    });
  }

  behaviour('answers OPTIONS with Allow, without a key', async (open) => {
    const answer = await (await open()).send(path, { method: 'OPTIONS' });

    expect([answer.status, answer.headers.get('allow'), answer.text]).toEqual([204, allow, '']);
    expect(answer.headers.has('access-control-allow-methods')).toBe(false);
  });

  behaviour('answers HEAD as GET without a body', async (open) => {
    const client = await open();

    const get = await client.send(path, { headers });
    const head = await client.send(path, { method: 'HEAD', headers });

    expect([head.status, head.text]).toEqual([get.status, '']);
    const perConnection = ['date', 'connection', 'keep-alive', 'transfer-encoding'];
    const named = (answer: typeof get) =>
      [...answer.headers].filter(([name]) => !perConnection.includes(name));
    expect(named(head)).toEqual(named(get));
    expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(get.text)));
  });

  behaviour('answers HEAD without a key with 401', async (open) => {
    const answer = await (await open()).send(path, { method: 'HEAD' });

    expect([answer.status, answer.text]).toEqual([401, '']);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });
});

for (const path of [
  '/v1',
  '/v1/',
  '/v1/categories',
  '/v1/store',
  '/v1/events',
  '/v1/pets/1/photos',
  '/v1/pets/',
  '/v1/pets/1/2',
  '/v1/PETS',
  '/v1//pets',
]) {
  behaviour(`has no ${path}: 404 with the paths`, async (open) => {
    const answer = await (await open()).send(path, { headers });

    const { message, ...others } = answer.json;
    expect([answer.status, others]).toEqual([404, { code: 'not_found', status: 404 }]);
    expect(message).toContain(JSON.stringify(path));
    expect(message).toContain('/v1/pets/{petId} (section 4)');
  });
}

for (const path of ['/pets', '/v2/pets', '/v1.0.0/pets']) {
  behaviour(`answers ${path}, without the version, with 404`, async (open) => {
    expect((await (await open()).send(path, { headers })).status).toBe(404);
  });
}

behaviour(
  'refuses the operation that the document only mentions, whatever is sent',
  async (open) => {
    const client = await open();

    for (const answer of [
      await client.get('/store/orders?limit=5', { Prefer: 'code=200' }),
      await client.post('/store/orders', { petId: 1 }),
    ]) {
      const { code, message } = answer.json;
      expect([answer.status, code]).toEqual([501, 'simulator_not_described']);
      expect(message).toMatch(/ \/store\/orders \(section 4\.4\).*Use \/pets\.$/);
    }
  },
);

behaviour('answers OPTIONS of an unknown path with 404', async (open) => {
  const answer = await (await open()).send('/v1/stores', { method: 'OPTIONS', headers });

  expect(answer.status).toBe(404);
});

behaviour('forces HEAD as it forces GET', async (open) => {
  const prefer = { ...headers, Prefer: 'code=404' };

  const answer = await (await open()).send('/v1/pets/1', { method: 'HEAD', headers: prefer });

  expect([answer.status, answer.text]).toEqual([404, '']);
});

behaviour('breaks a HEAD response, which has no body to cut off', async (open) => {
  const prefer = { ...headers, Prefer: 'fault=truncate' };

  const answer = (await open()).send('/v1/pets/1', { method: 'HEAD', headers: prefer });

  await expect(answer).rejects.toThrow('fault=empty');
});

behaviour('ignores Prefer in a preflight', async (open) => {
  const prefer = { Prefer: 'fault=reset, code=503' };

  const answer = await (await open()).send('/v1/pets', { method: 'OPTIONS', headers: prefer });

  expect(answer.status).toBe(204);
});
