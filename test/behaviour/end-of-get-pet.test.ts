import { expect, test } from 'vitest';
import { createSimulator } from '../../src/index.js';
import { behaviour } from '../support/behaviour.js';

const firstMoment = '2030-12-05T00:00:00Z';

behaviour('links to the replacement in a sandbox too', async (open) => {
  const client = await open();
  const path = '/sandboxes/a/v1/pets/1';

  const answer = await client.send(path, { headers: { Authorization: 'Bearer test-key' } });
  const target = answer.headers.get('link')?.match(/<(.*)>/)?.[1] ?? '';

  expect(new URL(target, `http://localhost${path}`).pathname).toBe('/sandboxes/a/v1/pets');
});

behaviour('sends the date of the deprecation only when it is configured', async (open) => {
  const silent = await open();
  const configured = await open({ deprecatedSince: '2026-01-31' });

  expect((await silent.get('/pets/1')).headers.has('deprecation')).toBe(false);
  expect((await configured.get('/pets/1')).headers.get('deprecation')).toBe('@1769817600');
});

behaviour('removes getPet on 5 December 2030', async (open) => {
  const client = await open({ clock: firstMoment });

  for (const path of ['/pets/1', '/pets/999', '/pets/rex']) {
    const answer = await client.get(path);
    expect(answer.status).toBe(410);
    expect(answer.json.message).toContain('section 9');
  }
});

test('removes getPet for a clock that was advanced past the day, step by step', async () => {
  const { fetch, apiKey, sandbox } = createSimulator();
  const { clock } = sandbox('default');
  const headers = { Authorization: `Bearer ${apiKey}` };
  const end = Date.parse(firstMoment);

  await clock.advance(Math.floor((end - Date.now()) / 2));
  expect((await fetch('/v1/pets/1', { headers })).status).toBe(200);
  await clock.advance(Math.ceil((end - Date.now()) / 2) + 60_000);

  expect((await fetch('/v1/pets/1', { headers })).status).toBe(410);
});
