import { expect, test } from 'vitest';
import { behaviour, openFetch } from '../support/behaviour.js';

const firstMoment = '2030-12-05T00:00:00Z';

behaviour('links to the replacement, in a sandbox too', async (client) => {
  for (const list of ['/v1/pets', '/sandboxes/a/v1/pets']) {
    const path = `${list}/1`;
    const answer = await client.send(path, { headers: { Authorization: 'Bearer test-key' } });
    const link = /^<(.*)>; rel="successor-version"$/.exec(answer.headers.get('link') ?? '');

    expect(new URL(link?.[1] ?? '', `http://localhost${path}`).pathname).toBe(list);
  }
});

behaviour(
  'announces the end of getPet with each of its responses, and with no other',
  async (client) => {
    for (const [path, isOfPet] of [
      ['/pets/1', true],
      ['/pets/999', true],
      ['/pets', false],
    ] as const) {
      const { headers } = await client.get(path);
      const date = isOfPet ? 'Thu, 05 Dec 2030 00:00:00 GMT' : null;
      expect([path, headers.get('sunset')]).toEqual([path, date]);
      const note = 'deprecated;operation=getPet;section="4.3"';
      expect(headers.get('simulator-notes')?.includes(note)).toBe(isOfPet);
    }
    expect((await client.send('/v1/pets/1')).headers.has('sunset')).toBe(false);
  },
);

test('sends the date of the deprecation only when it is configured', async () => {
  const silent = await openFetch();
  const configured = await openFetch({ deprecatedSince: '2026-01-31' });

  expect((await silent.get('/pets/1')).headers.has('deprecation')).toBe(false);
  expect((await configured.get('/pets/1')).headers.get('deprecation')).toBe('@1769817600');
});

test('removes getPet on 5 December 2030', async () => {
  const client = await openFetch({ clock: firstMoment });

  for (const path of ['/pets/1', '/pets/999', '/pets/rex']) {
    const answer = await client.get(path);
    expect(answer.status).toBe(410);
    expect(answer.json.message).toContain('section 9');
  }
  expect((await client.get('/pets')).status).toBe(200);
  const lastMoment = await openFetch({ clock: '2030-12-04T23:59:59.999Z' });
  expect((await lastMoment.get('/pets/1')).status).toBe(200);
});
