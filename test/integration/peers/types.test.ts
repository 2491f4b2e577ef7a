import { expect, test } from 'vitest';
import { createSimulator, type OfflineSimulator } from '../../../src/browser.js';
import type { ErrorBody, NewPet, Pet } from '../../../src/types.js';

async function read({ fetch, apiKey }: OfflineSimulator, path: string) {
  const headers = { Authorization: `Bearer ${apiKey}` };
  return (await fetch(`http://localhost/v1${path}`, { headers })).json();
}

test('types pets and errors as JSON.parse returns them', async () => {
  const simulator = createSimulator({ fixture: 'every-status', clock: '2030-01-01' });

  const [pet]: Pet[] = await read(simulator, '/pets');
  const error: ErrorBody = await read(simulator, '/pets/999');

  expect(pet satisfies NewPet | undefined).toMatchObject({ id: 1, categoryId: 1 });
  expect(error).toMatchObject({ code: 'not_found', status: 404 });
});
