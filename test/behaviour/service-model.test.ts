import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openFetch } from '../support/behaviour.js';
import { newPet, status } from '../unit/engine/engine.js';

const anyCall = fc.oneof(
  fc.record({ create: newPet }),
  fc.constant({ wrong: '{"name":"Rex"}' }),
  fc.record({ get: fc.integer({ min: 1, max: 25 }) }),
  fc.record({ limit: fc.integer({ min: 1, max: 100 }), status }, { requiredKeys: [] }),
);

test('behaves like a plain array of pets', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyCall, { maxLength: 40 }), async (calls) => {
      const client = await openFetch({ fixture: 'empty' });
      // As JSON, oldest first, as the service showed them.
      const pets: string[] = [];
      for (const call of calls) {
        if ('create' in call) {
          const { name, categoryId, status: own } = call.create;
          const fields = `"name":${JSON.stringify(name)},"categoryId":${categoryId}`;
          const body = `{${fields}${own === undefined ? '' : `,"status":"${own}"`}}`;
          const answer = await client.post('/pets', body);
          pets.push(`{"id":${pets.length + 1},${body.slice(1)}`);
          expect([answer.status, answer.text]).toEqual([201, pets.at(-1)]);
        } else if ('wrong' in call) {
          expect((await client.post('/pets', call.wrong)).status).toBe(400);
        } else if ('get' in call) {
          const answer = await client.get(`/pets/${call.get}`);
          const pet = pets[call.get - 1];
          expect(answer.status).toBe(pet === undefined ? 404 : 200);
          expect(answer.text).toContain(pet ?? 'not_found');
          const length = answer.headers.get('content-length');
          expect(length).toBe(String(Buffer.byteLength(answer.text)));
        } else {
          const { limit, ...filter } = call;
          const query = new URLSearchParams({ ...filter, ...(limit && { limit: `${limit}` }) });
          const known = pets.filter(
            (pet) => filter.status === undefined || JSON.parse(pet).status === filter.status,
          );
          expect((await client.get(`/pets?${query}`)).text).toBe(
            `[${known.slice(0, limit ?? 20).join(',')}]`,
          );
        }
      }
    }),
    { numRuns: 60 },
  );
});
