import { expect } from 'vitest';
import { errorOf, notesOf, openPoint } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour } = sectionTests('2');

behaviour('Allowed values: `available`, `pending`, `sold`.', async (open) => {
  const client = await open();
  for (const status of ['available', 'pending', 'sold']) {
    const created = await client.post('/pets', { name: 'Rex', categoryId: 1, status });
    expect([created.status, created.json.status]).toEqual([201, status]);
  }
  for (const status of ['eaten', 'Available', 'sold ', '', null, 1, ['sold']]) {
    const refused = await client.post('/pets', { name: 'Rex', categoryId: 1, status });
    expect(refused.status, JSON.stringify(status)).toBe(400);
  }
});

behaviour("name | string | yes | The animal's name.", async (open) => {
  const client = await open();

  const created = await client.post('/pets', { name: 'Zoë "the" 🐕', categoryId: 1 });

  expect([created.status, created.json.name]).toEqual([201, 'Zoë "the" 🐕']);
  for (const name of [undefined, null, 42, true, ['Rex'], { first: 'Rex' }]) {
    const refused = await client.post('/pets', { name, categoryId: 1 });
    expect(refused.status, JSON.stringify(name)).toBe(400);
  }
});

behaviour(
  'categoryId | integer | int64 | yes | Identifier of the category the animal belongs to.',
  async (open) => {
    const client = await open();
    const create = (json: string) => client.post('/pets', `{"name":"Rex"${json}}`);
    for (const digits of ['9223372036854775807', '-9223372036854775808', '9007199254740993']) {
      const created = await create(`,"categoryId":${digits}`);
      expect(created.text).toContain(`"categoryId":${digits}`);
    }
    for (const wrong of ['9223372036854775808', '-9223372036854775809', '1.5', '"1"', 'null']) {
      expect((await create(`,"categoryId":${wrong}`)).status, wrong).toBe(400);
    }
    expect((await create('')).status).toBe(400);
  },
);

behaviour('status | PetStatus | no | Availability status. No default is stated.', async (open) => {
  const client = await open();

  const created = await client.post('/pets', { name: 'Rex', categoryId: 1 });

  expect(created.status).toBe(201);
  expect(created.json).not.toHaveProperty('status');
  expect(notesOf(created)).toContain(openPoint('omitted-status', 'absent', '3'));
});

behaviour('All fields of NewPet, plus:', async (open) => {
  const client = await open();
  const newPet = { name: 'Rex', categoryId: 1, status: 'sold' };

  const created = await client.post('/pets', newPet);
  const read = await client.get(`/pets/${created.json.id}`);

  expect(created.json).toEqual({ ...newPet, id: expect.any(Number) });
  expect(read.json).toEqual(created.json);
});

behaviour(
  'id | integer | int64 | yes | Unique identifier, assigned by the service on creation.',
  async (open) => {
    const client = await open({ pets: 20, choices: { 'id-scheme': 'large' } });
    const newPet = { name: 'Rex', categoryId: 1, id: 7 };

    await client.post('/pets', newPet);
    await client.post('/pets', newPet);

    const list = await client.get('/pets?limit=100');
    const ids = [...list.text.matchAll(/"id":(\d+)[,}]/g)].map(([, digits]) => BigInt(digits ?? 0));
    expect(new Set(ids).size).toBe(22);
    expect(ids.every((id) => id > 2n ** 53n && id < 2n ** 63n)).toBe(true);
  },
);

behaviour('Pets is a JSON array of Pet.', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const list = await client.get('/pets');

  expect(list.json).toEqual([
    { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
    { id: 2, name: 'Whiskers', categoryId: 2, status: 'pending' },
    { id: 3, name: 'Bubbles', categoryId: 3, status: 'sold' },
    { id: 4, name: 'Shadow', categoryId: 4 },
  ]);
});

behaviour('code | string | yes | Machine-readable error code.', async (open) => {
  const client = await open();

  const withoutName = await client.post('/pets', { categoryId: 1 });
  const wrongStatus = await client.post('/pets', { name: 'Rex', categoryId: 1, status: 'eaten' });
  const notFound = await client.get('/pets/999');

  expect(withoutName.json.code).toMatch(/^[a-z_]+$/);
  expect(wrongStatus.json.code).toBe(withoutName.json.code);
  expect(notFound.json.code).not.toBe(withoutName.json.code);
});

behaviour('message | string | yes | Human-readable description.', async (open) => {
  const client = await open();

  const wrongName = await client.post('/pets', { name: 42, categoryId: 1 });

  expect(wrongName.json.message).toMatch(/^name must be a string .*; got 42 .*\.$/);
});

behaviour('status | integer | yes | The HTTP status code of the response.', async (open) => {
  const client = await open();

  const notFound = await client.get('/pets/999');

  expect(notFound.status).toBe(404);
  expect(notFound.text).toMatch(/"status":404}$/);
});

behaviour(
  'Category resource (its fields and how categories are created or read): not shown beyond the `categoryId` reference.',
  async (open) => {
    const client = await open();

    const created = await client.post('/pets', { name: 'Rex', categoryId: 999 });

    expect(created.status).toBe(201);
    expect(notesOf(created)).toContain(openPoint('unknown-category', 'accept', '2'));
    expect((await client.get('/categories')).json).toEqual(errorOf(404));
    expect((await client.get('/categories/1')).json).toEqual(errorOf(404));
    expect(Object.keys(readSpec().components.schemas)).not.toContain('Category');
  },
);
