import { expect } from 'vitest';
import { behaviour } from '../support/behaviour.js';

const lastMoment = '2030-12-04T23:59:59.999Z';
const firstMoment = '2030-12-05T00:00:00Z';

behaviour('announces the end and the replacement of getPet', async (open) => {
  const client = await open();

  const { headers } = await client.get('/pets/1');

  expect(headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
  expect(headers.get('link')).toBe('<../pets>; rel="successor-version"');
  expect(headers.get('simulator-notes')).toContain('deprecated;operation=getPet;section="4.3"');
});

behaviour('links to the replacement in a sandbox too', async (open) => {
  const client = await open();
  const path = '/sandboxes/a/v1/pets/1';

  const answer = await client.send(path, { headers: { Authorization: 'Bearer test-key' } });
  const target = answer.headers.get('link')?.match(/<(.*)>/)?.[1] ?? '';

  expect(new URL(target, `http://localhost${path}`).pathname).toBe('/sandboxes/a/v1/pets');
});

behaviour('announces no end of the other operations', async (open) => {
  const client = await open();

  const { headers } = await client.get('/pets');

  expect(headers.has('sunset')).toBe(false);
  expect(headers.has('link')).toBe(false);
  expect(headers.get('simulator-notes')).not.toContain('deprecated');
});

behaviour('sends the date of the deprecation only when it is configured', async (open) => {
  const silent = await open();
  const configured = await open({ deprecatedSince: '2026-01-31' });

  expect((await silent.get('/pets/1')).headers.has('deprecation')).toBe(false);
  expect((await configured.get('/pets/1')).headers.get('deprecation')).toBe('@1769817600');
});

behaviour('keeps getPet available until the end of 4 December 2030', async (open) => {
  const client = await open({ clock: lastMoment });

  expect((await client.get('/pets/1')).status).toBe(200);
});

behaviour('removes getPet on 5 December 2030', async (open) => {
  const client = await open({ clock: firstMoment });

  for (const path of ['/pets/1', '/pets/999', '/pets/rex']) {
    const answer = await client.get(path);
    expect(answer.status).toBe(410);
    expect(answer.json.message).toContain('section 9');
  }
});

behaviour('keeps the other operations after that day', async (open) => {
  const client = await open({ clock: firstMoment });

  expect((await client.get('/pets?status=sold')).status).toBe(200);
  expect((await client.post('/pets', { name: 'Rex', categoryId: 1 })).status).toBe(201);
});
