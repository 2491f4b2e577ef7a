import { expect } from 'vitest';
import { call, errorOf, keyOf, listedStatuses, notesOf, openPoint } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour, description } = sectionTests('4.2');

description('Operation name: `createPet`', () => {
  expect(readSpec().paths['/pets'].post.operationId).toBe('createPet');
});

behaviour('Method and path: `POST /pets`', async (open) => {
  const client = await open({ fixture: 'empty' });
  const request = {
    method: 'POST',
    headers: { ...keyOf(client), 'Content-Type': 'application/json' },
    body: '{"name":"Rex","categoryId":1}',
  };

  expect((await client.send('/v1/pets', request)).status).toBe(201);
  expect((await client.send('/v1/pets/1', request)).status).toBe(405);
  expect((await client.get('/pets')).json).toHaveLength(1);
});

behaviour(
  'Request body: required, `application/json`, shape NewPet (`name` and `categoryId` required, `status` optional).',
  async (open) => {
    const client = await open();
    const withoutStatus = { name: 'Rex', categoryId: 1 };
    expect((await client.post('/pets', withoutStatus)).status).toBe(201);
    expect((await client.post('/pets', { ...withoutStatus, status: 'sold' })).status).toBe(201);
    for (const body of ['', { categoryId: 1 }, { name: 'Rex' }, [withoutStatus]]) {
      expect((await client.post('/pets', body)).status, JSON.stringify(body)).toBe(400);
    }
    const text = await client.post('/pets', withoutStatus, { 'Content-Type': 'text/plain' });
    expect(notesOf(text)).toContain('violation;section="4.2"');
    expect(notesOf(text)).toContain(openPoint('media-type', 'reject', '4.2'));
  },
);

behaviour('Responses:', async (open) => {
  expect(await listedStatuses(await open(), 'createPet')).toEqual([201, 400, 401]);
});

behaviour('201 | Pet | Animal added; the body carries the assigned `id`.', async (open) => {
  const client = await open({ fixture: 'empty' });

  const created = await client.post('/pets', { name: 'Rex', categoryId: 1, status: 'sold' });

  expect(created.status).toBe(201);
  expect(created.headers.get('content-type')).toBe('application/json');
  expect(created.headers.has('location')).toBe(false);
  expect(created.json).toEqual({ id: 1, name: 'Rex', categoryId: 1, status: 'sold' });
  expect((await client.get('/pets')).json).toEqual([created.json]);
});

behaviour(
  '400 | Error | Body is missing required fields or contains invalid values.',
  async (open) => {
    const client = await open({ fixture: 'empty' });
    for (const body of [
      {},
      { name: 'Rex' },
      { categoryId: 1 },
      { name: null, categoryId: 1 },
      { name: 'Rex', categoryId: '1' },
      { name: 'Rex', categoryId: 1, status: 'eaten' },
    ]) {
      const refused = await client.post('/pets', body);
      expect([refused.status, refused.json], JSON.stringify(body)).toEqual([400, errorOf(400)]);
    }
    expect((await client.get('/pets')).json).toEqual([]);
  },
);

behaviour('401 | Error | Missing or invalid API key.', async (open) => {
  const client = await open({ fixture: 'empty' });

  const missing = await call(client, 'createPet', {});
  const invalid = await call(client, 'createPet', { Authorization: 'Bearer wrong' });

  expect([missing.status, missing.json]).toEqual([401, errorOf(401)]);
  expect([invalid.status, invalid.json]).toEqual([401, errorOf(401)]);
  expect((await client.get('/pets')).json).toEqual([]);
});
