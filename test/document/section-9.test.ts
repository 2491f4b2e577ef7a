import { expect } from 'vitest';
import { Notes, writeNote } from '../../src/engine/choices/notes.js';
import { type Operation, readOperations } from '../../src/engine/interface/operations.js';
import { call, errorOf, keyOf, notesOf, openPoint, operationNames } from './calls.js';
import { sectionTests } from './section-tests.js';
import { readSpec, specOperations } from './spec.js';

const { behaviour, description } = sectionTests('9');

/** The operations of a spec that is as it is, but for this marker on one operation. */
function operationsMarked(path: string, method: string, stability: string): Operation[] {
  const spec = readSpec();
  spec.paths[path][method]['x-stability'] = stability;
  return readOperations(spec);
}

function notesFor(operation: Operation | undefined): string[] {
  const notes = new Notes();
  if (operation !== undefined) {
    notes.operation(operation);
  }
  return notes.list().map(writeNote);
}

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
    for (const stability of ['experimental', 'beta']) {
      const [listPets] = operationsMarked('/pets', 'get', stability);
      expect(listPets?.stability).toBe(stability);
      const note = `unstable;operation=listPets;stability=${stability}`;
      expect(notesFor(listPets)).toEqual([note]);
    }
    expect(() => operationsMarked('/pets', 'get', 'alpha')).toThrow(/experimental or beta/);
  },
);

description('Which operations carry it: not shown.', () => {
  const places = { listPets: '/pets get', createPet: '/pets post', getPet: '/pets/{petId} get' };
  for (const [name, place] of Object.entries(places)) {
    const [path = '', method = ''] = place.split(' ');
    const marked = operationsMarked(path, method, 'beta').filter(({ stability }) => stability);
    expect(marked.map((operation) => operation.name)).toEqual([name]);
    expect(notesFor(marked[0])).toContain(`unstable;operation=${name};stability=beta`);
  }
});

behaviour(
  'None of the operations in section 4.1 to 4.3 is shown with such a marker.',
  async (open) => {
    const client = await open();
    for (const operation of operationNames) {
      const answer = await call(client, operation, keyOf(client));
      expect(notesOf(answer).filter((note) => note.startsWith('unstable'))).toEqual([]);
    }
    for (const operation of specOperations()) {
      expect(operation).not.toHaveProperty('x-stability');
    }
  },
);
