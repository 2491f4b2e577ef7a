import { expect } from 'vitest';
import { call, errorOf, keyOf, notesOf, openPoint, operationNames } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec, specOperations } from './spec.js';

const { behaviour, description } = sectionTests('9');

const markers = () => specOperations().map((operation) => Object(operation)['x-stability']);

behaviour(
  'The interface version is 1.0.0, and the version is carried in the path prefix `/v1` of the base address.',
  async (open) => {
    const client = await open();
    const statuses: number[] = [];
    for (const prefix of ['/v1', '', '/v2', '/v1.0.0']) {
      const answer = await client.send(`${prefix}/pets`, { headers: keyOf(client) });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([200, 404, 404, 404]);
    const { info, servers } = readSpec();
    expect(info.version).toBe('1.0.0');
    expect(servers[0].variables.base_url.default).toMatch(/\/v1$/);
    expect(servers[1].variables.staging_base_url.default).toMatch(/\/v1$/);
  },
);

behaviour(
  '`GET /pets/{petId}` is deprecated; it is to be removed on 5 December 2030.',
  async (open) => {
    const client = await open({ clock: '2030-12-05T00:00:00Z' });

    const removed = await client.get('/pets/1');

    expect([removed.status, removed.json]).toEqual([410, errorOf(410)]);
    expect(notesOf(removed)).toContain('deprecated;operation=getPet;section="4.3"');
    // The document says that it is removed, and not what is answered from then on.
    expect(notesOf(removed)).toContain(openPoint('after-sunset', 'gone', '9'));
    expect((await client.get('/pets')).status).toBe(200);
  },
);

behaviour('Until then it is described as available.', async (open) => {
  const client = await open({ clock: '2030-12-04T23:59:59.999Z' });

  const pet = await client.get('/pets/1');

  expect([pet.status, pet.json.id]).toEqual([200, 1]);
  expect(notesOf(pet)).toEqual(['deprecated;operation=getPet;section="4.3"']);
});

description(
  'Some operations carry a stability marker, `experimental` or `beta`, in an extension field named `x-stability`.',
  () => {
    // The document doesn't say which ones, so the spec must not mark any of those that it describes.
    expect(markers()).toEqual(operationNames.map(() => undefined));
  },
);

behaviour('Which operations carry it: not shown.', async (open) => {
  const client = await open();
  const { json } = await client.send('/openapi.json');
  expect(JSON.stringify(json)).not.toContain('x-stability');
});

behaviour(
  'None of the operations in section 4.1 to 4.3 is shown with such a marker.',
  async (open) => {
    const client = await open();
    for (const operation of operationNames) {
      const answer = await call(client, operation, keyOf(client));
      expect([...answer.headers.values()].join()).not.toMatch(/experimental|beta/);
    }
  },
);
