import { expect } from 'vitest';
import { profileNames } from '../../../src/index.js';
import type { Answer } from '../../support/behaviour.js';
import { call, errorOf, keyOf, listedStatuses, notesOf, openPoint } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec } from './spec.js';

const { behaviour, description } = sectionTests('4.1');

/** What every HTTP server may add. */
const transport = ['connection', 'date', 'keep-alive', 'content-length', 'content-type'];

function idsOf(list: Answer): number[] {
  return list.json.map(({ id }: { id: number }) => id);
}

description('Operation name: `listPets`', () => {
  expect(readSpec().paths['/pets'].get.operationId).toBe('listPets');
});

behaviour('Method and path: `GET /pets`', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const list = await client.send('/v1/pets', { method: 'GET', headers: keyOf(client) });
  const put = await client.send('/v1/pets', { method: 'PUT', headers: keyOf(client) });

  expect([list.status, idsOf(list)]).toEqual([200, [1, 2, 3, 4]]);
  expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, POST, HEAD, OPTIONS']);
});

behaviour('Query parameters:', async (open) => {
  const client = await open();

  const plain = await client.get('/pets');
  const further = await client.get('/pets?sort=name');

  expect(further.text).toBe(plain.text);
  expect(notesOf(plain)).not.toContain(openPoint('unknown-query', 'ignore', '4.1'));
  expect(notesOf(further)).toContain(openPoint('unknown-query', 'ignore', '4.1'));
  const { parameters } = readSpec().paths['/pets'].get;
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual(['limit', 'status']);
});

behaviour(
  'limit | integer | no | minimum 1, maximum 100, default 20 | Maximum number of animals to return (page size).',
  async (open) => {
    const client = await open({ pets: 101 });

    const lengths: number[] = [];
    for (const query of ['', '?limit=1', '?limit=2', '?limit=99', '?limit=100']) {
      lengths.push((await client.get(`/pets${query}`)).json.length);
    }

    expect(lengths).toEqual([20, 1, 2, 99, 100]);
    const few = await open({ pets: 3 });
    expect((await few.get('/pets?limit=100')).json).toHaveLength(3);
  },
);

behaviour(
  'status | PetStatus | no | one of `available`, `pending`, `sold` | Returns only animals with this status.',
  async (open) => {
    const client = await open();
    const all = (await client.get('/pets?limit=100')).json;
    for (const status of ['available', 'pending', 'sold']) {
      const some = await client.get(`/pets?limit=100&status=${status}`);
      expect(some.json).not.toHaveLength(0);
      expect(some.json).toEqual(all.filter((pet: { status?: string }) => pet.status === status));
    }
    const unknown = await client.get('/pets?status=eaten');
    expect(notesOf(unknown)).toContain('violation;section="4.1"');
  },
);

description('Request body: none.', () => {
  expect(readSpec().paths['/pets'].get).not.toHaveProperty('requestBody');
});

behaviour('Responses:', async (open) => {
  expect(await listedStatuses(await open(), 'listPets')).toEqual([200, 401]);
});

behaviour('200 | Pets (JSON array of Pet) | A page of animals.', async (open) => {
  const client = await open({ fixture: 'every-status' });

  const page = await client.get('/pets?limit=2');

  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('application/json');
  expect(idsOf(page)).toEqual([1, 2]);
  for (const profile of profileNames) {
    const empty = await open({ fixture: 'empty', profile });
    expect((await empty.get('/pets')).text, profile).toBe('[]');
  }
});

behaviour('401 | Error | Missing or invalid API key.', async (open) => {
  const client = await open();

  const missing = await call(client, 'listPets', {});
  const invalid = await call(client, 'listPets', { Authorization: 'Bearer wrong' });

  expect([missing.status, missing.json]).toEqual([401, errorOf(401)]);
  expect([invalid.status, invalid.json]).toEqual([401, errorOf(401)]);
});

behaviour(
  'How a client requests further pages (cursor, page number, offset) and whether a total count is returned: not shown.',
  async (open) => {
    const client = await open();

    const first = await client.get('/pets?limit=5');
    const names = [...first.headers.keys()].filter((name) => !transport.includes(name));

    expect(names).toEqual(['simulator-notes']);
    for (const guess of ['cursor=5', 'page=2', 'offset=5']) {
      const same = await client.get(`/pets?limit=5&${guess}`);
      expect(same.text).toBe(first.text);
      expect(notesOf(same)).toContain(openPoint('unknown-query', 'ignore', '4.1'));
    }
  },
);
