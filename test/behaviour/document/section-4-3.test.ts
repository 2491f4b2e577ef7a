import { expect } from 'vitest';
import { call, errorOf, keyOf, listedStatuses, notesOf, openPoint } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour, description } = sectionTests('4.3');

description('Operation name: `getPet`', () => {
  expect(readSpec().paths['/pets/{petId}'].get.operationId).toBe('getPet');
});

behaviour('Method and path: `GET /pets/{petId}`', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const second = await client.send('/v1/pets/2', { method: 'GET', headers: keyOf(client) });
  const third = await client.send('/v1/pets/3', { method: 'GET', headers: keyOf(client) });

  expect([second.json.name, third.json.name]).toEqual(['Whiskers', 'Bubbles']);
});

behaviour(
  'Path parameter: `petId`, required, integer, format int64; identifier of the animal.',
  async (open) => {
    const client = await open({ fixture: 'large-ids' });
    for (const id of ['9007199254740992', '9007199254740993', '-9223372036854775808']) {
      expect((await client.get(`/pets/${id}`)).text).toContain(`{"id":${id},`);
    }
    for (const id of ['abc', '1.5', '9223372036854775808', '0x10']) {
      const malformed = await client.get(`/pets/${id}`);
      expect(notesOf(malformed), id).toContain(openPoint('malformed-pet-id', 'not-found', '4.3'));
    }
    expect((await client.get('/pets/')).status).toBe(404);
  },
);

description('Request body: none.', () => {
  expect(readSpec().paths['/pets/{petId}'].get).not.toHaveProperty('requestBody');
});

behaviour(
  'Deprecated: the operation is marked deprecated and is to be removed on 5 December 2030.',
  async (open) => {
    const client = await open();

    const pet = await client.get('/pets/1');

    expect(pet.headers.get('sunset')).toBe('Thu, 05 Dec 2030 00:00:00 GMT');
    expect(notesOf(pet)).toContain('deprecated;operation=getPet;section="4.3"');
    const list = await client.get('/pets');
    expect(list.headers.has('sunset')).toBe(false);
    expect(notesOf(list).join()).not.toContain('deprecated');
    expect(readSpec().paths['/pets/{petId}'].get.deprecated).toBe(true);
  },
);

behaviour('The replacement is `GET /pets` with the `status` filter.', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const pet = await client.get('/pets/3');
  const link = /^<(.*)>; rel="successor-version"$/.exec(pet.headers.get('link') ?? '');
  const { pathname } = new URL(link?.[1] ?? '', 'http://localhost/v1/pets/3');

  expect(pathname).toBe('/v1/pets');
  expect((await client.get('/pets?status=sold')).json).toEqual([pet.json]);
});

behaviour('Responses:', async (open) => {
  expect(await listedStatuses(await open(), 'getPet')).toEqual([200, 401, 404]);
});

behaviour('200 | Pet | The requested animal.', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const pet = await client.get('/pets/2');

  expect(pet.status).toBe(200);
  expect(pet.headers.get('content-type')).toBe('application/json');
  expect(pet.json).toEqual({ id: 2, name: 'Whiskers', categoryId: 2, status: 'pending' });
});

behaviour('401 | Error | Missing or invalid API key.', async (open) => {
  const client = await open();

  const missing = await call(client, 'getPet', {});
  const invalid = await call(client, 'getPet', { Authorization: 'Bearer wrong' });

  expect([missing.status, missing.json]).toEqual([401, errorOf(401)]);
  expect([invalid.status, invalid.json]).toEqual([401, errorOf(401)]);
});

behaviour('404 | Error | The requested resource could not be found.', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const missing = await client.get('/pets/5');

  expect(missing.status).toBe(404);
  expect(missing.headers.get('content-type')).toBe('application/json');
  expect(missing.json).toEqual(errorOf(404));
  expect(missing.json.message).toContain('5');
});
