import { expect } from 'vitest';
import type { Answer, Client } from '../../support/behaviour.js';
import { keyOf, notesOf, openPoint } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour } = sectionTests('3');

function create(client: Client, status?: string): Promise<Answer> {
  return client.post('/pets', { name: 'Rex', categoryId: 1, status });
}

async function idsWith(client: Client, status: string): Promise<number[]> {
  const list = await client.get(`/pets?limit=100&status=${status}`);
  return list.json.map(({ id }: { id: number }) => id);
}

behaviour(
  "An animal's `status` takes one of the values `available`, `pending`, `sold`.",
  async (open) => {
    const client = await open({ pets: 100, seed: 7 });

    const list = await client.get('/pets?limit=100');

    const statuses = list.json.map(({ status }: { status?: string }) => status);
    const taken = new Set(statuses.filter((status: string | undefined) => status !== undefined));
    expect(taken).toEqual(new Set(['available', 'pending', 'sold']));
  },
);

behaviour(
  'The filter parameter of the list operation selects animals by this value.',
  async (open) => {
    const client = await open({ fixture: 'every-status' });

    expect(await idsWith(client, 'available')).toEqual([1]);
    expect(await idsWith(client, 'pending')).toEqual([2]);
    expect(await idsWith(client, 'sold')).toEqual([3]);
  },
);

behaviour('available | Animal is available.', async (open) => {
  const client = await open();

  const { id } = (await create(client, 'available')).json;

  expect(await idsWith(client, 'available')).toContain(id);
  expect(await idsWith(client, 'pending')).not.toContain(id);
  expect(await idsWith(client, 'sold')).not.toContain(id);
});

behaviour(
  'pending | Status value `pending`; meaning beyond the name is not stated.',
  async (open) => {
    const client = await open();

    const available = await create(client, 'available');
    const pending = await create(client, 'pending');

    expect(pending.status).toBe(available.status);
    expect(notesOf(pending)).toEqual(notesOf(available));
    const { id } = pending.json;
    expect(pending.json).toEqual({ ...available.json, id, status: 'pending' });
  },
);

behaviour('sold | Status value `sold`; meaning beyond the name is not stated.', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const sold = await create(client, 'sold');
  const list = await client.get('/pets');
  const read = await client.get(`/pets/${sold.json.id}`);

  expect(sold.status).toBe(201);
  expect(list.json).toContainEqual(sold.json);
  expect([read.status, read.json]).toEqual([200, sold.json]);
});

behaviour('Transitions: not shown.', async (open) => {
  const client = await open();
  const { id } = (await create(client, 'available')).json;
  const headers = { ...keyOf(client), 'Content-Type': 'application/json' };

  const body = '{"status":"sold"}';
  const patched = await client.send(`/v1/pets/${id}`, { method: 'PATCH', headers, body });

  expect(patched.status).toBe(405);
  expect((await client.get(`/pets/${id}`)).json.status).toBe('available');
  expect(await idsWith(client, 'sold')).not.toContain(id);
});

behaviour(
  'No operation that changes the status of an existing animal is shown, and the status assigned when `status` is omitted at creation is not stated.',
  async (open) => {
    const client = await open();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const refused = await client.send('/v1/pets/1', { method, headers: keyOf(client) });
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    }
    expect(notesOf(await create(client))).toContain(openPoint('omitted-status', 'absent', '3'));
    const other = await create(await open({ choices: { 'omitted-status': 'available' } }));
    expect(other.json.status).toBe('available');
    expect(notesOf(other)).toContain(openPoint('omitted-status', 'available', '3'));
    expect(Object.keys(readSpec().paths['/pets/{petId}'])).toEqual(['get']);
  },
);
