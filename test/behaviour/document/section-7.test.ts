import { expect } from 'vitest';
import type { Answer, Client } from '../../support/behaviour.js';
import {
  call,
  errorOf,
  keyOf,
  listedStatuses,
  notesOf,
  openPoint,
  operationNames,
} from './calls.js';
import { sectionTests } from './section-tests.js';
import { operationsWith, readSpec } from './spec.js';

const { behaviour } = sectionTests('7');

/** One answer of each kind of error: the document's, HTTP's, the simulator's, and beyond. */
async function errorsOf(client: Client): Promise<Answer[]> {
  return [
    await client.post('/pets', {}),
    await client.send('/v1/pets'),
    await client.get('/pets/999'),
    await client.send('/v1/pets', { method: 'DELETE', headers: keyOf(client) }),
    await client.get('/store/orders'),
    await client.get('/pets', { Prefer: 'code=503' }),
  ];
}

behaviour(
  'All error bodies have the shape Error (section 2): `code`, `message`, `status`.',
  async (open) => {
    for (const error of await errorsOf(await open())) {
      expect(error.headers.get('content-type')).toBe('application/json');
      expect(Object.keys(error.json)).toEqual(['code', 'message', 'status']);
      expect(error.json).toEqual(errorOf(error.json.status));
    }
  },
);

behaviour('`status` repeats the HTTP status code.', async (open) => {
  const errors = await errorsOf(await open());

  expect(errors.map(({ status }) => status)).toEqual([400, 401, 404, 405, 501, 503]);
  expect(errors.map(({ json }) => json.status)).toEqual([400, 401, 404, 405, 501, 503]);
});

behaviour(
  '400 | BadRequest | Request body missing required fields or with invalid values. | `createPet`',
  async (open) => {
    const client = await open();

    const missing = await client.post('/pets', { name: 'Rex' });
    const invalid = await client.post('/pets', { name: 'Rex', categoryId: 'one' });

    expect([missing.json, invalid.json]).toEqual([errorOf(400), errorOf(400)]);
    expect(await listedStatuses(client, 'createPet')).toContain(400);
    expect(await listedStatuses(client, 'listPets')).not.toContain(400);
    expect(await listedStatuses(client, 'getPet')).not.toContain(400);
    expect(operationsWith('BadRequest', 400)).toEqual(['createPet']);
  },
);

behaviour(
  '401 | Unauthorized | Missing or invalid API key. | `listPets`, `createPet`, `getPet`',
  async (open) => {
    const client = await open();
    for (const operation of operationNames) {
      const missing = await call(client, operation, {});
      const invalid = await call(client, operation, { Authorization: 'Bearer wrong' });
      expect([missing.status, missing.json], operation).toEqual([401, errorOf(401)]);
      expect([invalid.status, invalid.json], operation).toEqual([401, errorOf(401)]);
    }
    expect(operationsWith('Unauthorized', 401)).toEqual(['listPets', 'createPet', 'getPet']);
  },
);

behaviour(
  '404 | NotFound | The requested resource could not be found. | `getPet`',
  async (open) => {
    const client = await open({ fixture: 'empty' });

    const missing = await client.get('/pets/1');
    const nothingListed = await client.get('/pets?status=sold');

    expect([missing.status, missing.json]).toEqual([404, errorOf(404)]);
    expect([nothingListed.status, nothingListed.json]).toEqual([200, []]);
    expect(await listedStatuses(client, 'listPets')).not.toContain(404);
    expect(operationsWith('NotFound', 404)).toEqual(['getPet']);
  },
);

behaviour('The set of `code` values: not shown.', async (open) => {
  const words = await (await open()).get('/pets/999');
  const opaque = await (await open({ choices: { 'error-codes': 'opaque' } })).get('/pets/999');

  expect(words.json.code).not.toBe(opaque.json.code);
  expect(notesOf(words)).toContain(openPoint('error-codes', 'words', '7'));
  expect(notesOf(opaque)).toContain(openPoint('error-codes', 'opaque', '7'));
  expect(readSpec().components.schemas.Error.properties.code).not.toHaveProperty('enum');
});

behaviour(
  'Behaviour of the list operation for an out-of-range `limit` or an unknown `status` value: not shown.',
  async (open) => {
    const rejecting = await open();
    const lenient = await open({ profile: 'lenient', pets: 101 });
    for (const [query, point, ...choices] of [
      ['limit=0', 'limit-out-of-range', 'reject', 'clamp'],
      ['limit=101', 'limit-out-of-range', 'reject', 'clamp'],
      ['status=eaten', 'unknown-status-filter', 'reject', 'ignore'],
    ] as const) {
      const [rejected, taken] = [
        await rejecting.get(`/pets?${query}`),
        await lenient.get(`/pets?${query}`),
      ];
      expect([rejected.status, taken.status], query).toEqual([400, 200]);
      expect(notesOf(rejected)).toContain(openPoint(point, choices[0], '7'));
      expect(notesOf(taken)).toContain(openPoint(point, choices[1], '7'));
    }
  },
);
